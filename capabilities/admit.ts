import { setTimeout as wait } from "node:timers/promises";

import type { TargetObservation, Targets } from "../controller/targets.ts";
import type { ScaleTargetRef } from "../crds/generated/cluster-proportional-autoscaler.ts";
import { canonicalJson } from "../engine/canonical-json.ts";
import { formatFieldError, type FieldError } from "../engine/field-error.ts";
import { refKey } from "../engine/status/target-report.ts";
import { kubeError } from "../kube/errors.ts";

/** Ready to be shown: one line for each error, one for each warning. */
export interface Verdict {
  readonly errors: string[];
  readonly warnings: string[];
}

/** What admission is asked about; `old` is there on update. */
export interface Proposal {
  readonly namespace: string;
  readonly object: { spec: unknown; metadata?: { deletionTimestamp?: unknown } };
  readonly old: { spec?: unknown } | null | undefined;
}

export interface NamedTarget {
  readonly path: string;
  readonly ref: ScaleTargetRef;
}

export interface Rules {
  readonly validate: (spec: unknown) => FieldError[];
  /** Of any spec: one that was stored under an older schema may name none that can be read. */
  readonly targets: (spec: unknown) => readonly NamedTarget[];
}

const approved: Verdict = { errors: [], warnings: [] };

/** Well below the ten seconds that the API server waits: a look may take several requests. */
export const lookMs = 3_000;

/**
 * Judges a proposed object: the rules of the spec, and its targets' kinds as the API server serves
 * them. An object that is being deleted, and an edit that leaves the spec alone, always pass. A
 * target that does not exist yet is a warning, because GitOps applies in any order. So is a kind
 * that is gone where nothing is scaled (Paused) or the object has named it before: whoever edits
 * such an object has not made that mistake now.
 */
export async function judge(
  targets: Pick<Targets, "observe">,
  { object, old, namespace }: Proposal,
  rules: Rules,
): Promise<Verdict> {
  if (object.metadata?.deletionTimestamp) return approved;
  if (old && canonicalJson(old.spec) === canonicalJson(object.spec)) return approved;
  const found = rules.validate(object.spec);
  if (!found.some(isAboutTargets)) {
    const known = new Set(rules.targets(old?.spec).map(({ ref }) => refKey(ref)));
    const { mode } = object.spec as { readonly mode?: unknown };
    const checks = rules.targets(object.spec).map(async ({ ref, path }) => {
      const lenient = mode === "Paused" || known.has(refKey(ref));
      const observation = await look(targets, namespace, ref);
      return toFieldErrors(observation, path, lenient ? "warning" : "error");
    });
    found.push(...(await Promise.all(checks)).flat());
  }
  return toVerdict(found);
}

const isAboutTargets = ({ path, severity }: FieldError): boolean =>
  (path === "spec" || path.startsWith("spec.scaleTargetRef")) && severity === "error";

async function look(
  targets: Pick<Targets, "observe">,
  namespace: string,
  ref: ScaleTargetRef,
): Promise<TargetObservation> {
  const done = new AbortController();
  const late = wait(lookMs, undefined, { signal: done.signal }).then(
    (): TargetObservation => {
      const message = `no answer within ${lookMs / 1_000} seconds`;
      return { kind: "fault", error: kubeError("Timeout", { request: "look", message }) };
    },
    // Aborted: the other one has won.
    (): TargetObservation => ({ kind: "waiting" }),
  );
  try {
    return await Promise.race([targets.observe(namespace, ref, true), late]);
  } finally {
    done.abort();
  }
}

function toFieldErrors(
  observation: TargetObservation,
  path: string,
  severity: FieldError["severity"],
): FieldError[] {
  if (observation.kind === "found" || observation.kind === "waiting") return [];
  if (observation.kind === "fault") {
    const { message } = observation.error;
    const remedy = "the operator checks it again and reports in the object's status";
    const text = `the target could not be looked at: ${message}`;
    return [{ path, code: "TargetUnknown", message: text, remedy, severity: "warning" }];
  }
  const { reason, message } = observation.problem;
  const [what = message, remedy = ""] = message.split("; ");
  const error = { path, code: reason, message: what, remedy };
  switch (reason) {
    case "UnknownKind":
      return [{ ...error, path: `${path}.kind`, remedy: unknownKindRemedy, severity }];
    case "NotScalable":
      return [{ ...error, path: `${path}.kind`, severity }];
    case "TargetNotFound":
    case "FailedGetScale":
      return [{ ...error, severity: "warning" }];
  }
}

const unknownKindRemedy = "correct apiVersion and kind, or install that kind first";

const toVerdict = (found: readonly FieldError[]): Verdict => ({
  errors: found.filter(({ severity }) => severity === "error").map(formatFieldError),
  warnings: found.filter(({ severity }) => severity === "warning").map(formatFieldError),
});
