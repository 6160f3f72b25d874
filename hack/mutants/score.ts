/** The results of each folder's mutants, and whether the tests detected enough of them. */
import type { MutantStatus } from "@stryker-mutator/api/core";

import { aligned } from "../host/aligned.ts";
import type { Place } from "./sample.ts";

/** The percentage that tests must detect. */
export const thresholds = { engine: 90, controller: 80, kube: 80, admission: 80 } as const;
export type Folder = keyof typeof thresholds;

export interface Outcome extends Place {
  readonly status: MutantStatus;
}

export interface Score {
  readonly folder: Folder;
  readonly mutants: number;
  readonly killed: number;
  readonly timedOut: number;
  readonly survived: number;
  readonly noCoverage: number;
  readonly percent: number;
  readonly enough: boolean;
}

export function scoreOf(folder: Folder, outcomes: readonly Outcome[]): Score {
  const own = outcomes.filter(({ file }) => file.startsWith(`${folder}/`));
  const count = (...statuses: MutantStatus[]) =>
    own.filter(({ status }) => statuses.includes(status)).length;
  // RuntimeError: a test file failed as a whole, for example because the module throws while loading.
  const killed = count("Killed", "RuntimeError");
  const timedOut = count("Timeout");
  const percent = (100 * (killed + timedOut)) / own.length;
  return {
    folder,
    mutants: own.length,
    killed,
    timedOut,
    survived: count("Survived"),
    noCoverage: count("NoCoverage"),
    percent,
    enough: percent >= thresholds[folder],
  };
}

export function tableOf(scores: readonly Score[]): string {
  const head = ["folder", "mutants", "killed", "timed out", "survived", "no coverage", "score", ""];
  const rows = scores.map(score => [
    `${score.folder}/`,
    ...[score.mutants, score.killed, score.timedOut, score.survived, score.noCoverage].map(String),
    `${score.percent.toFixed(1)}%`,
    score.enough ? "" : `less than ${thresholds[score.folder]}%`,
  ]);
  return aligned([head, ...rows]);
}
