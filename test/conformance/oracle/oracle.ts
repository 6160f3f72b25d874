/**
 * Compares upstream's HPA controller in random worlds with Trimtab's decisions: `make oracle`.
 *
 * SEED, CASES, SYNCS  the first seed (1), the number of cases (200), the number of syncs of each (60)
 * SEEDS               these cases instead: "7,12:20" are seed 7, and the first 20 syncs of seed 12
 * RELEASE             another release of the controller, for which there is a file kubernetes-RELEASE.mod
 * PROFILE             the compatibility profile for Trimtab: the release of the controller, 1.36 for v1.36.1
 * OUT                 the output file; default: one in the cache
 */
import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";

import { versionOf } from "../../../hack/cluster/controlplane/go-module.ts";
import { cacheFolder } from "../../../hack/host/cache.ts";
import { command } from "../../../hack/host/command.ts";
import { runOrThrow } from "../../../hack/host/run.ts";
import { compare } from "./compare.ts";

const module = import.meta.dirname;

async function main(): Promise<void> {
  const modFile = modFileOf(process.env["RELEASE"]);
  const goMod = await readFile(join(module, modFile), "utf8");
  const version = versionOf("k8s.io/kubernetes", goMod);
  const { SEED = "1", CASES = "200", SYNCS = "60", SEEDS = "" } = process.env;
  const folder = join(cacheFolder(), "oracle");
  await mkdir(folder, { recursive: true });
  const name = SEEDS === "" ? `${SEED}-${CASES}x${SYNCS}` : "chosen";
  const file = process.env["OUT"] ?? join(folder, `hpa-${version}-${name}.jsonl.gz`);

  const program = await build(folder, modFile);
  console.error(
    `Upstream's controller ${version}: ${SEEDS || `${CASES} cases from seed ${SEED}`}.`,
  );
  const chosen = SEEDS === "" ? ["-seed", SEED, "-cases", CASES] : ["-seeds", SEEDS];
  const profile = process.env["PROFILE"] ?? releaseOf(version);
  const asked = [...chosen, "-syncs", SYNCS, "-profile", profile, "-o", file];
  await runOrThrow(program, ["-test.run=^TestWrite$", "-test.timeout=0", ...asked]);
  const isEqual = await compare(file);
  console.log(`The cases: ${file}\nDecided again with: bin/trimtab evaluate -f ${file}`);
  if (!isEqual) process.exitCode = 1;
}

/** @param release undefined: the pinned one */
const modFileOf = (release: string | undefined): string =>
  release === undefined ? "go.mod" : `kubernetes-${release}.mod`;

/** v1.36.1 belongs to release 1.36. */
const releaseOf = (version: string): string => version.replace(/^v(\d+\.\d+)\..*$/, "$1");

/** A test binary, because Go supports virtual time only in tests. Go's own cache makes rebuilds fast. */
async function build(folder: string, modFile: string): Promise<string> {
  const program = join(folder, `${modFile.replace(".mod", "")}-oracle.test`);
  console.error("Building upstream's controller: a minute the first time.");
  const env = { ...process.env, GOWORK: "off" };
  const flags = ["-c", "-trimpath", `-modfile=${modFile}`, "-o", program];
  await runOrThrow("go", ["test", ...flags, "."], { cwd: module, env });
  return program;
}

await command(main);
