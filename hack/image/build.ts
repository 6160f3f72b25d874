/**
 * Builds the operator's container image without a container engine: `make image`.
 *
 * dist/image/oci            the image, as an OCI layout
 * dist/image/rootfs         its files, a folder for each layer
 * dist/image/sbom.cdx.json  its bill of materials
 * ARCHITECTURE              x64 or arm64; default: that of this machine
 * SOURCE_DATE_EPOCH         timestamp of all files, in seconds since 1970; default 0
 */
import { copyFile, readdir, stat } from "node:fs/promises";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";

import { current } from "../build/archive.ts";
import { command } from "../host/command.ts";
import { layers, thisArchitecture, type Architecture, type Layer } from "./image.ts";
import { writeLayout, type Written } from "./layout.ts";
import { materialsFile } from "./materials.ts";
import { makeRootfs } from "./rootfs.ts";

export const imageFolder = fileURLToPath(new URL("../../dist/image/", import.meta.url));
const shownFiles = 8;

export interface BuiltImage extends Written {
  /** An OCI image layout. */
  readonly layout: string;
  /** The folders of its layers. */
  readonly folders: Readonly<Record<Layer, string>>;
}

/** Needs the bundle, by default the one in dist/. */
export async function buildImage(
  folder: string,
  architecture: Architecture = thisArchitecture(),
  bundle = current.bundle,
): Promise<BuiltImage> {
  const folders = await makeRootfs(join(folder, "rootfs"), architecture, bundle);
  const materials = join(folders.app, "usr/share/doc/trimtab", materialsFile);
  await copyFile(materials, join(folder, materialsFile));
  const layout = join(folder, "oci");
  return { layout, folders, ...(await writeLayout(folders, layout, architecture)) };
}

async function sizes(folder: string): Promise<{ file: string; bytes: number }[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter(entry => entry.isFile());
  return Promise.all(
    files.map(async ({ parentPath, name }) => {
      const path = join(parentPath, name);
      return { file: `/${relative(folder, path)}`, bytes: (await stat(path)).size };
    }),
  );
}

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1).padStart(6)} MB`;
const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);

async function print({ digest, layout, folders, layerSizes }: BuiltImage): Promise<void> {
  const files = (await Promise.all(layers.map(layer => sizes(folders[layer])))).flat();
  files.sort((a, b) => b.bytes - a.bytes);
  for (const { file, bytes } of files.slice(0, shownFiles)) {
    console.log(`${megabytes(bytes)}  ${file}`);
  }
  const rest = sum(files.slice(shownFiles).map(({ bytes }) => bytes));
  console.log(`${megabytes(rest)}  ${files.length - shownFiles} smaller files`);
  console.log(`${megabytes(sum(files.map(({ bytes }) => bytes)))}  all of them`);
  for (const [index, layer] of layers.entries()) {
    console.log(`${megabytes(layerSizes[index] ?? 0)}  layer ${layer}, compressed`);
  }
  console.log(`${digest}  ${relative(process.cwd(), layout)}`);
}

if (import.meta.main) {
  await command(async () => {
    const architecture = thisArchitecture(process.env["ARCHITECTURE"]);
    await print(await buildImage(imageFolder, architecture));
  });
}
