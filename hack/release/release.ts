/**
 * Writes everything that a release consists of into dist/release/VERSION: `make release`.
 *
 * VERSION              the version in package.json, which the bundles have
 * REGISTRY             where the image and the chart will be (hack/release/owner.ts)
 * COSIGN_PRIVATE_KEY   signs the checksums and the provenance, with COSIGN_PASSWORD; without it, nothing is signed
 */
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";

import packageJson from "../../package.json" with { type: "json" };
import { current } from "../build/archive.ts";
import { commitOf } from "../build/version.ts";
import { command } from "../host/command.ts";
import { withLock } from "../host/lock.ts";
import { addChart, addCommandLine, addImage, changelog, emptyFolders } from "./contents.ts";
import { releaseNotes } from "./notes.ts";
import { checkRegistry, repositories } from "./owner.ts";
import { checksums, provenance, subjectInRegistry, subjectsOf, type Build } from "./proof.ts";
import { canSign, signRelease } from "./sign.ts";

const root = join(import.meta.dirname, "../..");

export async function makeRelease(folder: string): Promise<void> {
  const { version } = packageJson;
  const commit = commitOf();
  if (commit === null) throw new Error("A release needs the Git repository or an archive of it.");
  const time = process.env["SOURCE_DATE_EPOCH"] ?? "";
  if (time === "") process.env["SOURCE_DATE_EPOCH"] = timeOf(commit);
  const parts = { version, source: current, files: folder, work: `${folder}.work` };
  emptyFolders(parts);
  const image = await addImage(parts);
  const chart = await addChart(parts, image);
  await addCommandLine(parts);
  const names = {
    version,
    image: `${repositories.image}:${version}@${image}`,
    chart: `oci://${repositories.chart}:${version}@${chart}`,
  };
  writeFileSync(join(folder, "release-notes.md"), releaseNotes(changelog(), names));
  writeProof(folder, { version, commit }, { image, chart });
  rmSync(parts.work, { recursive: true });
}

type Digests = Readonly<Record<"image" | "chart", string>>;

/** The provenance is of the files and of what a registry will have; the checksums are of the files. */
export function writeProof(folder: string, build: Omit<Build, "subjects">, digests: Digests): void {
  const names = readdirSync(folder);
  const published = (["image", "chart"] as const).map(part =>
    subjectInRegistry(repositories[part], digests[part]),
  );
  const subjects = [...subjectsOf(folder, names), ...published];
  writeFileSync(join(folder, "provenance.json"), provenance({ ...build, subjects }));
  const all = subjectsOf(folder, [...names, "provenance.json"]);
  writeFileSync(join(folder, "SHA256SUMS"), checksums(all));
}

/** What a signed release must be made from: all files of a commit, and no others. */
function requireCommit(): void {
  const status = (...args: readonly string[]): string =>
    execFileSync("git", ["-C", root, "status", "--porcelain", ...args], { encoding: "utf8" });
  // A release also contains files of these folders that Git ignores.
  const copied = ["charts", "bin"];
  const others = status() + status("--ignored=matching", "--", ...copied);
  if (others !== "")
    throw new Error(`Only a commit can be signed: commit or remove your changes first.\n${others}`);
}

/** Seconds since 1970 at which the commit was made. */
function timeOf(commit: string): string {
  const archived = join(root, ".git_archival.txt");
  const [, time] = /^time: (\d+)$/m.exec(readFileSync(archived, "utf8")) ?? [];
  const log = ["-C", root, "log", "-1", "--format=%ct", commit.replace(".dirty", "")];
  return time ?? execFileSync("git", log, { encoding: "utf8" }).trim();
}

const isVersion = /^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/;

function checkVersion(): void {
  const { version } = packageJson;
  const wanted = process.env["VERSION"] ?? version;
  if (!isVersion.test(wanted) || !isVersion.test(version))
    throw new Error("VERSION is no version without build metadata: write one such as 1.2.3.");
  if (wanted !== version) {
    const remedy = `run \`npm version --no-git-tag-version ${wanted}\` and commit first`;
    throw new Error(`The version in package.json is ${version}, not ${wanted}: ${remedy}.`);
  }
}

if (import.meta.main) {
  await command(async () => {
    checkVersion();
    checkRegistry({ isSigned: canSign() });
    if (canSign()) requireCommit();
    const folder = join(root, "dist/release", packageJson.version);
    await withLock(folder, async () => {
      await makeRelease(folder);
      await signRelease(folder);
    });
    console.log(readFileSync(join(folder, "SHA256SUMS"), "utf8").trimEnd());
    console.log(relative(process.cwd(), folder));
  });
}
