/** Surviving mutants, with the reason for those in accepted.json: mutants that change nothing. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

import type { Place } from "./sample.ts";
import type { Outcome } from "./score.ts";

const root = join(import.meta.dirname, "../..");
export const acceptedFile = join(import.meta.dirname, "accepted.json");

/** Identified by its text, so that it still matches when lines move. */
export interface Accepted {
  readonly file: string;
  readonly original: string;
  readonly replacement: string;
  readonly reason: string;
}

export function describeSurvivors(
  outcomes: readonly Outcome[],
  accepted: readonly Accepted[],
): string {
  const survivors = outcomes
    .filter(({ status }) => status === "Survived" || status === "NoCoverage")
    .map(outcome => ({ outcome, original: originalOf(outcome) }))
    .map(({ outcome, original }) => ({
      line: `${positionOf(outcome)} ${outcome.status}: ${original} -> ${oneLine(outcome.replacement)}`,
      reason: accepted.find(
        ({ file, ...entry }) =>
          file === outcome.file &&
          oneLine(entry.original) === original &&
          oneLine(entry.replacement) === oneLine(outcome.replacement),
      )?.reason,
    }))
    .sort((a, b) => a.line.localeCompare(b.line, "en", { numeric: true }));
  const known = survivors.filter(({ reason }) => reason !== undefined);
  const unknown = survivors.filter(({ reason }) => reason === undefined);
  return [
    `Survivors with a reason: ${known.length}`,
    ...known.map(({ line, reason }) => `  ${line}\n    ${reason ?? ""}`),
    `Survivors without a reason: ${unknown.length}`,
    ...unknown.map(({ line }) => `  ${line}`),
    "",
  ].join("\n");
}

const positionOf = ({ file, location: { start } }: Place): string =>
  `${file}:${start.line + 1}:${start.column + 1}`;

const oneLine = (text: string): string => text.replaceAll(/\s+/g, " ").trim();

function originalOf({ file, location: { start, end } }: Place): string {
  const lines = readFileSync(join(root, file), "utf8").split("\n");
  const range = lines.slice(start.line, end.line + 1);
  const last = range.length - 1;
  return oneLine(
    range
      .map((line, index) => line.slice(0, index === last ? end.column : undefined))
      .map((line, index) => (index === 0 ? line.slice(start.column) : line))
      .join("\n"),
  );
}
