/** Stryker plugin that accepts the mutants of the sample and skips the others on the same lines. */
import { readFileSync } from "node:fs";

import { CheckStatus, type Checker, type CheckResult } from "@stryker-mutator/api/check";
import type { Mutant } from "@stryker-mutator/api/core";
import { declareClassPlugin, PluginKind } from "@stryker-mutator/api/plugin";

import { keyOf, placeOf, sampleVariable } from "./sample.ts";

class SampleChecker implements Checker {
  #keys: ReadonlySet<string> = new Set();

  init(): Promise<void> {
    const file = process.env[sampleVariable] ?? "";
    this.#keys = new Set(JSON.parse(readFileSync(file, "utf8")) as readonly string[]);
    return Promise.resolve();
  }

  group(mutants: Mutant[]): Promise<string[][]> {
    return Promise.resolve([mutants.map(({ id }) => id)]);
  }

  check(mutants: Mutant[]): Promise<Record<string, CheckResult>> {
    const resultOf = (mutant: Mutant): CheckResult =>
      this.#keys.has(keyOf(placeOf(mutant)))
        ? { status: CheckStatus.Passed }
        : { status: CheckStatus.CompileError, reason: "not in the sample" };
    return Promise.resolve(
      Object.fromEntries(mutants.map(mutant => [mutant.id, resultOf(mutant)])),
    );
  }
}

export const strykerPlugins = [declareClassPlugin(PluginKind.Checker, "sample", SampleChecker)];
