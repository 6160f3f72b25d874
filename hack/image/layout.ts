import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { makeMissing } from "../controlplane/artifacts.ts";
import { cacheKey } from "../controlplane/go-module.ts";
import { cacheFolder } from "../host/cache.ts";
import { runOrThrow } from "../host/run.ts";
import { architectures, createdAt, image, layers, type Architecture, type Layer } from "./image.ts";

const module = import.meta.dirname;

export interface Written {
  /** The digest of the manifest, by which a registry identifies the image. */
  readonly digest: string;
  /** Compressed bytes, in the order of `layers`. */
  readonly layerSizes: readonly number[];
}

/** Writes an OCI image layout with one layer for each folder. */
export async function writeLayout(
  folders: Readonly<Record<Layer, string>>,
  target: string,
  architecture: Architecture,
): Promise<Written> {
  const program = await buildProgram();
  const folder = await mkdtemp(join(tmpdir(), "trimtab-image-"));
  try {
    const described = join(folder, "image.json");
    await writeFile(described, JSON.stringify(description(architecture)));
    await rm(target, { recursive: true, force: true });
    const asked = ["-image", described, "-o", target, ...layers.map(layer => folders[layer])];
    return JSON.parse(await runOrThrow(program, asked)) as Written;
  } finally {
    await rm(folder, { recursive: true });
  }
}

function description(architecture: Architecture): object {
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
      Labels: labels,
    },
  };
}

/** Cached by its sources, like the programs of the control plane. */
async function buildProgram(): Promise<string> {
  const names = (await readdir(join(module, "layout"))).filter(name => name.endsWith(".go"));
  const sources = ["go.mod", "go.sum", ...names.sort().map(name => join("layout", name))];
  const texts = await Promise.all(sources.map(name => readFile(join(module, name), "utf8")));
  const folder = join(cacheFolder(), "image", cacheKey([...sources, ...texts]));
  const path = join(folder, "layout");
  await makeMissing(folder, [{ path, make: compile }]);
  return path;
}

async function compile(to: string): Promise<void> {
  const env = { ...process.env, GOWORK: "off" };
  const flags = ["-buildvcs=false", "-trimpath", "-o", to];
  await runOrThrow("go", ["build", ...flags, "./layout"], { cwd: module, env });
}
