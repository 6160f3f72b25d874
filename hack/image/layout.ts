import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { smallProgram } from "../cluster/controlplane/go-program.ts";
import { commitOf } from "../build/version.ts";
import { runOrThrow } from "../host/run.ts";
import { architectures, createdAt, image, layers, type Architecture, type Layer } from "./image.ts";

const module = import.meta.dirname;

export interface Written {
  /** The digest of the manifest, by which a registry identifies the image. */
  readonly digest: string;
  /** Compressed bytes, in the order of `layers`. */
  readonly layerSizes: readonly number[];
}

/** Writes the operator's image as an OCI image layout with one layer for each folder. */
export const writeLayout = (
  folders: Readonly<Record<Layer, string>>,
  target: string,
  architecture: Architecture,
): Promise<Written> =>
  writeImage(
    description(architecture),
    layers.map(layer => folders[layer]),
    target,
  );

/** What an image says of itself, next to its layers. */
export interface Description {
  readonly reference: string;
  readonly architecture: string;
  readonly created: Date;
  /** As in the OCI image configuration. */
  readonly config: Readonly<Record<string, unknown>>;
}

/** Writes an OCI image layout. */
export async function writeImage(
  described: Description,
  folders: readonly string[],
  target: string,
): Promise<Written> {
  const program = await smallProgram(module, "layout");
  const folder = await mkdtemp(join(tmpdir(), "trimtab-image-"));
  try {
    const file = join(folder, "image.json");
    await writeFile(file, JSON.stringify(described));
    await rm(target, { recursive: true, force: true });
    const asked = ["-image", file, "-o", target, ...folders];
    return JSON.parse(await runOrThrow(program, asked)) as Written;
  } finally {
    await rm(folder, { recursive: true });
  }
}

function description(architecture: Architecture): Description {
  const { user, env, entrypoint, workingDir, ports, labels } = image;
  return {
    reference: labels["org.opencontainers.image.version"],
    architecture: architectures[architecture].oci,
    created: createdAt(),
    config: {
      User: `${user.uid}:${user.gid}`,
      Env: Object.entries(env).map(([name, value]) => `${name}=${value}`),
      Entrypoint: entrypoint,
      WorkingDir: workingDir,
      ExposedPorts: Object.fromEntries(ports.map(port => [`${port}/tcp`, {}])),
      Labels: { ...labels, "org.opencontainers.image.revision": commitOf() ?? "" },
    },
  };
}
