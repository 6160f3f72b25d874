import type {
  ClusterProportionalAutoscalerSpec,
  ScaleTargetRef,
} from "../../crds/generated/cluster-proportional-autoscaler.ts";
import { canonicalJson } from "../../engine/canonical-json.ts";
import { formatFieldError, type FieldError } from "../../engine/field-error.ts";
import { validateClusterProportionalAutoscaler } from "../../engine/validate/cluster-proportional-autoscaler.ts";
import type { Targets } from "../../controller/targets.ts";

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

const approved: Verdict = { errors: [], warnings: [] };

/**
 * Judges a proposed object: the rules of the spec, and its targets' kinds as the API server serves
 * them. An object that is being deleted, and an edit that leaves the spec alone, always pass. A
 * target that does not exist yet is a warning, because GitOps applies in any order.
 */
export async function admit(targets: Targets, proposal: Proposal): Promise<Verdict> {
  const { object, old } = proposal;
  if (object.metadata?.deletionTimestamp) return approved;
  if (old && canonicalJson(old.spec) === canonicalJson(object.spec)) return approved;
  const found = validateClusterProportionalAutoscaler(object.spec);
  const spec = object.spec as Partial<ClusterProportionalAutoscalerSpec>;
  const broken = found.some(({ path }) => path.startsWith("spec.scaleTargetRefs"));
  if (!broken) found.push(...(await checkTargets(targets, proposal.namespace, spec)));
  return toVerdict(found);
}

async function checkTargets(
  targets: Targets,
  namespace: string,
  { scaleTargetRefs = [] }: Partial<ClusterProportionalAutoscalerSpec>,
): Promise<FieldError[]> {
  const checks = scaleTargetRefs.map((ref, index) =>
    checkTarget(targets, namespace, ref, `spec.scaleTargetRefs[${index}]`),
  );
  return (await Promise.all(checks)).flat();
}

async function checkTarget(
  targets: Targets,
  namespace: string,
  ref: ScaleTargetRef,
  path: string,
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
