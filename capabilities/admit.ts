import type { Targets } from "../controller/targets.ts";
import type { ScaleTargetRef } from "../crds/generated/cluster-proportional-autoscaler.ts";
import { canonicalJson } from "../engine/canonical-json.ts";
import { formatFieldError, type FieldError } from "../engine/field-error.ts";

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
  /** Of a spec in which they have no error. */
  readonly targets: (spec: unknown) => readonly NamedTarget[];
}

const approved: Verdict = { errors: [], warnings: [] };

/**
 * Judges a proposed object: the rules of the spec, and its targets' kinds as the API server serves
 * them. An object that is being deleted, and an edit that leaves the spec alone, always pass. A
 * target that does not exist yet is a warning, because GitOps applies in any order.
 */
export async function judge(
  targets: Targets,
  { object, old, namespace }: Proposal,
  rules: Rules,
): Promise<Verdict> {
  if (object.metadata?.deletionTimestamp) return approved;
  if (old && canonicalJson(old.spec) === canonicalJson(object.spec)) return approved;
  const found = rules.validate(object.spec);
  if (!found.some(isAboutTargets)) {
    const named = rules.targets(object.spec);
    const checked = await Promise.all(named.map(one => checkTarget(targets, namespace, one)));
    found.push(...checked.flat());
  }
  return toVerdict(found);
}

const isAboutTargets = ({ path, severity }: FieldError): boolean =>
  (path === "spec" || path.startsWith("spec.scaleTargetRef")) && severity === "error";

async function checkTarget(
  targets: Targets,
  namespace: string,
  { path, ref }: NamedTarget,
): Promise<FieldError[]> {
  const observation = await targets.observe(namespace, ref, true);
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
      return [{ ...error, path: `${path}.kind`, remedy: unknownKindRemedy, severity: "error" }];
    case "NotScalable":
      return [{ ...error, path: `${path}.kind`, severity: "error" }];
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
