import { copyFile, mkdir } from "node:fs/promises";
import { join } from "node:path";

import { packLayout } from "../build/pack.ts";
import { buildImage } from "../image/build.ts";
import { createdAt } from "../image/image.ts";
import { writeImage } from "../image/layout.ts";
import { makePepr } from "./pepr.ts";
import type { NodePrograms } from "./programs.ts";

/** Nothing serves this registry: its images are on the node. */
export const registry = "registry.example.com";

/** Where `make e2e` puts them. */
export const imagesFolder = join(import.meta.dirname, "../../dist/node");

/** By name, an archive of an OCI layout. */
export type Archives = Readonly<Record<"trimtab" | "pepr" | "pause" | "burner", string>>;

/** Makes the images of the node. Needs the bundle in dist/. */
export async function makeImages(
  { workloads }: Pick<NodePrograms, "workloads">,
  folder: string,
): Promise<void> {
  const { layout, folders } = await buildImage(join(folder, "trimtab"));
  await packLayout(layout, archivesIn(folder).trimtab);
  const pepr = await makePepr(folders.base, join(folder, "pepr"), `${registry}/pepr`);
  await packLayout(pepr.layout, archivesIn(folder).pepr);
  await makeWorkload("pause", workloads.pause, folder);
  await makeWorkload("burner", workloads.burner, folder);
}

/** Where `makeImages` has put them. */
export const archivesIn = (folder: string): Archives => ({
  trimtab: join(folder, "trimtab.tar"),
  pepr: join(folder, "pepr.tar"),
  pause: join(folder, "pause.tar"),
  burner: join(folder, "burner.tar"),
});

type Workload = keyof NodePrograms["workloads"];

/** An image with one static program, which is its entrypoint. */
async function makeWorkload(name: Workload, program: string, folder: string): Promise<void> {
  const files = join(folder, name, "files");
  await mkdir(files, { recursive: true });
  await copyFile(program, join(files, name));
  const layout = join(folder, name, "oci");
  const config = { User: "65532:65532", Entrypoint: [`/${name}`], WorkingDir: "/" };
  const described = { reference: workloadTag, architecture: "amd64", created: createdAt(), config };
  await writeImage(described, [files], layout);
  await packLayout(layout, archivesIn(folder)[name]);
}

const workloadTag = "1";

export const imageOf = (workload: Workload): string => `${registry}/${workload}:${workloadTag}`;
