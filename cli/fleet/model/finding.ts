import type { ObjectRef } from "./inventory.ts";

export type Severity = "error" | "warning" | "note";

/** One mistake of one object, found without its past. */
export interface Finding {
  /** The name of the rule, such as `AtMaximum`: stable, for programs and for ignoring it. */
  readonly rule: string;
  readonly severity: Severity;
  readonly object: ObjectRef;
  /** What is wrong, with its numbers: a sentence without a full stop. */
  readonly message: string;
  /** What to do: a sentence without a full stop. */
  readonly remedy: string;
  /** Text to paste, such as the ignoreDifferences of an Argo CD Application. */
  readonly snippet?: string;
}
