import type { ObjectRef } from "./inventory.ts";

/** The most severe one first. */
export const severities = ["error", "warning", "note"] as const;
export type Severity = (typeof severities)[number];

/** One mistake of one object. */
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

/** Whether one of the findings is as severe as this, or more. */
export const hasFinding = (findings: readonly Finding[], limit: Severity | "none"): boolean =>
  limit !== "none" &&
  findings.some(({ severity }) => severities.indexOf(severity) <= severities.indexOf(limit));

export type OneRule = readonly [Finding, ...Finding[]];

/** By rule: the most severe first, then those with most findings. */
export function byRule(findings: readonly Finding[]): OneRule[] {
  const rules = new Map<string, [Finding, ...Finding[]]>();
  for (const finding of findings) {
    const same = rules.get(finding.rule);
    if (same) same.push(finding);
    else rules.set(finding.rule, [finding]);
  }
  const rank = ([{ severity }]: OneRule): number => severities.indexOf(severity);
  return [...rules.values()].sort((a, b) => rank(a) - rank(b) || b.length - a.length);
}
