import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { TestProject } from "vitest/node";

import { bundleCommandLine } from "../hack/build/bundle.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The path of the program `trimtab`, built from the sources of this run. */
    readonly commandLine: string;
  }
}

/**
 * Builds the command line once for all unit tests, outside dist/, which another run may be building. A process of the
 * bundle starts six times as fast as one of the sources. The lanes of `npm test` use what `make build` has just built.
 */
export default async function setup(project: TestProject): Promise<(() => void) | undefined> {
  const built = process.env["TRIMTAB_COMMAND_LINE"];
  if (built) {
    project.provide("commandLine", built);
    return undefined;
  }
  const folder = mkdtempSync(join(tmpdir(), "trimtab-cli-"));
  const program = join(folder, "bin/trimtab");
  cpSync(join(import.meta.dirname, "../bin/trimtab"), program);
  await bundleCommandLine(join(folder, "dist"));
  project.provide("commandLine", program);
  return () => {
    rmSync(folder, { recursive: true });
  };
}
