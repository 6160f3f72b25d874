import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { runOrThrow } from "../host/run.ts";
import { buildReleasePrograms } from "./programs.ts";

const keyVariable = "COSIGN_PRIVATE_KEY";

export const canSign = (): boolean => (process.env[keyVariable] ?? "") !== "";

// Nothing leaves the machine: no transparency log and no time-stamping authority.
const offline = ["--use-signing-config=false", "--tlog-upload=false", "--yes"];

/** Signs the checksums and the provenance with the key of the environment. Says so if there is none. */
export async function signRelease(folder: string): Promise<void> {
  if (!canSign()) {
    console.log(`Not signed: ${keyVariable} is not set.`);
    return;
  }
  const { cosign } = await buildReleasePrograms();
  const sums = join(folder, "SHA256SUMS");
  const key = `--key=env://${keyVariable}`;
  await runOrThrow(cosign, ["sign-blob", key, ...offline, `--bundle=${sums}.sigstore.json`, sums]);
  const statement = join(folder, "provenance.json");
  await runOrThrow(cosign, [
    ...["attest-blob", key, ...offline, `--statement=${statement}`],
    `--bundle=${join(folder, "provenance.sigstore.json")}`,
  ]);
  const published = join(folder, "cosign.pub");
  if (!existsSync(published))
    writeFileSync(published, await runOrThrow(cosign, ["public-key", key]));
}

/** Signs what a registry has, by its digest. */
export async function signReference(reference: string): Promise<void> {
  const { cosign } = await buildReleasePrograms();
  await runOrThrow(cosign, ["sign", `--key=env://${keyVariable}`, ...offline, reference]);
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
  const { cosign } = await buildReleasePrograms();
  const says = [`--type=${type}`, `--predicate=${predicate}`];
  await runOrThrow(cosign, [
    ...["attest", `--key=env://${keyVariable}`, ...offline, ...says, reference],
  ]);
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
