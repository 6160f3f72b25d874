import type { EpochMs } from "../../../engine/model/values/result.ts";
import type { Finding, Severity } from "../model/finding.ts";
import type { Fleet } from "./fleet.ts";
import type { Subject } from "./subject.ts";

export interface Rule {
  readonly name: string;
  /** Rules that explain what this one finds, if they find something, too. */
  readonly explainedBy?: readonly string[];
  check(subject: Subject, context: Context): readonly Remark[];
}

export interface Context {
  readonly now: EpochMs;
  readonly fleet: Fleet;
}

export type Remark = Omit<Finding, "rule" | "object">;

const remark =
  (severity: Severity) =>
  (message: string, remedy: string): Remark => ({ severity, message, remedy });

/** It does not work. */
export const error = remark("error");
/** It costs or loses something. */
export const warning = remark("warning");
/** It is worth knowing. */
export const note = remark("note");
