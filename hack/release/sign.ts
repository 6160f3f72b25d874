import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { command } from "../host/command.ts";
import { runOrThrow } from "../host/run.ts";
import { checkRegistry } from "./owner.ts";
import { buildReleasePrograms } from "./programs.ts";
import { provenanceIn, requireOwnRegistry } from "./proof.ts";

const keyVariable = "COSIGN_PRIVATE_KEY";
const secretVariables = [keyVariable, "COSIGN_PASSWORD"];

/** Only Cosign gets the key: the programs that build a release do not need it. */
const secrets = Object.fromEntries(
  secretVariables.flatMap(name => {
    const value = process.env[name] ?? "";
    Reflect.deleteProperty(process.env, name);
    return value === "" ? [] : [[name, value]];
  }),
);

export const canSign = (): boolean => Object.hasOwn(secrets, keyVariable);

async function runCosign(args: readonly string[]): Promise<string> {
  const { cosign } = await buildReleasePrograms();
  return runOrThrow(cosign, args, { env: { ...process.env, ...secrets } });
}

// Nothing leaves the machine: no transparency log and no time-stamping authority.
const offline = ["--use-signing-config=false", "--tlog-upload=false", "--yes"];

/** Signs the checksums and the provenance with the key of the environment. Says so if there is none. */
export async function signRelease(folder: string): Promise<void> {
  if (!canSign()) {
    console.log(`Not signed: ${keyVariable} is not set.`);
    return;
  }
  const sums = join(folder, "SHA256SUMS");
  const key = `--key=env://${keyVariable}`;
  await runCosign(["sign-blob", key, ...offline, `--bundle=${sums}.sigstore.json`, sums]);
  const statement = join(folder, "provenance.json");
  await runCosign([
    ...["attest-blob", key, ...offline, `--statement=${statement}`],
    `--bundle=${join(folder, "provenance.sigstore.json")}`,
  ]);
  const published = join(folder, "cosign.pub");
  if (!existsSync(published)) writeFileSync(published, await runCosign(["public-key", key]));
}

/** That the key of the environment has signed the checksums. */
export async function verifySums(folder: string): Promise<void> {
  const scratch = mkdtempSync(join(tmpdir(), "trimtab-key-"));
  try {
    const key = join(scratch, "cosign.pub");
    writeFileSync(key, await runCosign(["public-key", `--key=env://${keyVariable}`]));
    const sums = join(folder, "SHA256SUMS");
    const signature = `--bundle=${sums}.sigstore.json`;
    await runCosign([
      "verify-blob",
      `--key=${key}`,
      signature,
      "--insecure-ignore-tlog=true",
      sums,
    ]);
  } finally {
    rmSync(scratch, { recursive: true });
  }
}

/** Signs what a registry has, by its digest. */
export async function signReference(reference: string): Promise<void> {
  await runCosign(["sign", `--key=env://${keyVariable}`, ...offline, reference]);
}

/**
 * Attaches a signed statement about what a registry has, as an in-toto attestation.
 *
 * @param predicate the file with what it says
 */
export async function attestReference(
  reference: string,
  type: "slsaprovenance1" | "cyclonedx",
  predicate: string,
): Promise<void> {
  const says = [`--type=${type}`, `--predicate=${predicate}`];
  await runCosign([...["attest", `--key=env://${keyVariable}`, ...offline, ...says, reference]]);
}

/** A pair of keys for one test, as environment variables. */
export async function ephemeralKey(): Promise<Readonly<Record<string, string>>> {
  const { cosign } = await buildReleasePrograms();
  const folder = mkdtempSync(join(tmpdir(), "trimtab-key-"));
  try {
    const env = { ...process.env, COSIGN_PASSWORD: "ephemeral" };
    await runOrThrow(cosign, ["generate-key-pair"], { cwd: folder, env });
    return {
      [keyVariable]: readFileSync(join(folder, "cosign.key"), "utf8"),
      COSIGN_PASSWORD: "ephemeral",
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** `npm run release:sign FOLDER`: signs a folder that `make release` has written without a key. */
if (import.meta.main) {
  await command(async () => {
    const [folder] = process.argv.slice(2);
    if (folder === undefined) throw new Error("Which folder? dist/release/VERSION");
    if (!canSign()) throw new Error(`${keyVariable} is not set.`);
    checkRegistry({ isSigned: true });
    const provenance = provenanceIn(folder);
    const { resolvedDependencies } = provenance.predicate.buildDefinition;
    if (resolvedDependencies.some(({ digest }) => digest.gitCommit.endsWith("dirty")))
      throw new Error("Only a commit can be signed: make the release of one.");
    requireOwnRegistry(provenance);
    await signRelease(folder);
  });
}
