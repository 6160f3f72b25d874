import { dirname } from "node:path";

import packageJson from "../../package.json" with { type: "json" };
import { run, type Finished } from "../../hack/host/run.ts";
import { buildReleasePrograms } from "../../hack/release/programs.ts";
import { commandsOf } from "../integration/doc-commands.ts";

/** The commands of docs/verify.md. */
export const verifyCommands = commandsOf("docs/verify.md").map(({ command }) => command);

interface Verified {
  /** With the files of the release. */
  readonly folder: string;
  /** In place of the one in the examples. */
  readonly registry: string;
}

/** Runs a command of the page in a shell that has Cosign and crane. */
export async function runVerify(
  command: string,
  { folder, registry }: Verified,
): Promise<Finished> {
  const { cosign, crane } = await buildReleasePrograms();
  const PATH = [dirname(cosign), dirname(crane), process.env["PATH"]].join(":");
  const here = command
    .replaceAll("registry.example.com", registry)
    .replaceAll("0.1.0", packageJson.version);
  const env = { ...process.env, PATH };
  return await run("bash", ["-o", "pipefail", "-c", here], { cwd: folder, env });
}
