/**
 * Writes everything that a release consists of into dist/release/VERSION: `make release`.
 *
 * VERSION              the version in package.json, which the bundles have
 * REGISTRY             where the image and the chart will be (hack/release/owner.ts)
 * COSIGN_PRIVATE_KEY   signs the checksums and the provenance, with COSIGN_PASSWORD; without it, nothing is signed
 */
import { execFileSync } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join, relative } from "node:path";

import packageJson from "../../package.json" with { type: "json" };
import { packNpm } from "../build/npm-package.ts";
import { commitOf } from "../build/version.ts";
import { command } from "../host/command.ts";
import { buildImage } from "../image/build.ts";
import { architectures, type Architecture } from "../image/image.ts";
import { pack } from "./archive.ts";
import { packChart, stageChart } from "./chart.ts";
import { krewManifest, packCommandLine } from "./command-line.ts";
import { plainManifests, writeBase } from "./manifests.ts";
import { changesOf, releaseNotes, sectionOf } from "./notes.ts";
import { sha256, writeIndex } from "./oci.ts";
import { repositories } from "./owner.ts";
import { checksums, provenance, subjectsOf } from "./proof.ts";
import { canSign, signRelease } from "./sign.ts";

const root = join(import.meta.dirname, "../..");
const platforms: readonly Architecture[] = ["x64", "arm64"];

/** Parts of a release, which a test makes one at a time. */
interface Place {
  readonly version: string;
  /** What is published. */
  readonly files: string;
  /** What it is made from. */
  readonly work: string;
}

/** Builds both images and joins them. Returns the digest of the index. */
async function addImage({ version, files, work }: Place): Promise<string> {
  const layouts: string[] = [];
  for (const architecture of platforms) {
    const folder = join(work, "images", architecture);
    layouts.push((await buildImage(folder, architecture)).layout);
    const { oci } = architectures[architecture];
    cpSync(join(folder, "sbom.cdx.json"), join(files, `trimtab-${version}-${oci}.cdx.json`));
  }
  const layout = join(work, "image");
  const digest = writeIndex(layouts, layout, version);
  await packLayout(layout, join(files, `trimtab-${version}-image.tar`));
  return digest;
}

/** As `crane push` and `skopeo copy oci-archive:` read it. */
const packLayout = (layout: string, file: string): Promise<void> =>
  pack(layout, ["blobs", "index.json", "oci-layout"], file);

/** The chart and the plain manifests, which install the image by its digest. Returns the digest of the chart. */
export async function addChart({ version, files, work }: Place, digest: string): Promise<string> {
  const changes = changesOf(sectionOf(changelog(), version));
  const chart = stageChart({ version, digest, changes }, join(work, "chart"));
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
export async function addCommandLine({ version, files, work }: Place): Promise<void> {
  renameSync(await packNpm(files), join(files, `trimtab-${version}-npm.tgz`));
  const made = [];
  for (const architecture of platforms) {
    const name = `trimtab-${version}-linux-${architectures[architecture].oci}.tar.gz`;
    const file = join(files, name);
    await packCommandLine(architecture, join(work, "command-line", architecture), file);
    made.push({ architecture, name, sha256: sha256(readFileSync(file)) });
  }
  writeFileSync(join(files, "krew.yaml"), krewManifest(version, made));
}

const changelog = (): string => readFileSync(join(root, "CHANGELOG.md"), "utf8");

export async function makeRelease(folder: string): Promise<void> {
  const { version } = packageJson;
  const commit = commitOf();
  if (commit === null) throw new Error("A release needs the Git repository or an archive of it.");
  process.env["SOURCE_DATE_EPOCH"] ??= timeOf(commit);
  const place = { version, files: folder, work: `${folder}.work` };
  for (const used of [place.files, place.work]) {
    rmSync(used, { recursive: true, force: true });
    mkdirSync(used, { recursive: true });
  }
  const image = await addImage(place);
  const chart = await addChart(place, image);
  await addCommandLine(place);
  const names = {
    version,
    image: `${repositories.image}:${version}@${image}`,
    chart: `oci://${repositories.chart}:${version}@${chart}`,
  };
  writeFileSync(join(folder, "release-notes.md"), releaseNotes(changelog(), names));
  finish(folder, commit, version);
  rmSync(place.work, { recursive: true });
}

function finish(folder: string, commit: string, version: string): void {
  const names = readdirSync(folder);
  const subjects = subjectsOf(folder, names);
  writeFileSync(join(folder, "provenance.json"), provenance({ version, commit, subjects }));
  const all = subjectsOf(folder, [...names, "provenance.json"]);
  writeFileSync(join(folder, "SHA256SUMS"), checksums(all));
}

const timeOf = (commit: string): string =>
  execFileSync("git", ["-C", root, "log", "-1", "--format=%ct", commit.replace(".dirty", "")], {
    encoding: "utf8",
  }).trim();

if (import.meta.main) {
  await command(async () => {
    const { version } = packageJson;
    const wanted = process.env["VERSION"] ?? version;
    if (wanted !== version) {
      const remedy = `run \`npm version --no-git-tag-version ${wanted}\` and commit first`;
      throw new Error(`The version in package.json is ${version}, not ${wanted}: ${remedy}.`);
    }
    if (canSign() && commitOf()?.endsWith(".dirty") === true)
      throw new Error("Only a commit can be signed: commit or remove your changes first.");
    const folder = join(root, "dist/release", version);
    await makeRelease(folder);
    await signRelease(folder);
    console.log(readFileSync(join(folder, "SHA256SUMS"), "utf8").trimEnd());
    console.log(relative(process.cwd(), folder));
  });
}
