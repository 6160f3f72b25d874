/** The mutants of a folder, and a sample of them that a seed reproduces. */
import { createHash } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";

import type { Logger } from "@stryker-mutator/api/logging";
import type { Mutant } from "@stryker-mutator/api/core";
import { Instrumenter } from "@stryker-mutator/instrumenter";

const root = join(import.meta.dirname, "../..");
/** Path of the file that lists the sample's mutants for the checker, which runs in another process. */
export const sampleVariable = "TRIMTAB_MUTANTS_SAMPLE";
/** Tests and generated files are not mutated. */
const isLeftOut = /\.(test|cases)\.ts$|(^|\/)(testing|generated)\//;

/** A mutation and its place: lines and columns from 0, the file relative to the root. */
export interface Place {
  readonly file: string;
  readonly location: Mutant["location"];
  readonly mutator: string;
  readonly replacement: string;
}

export const placeOf = ({ fileName, location, mutatorName, replacement }: Mutant): Place => ({
  file: relative(root, fileName),
  location,
  mutator: mutatorName,
  replacement,
});

export const keyOf = ({ file, location: { start, end }, mutator, replacement }: Place): string =>
  JSON.stringify([file, start.line, start.column, end.line, end.column, mutator, replacement]);

export async function allMutants(folder: string): Promise<readonly Place[]> {
  const names = globSync(`${folder}/**/*.ts`, { cwd: root }).filter(name => !isLeftOut.test(name));
  const files = names.sort().map(name => ({
    name: join(root, name),
    mutate: true,
    content: readFileSync(join(root, name), "utf8"),
  }));
  const options = { ignorers: [], excludedMutations: [], plugins: null, noHeader: true };
  const { mutants } = await new Instrumenter(silent).instrument(files, options);
  return mutants.map(placeOf);
}

/** Ordered by a hash with the seed, so a change elsewhere in the code changes little of the sample. */
export function sampleOf(mutants: readonly Place[], seed: number, size: number): readonly Place[] {
  const rank = (place: Place) =>
    createHash("sha256")
      .update(`${seed} ${keyOf(place)}`)
      .digest("hex");
  return mutants
    .map(place => ({ place, rank: rank(place) }))
    .sort((a, b) => (a.rank < b.rank ? -1 : 1))
    .slice(0, size)
    .map(({ place }) => place);
}

const ignore = () => undefined;
const silent: Logger = {
  isTraceEnabled: () => false,
  isDebugEnabled: () => false,
  isInfoEnabled: () => false,
  isWarnEnabled: () => true,
  isErrorEnabled: () => true,
  isFatalEnabled: () => true,
  trace: ignore,
  debug: ignore,
  info: ignore,
  warn: console.warn,
  error: console.error,
  fatal: console.error,
};
