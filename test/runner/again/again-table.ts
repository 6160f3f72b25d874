import { clock } from "../clock.ts";
import type { Result } from "../result.ts";

/** One run of `make test` in a series. */
export interface Run {
  /** From 1. */
  readonly number: number;
  readonly load: Load;
  readonly seconds: number;
  readonly result: Omit<Result, "files">;
}

export type Load = "none" | "one core";

/** Every second run has one core less. */
export const loadOf = (number: number): Load => (number % 2 === 0 ? "one core" : "none");

/** The numbers of the runs that are missing for this many runs. */
export const missingRuns = (runs: readonly Run[], times: number): number[] =>
  Array.from({ length: Math.max(0, times - runs.length) }, (_, index) => runs.length + index + 1);

/** In Markdown. */
export function tableOf(runs: readonly Run[]): string {
  const rows = runs.map(({ number, load, seconds, result: { passed, failed, failures } }) =>
    [number, load, clock(seconds), passed, failed, failures.map(escaped).join("<br>")].join(" | "),
  );
  return [
    "| run | load | duration | passed | failed | failed tests |",
    "| --: | ---- | -------: | -----: | -----: | ------------ |",
    ...rows.map(row => `| ${row} |`),
  ].join("\n");
}

const escaped = (name: string): string => name.replaceAll("|", "\\|");
