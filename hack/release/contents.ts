/** The files of a release. The image and the chart are of `source`; the rest is of this checkout. */
import { cpSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import type { Release } from "../build/archive.ts";
import { pack, packLayout } from "../build/pack.ts";
import { packNpm } from "../build/npm-package.ts";
import { buildImage } from "../image/build.ts";
import { architectures, type Architecture } from "../image/image.ts";
import { packChart, stageChart } from "./chart.ts";
import { krewManifest, packCommandLines } from "./command-line/command-line.ts";
import { plainManifests, writeBase } from "./manifests.ts";
import { changesOf, sectionOf } from "./notes.ts";
import { sha256, writeIndex } from "./oci.ts";

const root = join(import.meta.dirname, "../..");
const imagesFor: readonly Architecture[] = ["x64", "arm64"];

export interface ReleaseParts {
  readonly version: string;
  readonly source: Release;
  /** What is published. */
  readonly files: string;
  /** What it is made from. */
  readonly work: string;
}

/** Begins a release in empty folders. */
export function emptyFolders({ files, work }: ReleaseParts): void {
  for (const folder of [files, work]) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
  }
}

/** Builds both images and joins them. Returns the digest of the index. */
export async function addImage({ version, source, files, work }: ReleaseParts): Promise<string> {
  const layouts: string[] = [];
  for (const architecture of imagesFor) {
    const folder = join(work, "images", architecture);
    layouts.push((await buildImage(folder, architecture, source.bundle)).layout);
    const { oci } = architectures[architecture];
    cpSync(join(folder, "sbom.cdx.json"), join(files, `trimtab-${version}-${oci}.cdx.json`));
  }
  const layout = join(work, "image");
  const digest = writeIndex(layouts, layout, version);
  await packLayout(layout, join(files, `trimtab-${version}-image.tar`));
  return digest;
}

/** The chart and the plain manifests, which install the image by its digest. Returns the digest of the chart. */
export async function addChart(
  { version, source, files, work }: ReleaseParts,
  digest: string,
): Promise<string> {
  const changes = changesOf(sectionOf(changelog(), version));
  const chart = stageChart({ version, digest, changes }, source.chart, join(work, "chart"));
  const layout = join(work, "chart-oci");
  const chartDigest = await packChart(chart, join(files, `trimtab-${version}.tgz`), layout);
  await packLayout(layout, join(files, `trimtab-${version}-chart.tar`));
  const manifests = await plainManifests(chart);
  writeFileSync(join(files, "install.yaml"), manifests);
  writeBase(manifests, join(work, "kustomize"));
  await pack(
    join(work, "kustomize"),
    ["install.yaml", "kustomization.yaml"],
    join(files, `trimtab-${version}-kustomize.tar.gz`),
  );
  return chartDigest;
}

/** The npm package, and for each platform an archive with Node.js, which krew installs. */
export async function addCommandLine({ version, files, work }: ReleaseParts): Promise<void> {
  renameSync(await packNpm(files), join(files, `trimtab-${version}-npm.tgz`));
  const packed = await packCommandLines(version, { files, work: join(work, "command-line") });
  const archives = packed.map(each => ({
    ...each,
    sha256: sha256(readFileSync(join(files, each.file))),
  }));
  writeFileSync(join(files, "krew.yaml"), krewManifest(version, archives));
}

export const changelog = (): string => readFileSync(join(root, "CHANGELOG.md"), "utf8");
