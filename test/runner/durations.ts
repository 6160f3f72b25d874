import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Durations of lanes and test files in seconds, from the last `npm run test:record`. */
export interface Durations {
  readonly lanes: Readonly<Record<string, number>>;
  readonly files: Readonly<Record<string, number>>;
}

const path = join(import.meta.dirname, "durations.json");

export const readDurations = (): Durations => JSON.parse(readFileSync(path, "utf8")) as Durations;

/** Whole seconds and sorted names: two records of the same tests differ little. */
export function writeDurations({ lanes, files }: Durations): void {
  writeFileSync(path, `${JSON.stringify({ lanes: tidy(lanes), files: tidy(files) }, null, 2)}\n`);
}

const tidy = (seconds: Durations["files"]) =>
  Object.fromEntries(
    Object.entries(seconds)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, value]) => [name, Math.round(value)]),
  );
