import type { Requester, ScaleOf } from "../../admission/access-review.ts";
import type { PoolMember, PoolState } from "../../controller/targets/selected-targets.ts";
import type { TargetObservation } from "../../controller/targets/target-reader.ts";
import type { ScaleTargetRef } from "../../crds/generated/shared.ts";
import { type FieldError, ok } from "../../engine/model/values/result.ts";
import type { TargetProblem } from "../../engine/status/targets/target-report.ts";
import type { ApiResource } from "../../kube/api/discovery.ts";
import { isRefusal, kubeError, type KubeError } from "../../kube/transport/errors.ts";
import type { AdmissionContext, AdmissionPorts } from "./admission-ports.ts";
import { checkRivals } from "./check-rivals.ts";

export interface NamedTarget {
  readonly path: string;
  readonly ref: ScaleTargetRef;
}

export interface CheckedTarget {
  readonly errors: readonly FieldError[];
  /** The selector of its pods; null: the target was not found. */
  readonly selector: string | null;
  /** Targets at a 0 that scaling does not end, if this proposal starts to scale them. */
  readonly stopped: Stopped | null;
}

export interface Stopped {
  readonly path: string;
  readonly refs: readonly ScaleTargetRef[];
}

/**
 * Whether all targets that a proposal starts to scale are at 0, such as one that a HorizontalPodAutoscaler or KEDA
 * left there. `/scale` does not show who set a 0, so this is known only for objects in a cache.
 */
export function stoppedAt(
  path: string,
  targets: readonly Pick<PoolMember, "ref" | "state">[],
  { mode, wasScaled }: AdmissionContext,
): Stopped | null {
  if (mode !== "Active" || wasScaled || targets.length === 0) return null;
  const moves = targets.some(({ state }) => state.replicas > 0 || state.zeroOf === "Operator");
  return moves ? null : { path, refs: targets.map(({ ref }) => ref) };
}

/** Well below the API server's timeout of ten seconds: an observation may take several requests. */
const observationMs = 3_000;

/**
 * A target that does not exist yet is a warning, because GitOps applies in any order. Only a Paused object
 * may name a kind that is not served: access to its scale cannot be reviewed yet, and is reviewed by the
 * update that ends the pause. A kind without a scale subresource is a warning, too, if the object named it
 * before.
 */
export async function checkTarget(
  ports: AdmissionPorts,
  { path, ref }: NamedTarget,
  context: AdmissionContext,
): Promise<CheckedTarget> {
  const review = (resource: ApiResource | null) =>
    checkAccess(ports, { path, ref, resource }, context);
  const [observation, reviewed] = await Promise.all([
    observeInTime(ports, context.namespace, ref),
    review(null),
  ]);
  const found = toFieldErrors(observation, path, context);
  const rivals = checkRivals(ports, { path, refs: [ref], isSelected: false }, context);
  if (observation.kind === "found") {
    // The review may not have known the kind, so use what was observed. It only asks again in that case.
    const access = await review(observation.target.resource);
    const { state } = observation;
    const stopped = stoppedAt(path, [{ ref, state }], context);
    return { errors: [...found, ...access, ...rivals], selector: state.selector, stopped };
  }
  const access = isUnserved(observation) ? [] : reviewed;
  return { errors: [...found, ...access, ...rivals], selector: null, stopped: null };
}

interface Reviewed {
  readonly path: string;
  readonly ref: Pick<ScaleTargetRef, "apiVersion" | "kind">;
  /** The resource that was observed for the kind; null: it is resolved here. */
  readonly resource: ApiResource | null;
}

/**
 * A user who may not scale a workload cannot have it scaled (I9). Without a name, this applies to every
 * object of the kind. If the kind is not served, access cannot be reviewed, and only a Paused object may name
 * it.
 */
export async function checkAccess(
  { discovery, access }: AdmissionPorts,
  { path, ref, resource: known }: Reviewed,
  { namespace, requester, mode }: AdmissionContext,
): Promise<FieldError[]> {
  const resource = known ? ok(known) : await discovery.resolve(ref.apiVersion, ref.kind, namespace);
  if (!resource.ok) {
    if (resource.error.code !== "NotFound") return [accessUnknown(path, resource.error)];
    return mode === "Paused" ? [] : [unknownKind(path, resource.error.message)];
  }
  const { group, plural } = resource.value;
  const name = "name" in ref && typeof ref.name === "string" ? ref.name : null;
  const scale = { namespace, group, plural, name };
  const may = await access.mayScale(requester, scale);
  if (!may.ok) return [accessUnknown(path, may.error)];
  return may.value ? [] : [accessDenied(path, requester, scale)];
}

function accessDenied(
  path: string,
  { username: who = "you" }: Requester,
  { namespace, group, plural, name }: ScaleOf,
): FieldError {
  const scale = `${group === "" ? plural : `${plural}.${group}`}/scale`;
  const message =
    name === null
      ? `${who} may not update every ${scale} in ${namespace}, and so may not have them selected by labels`
      : `${who} may not update ${scale} of ${namespace}/${name}, and so may not have it scaled`;
  const remedy = `ask for update or patch on ${scale}, or let someone apply this who has it`;
  return { path, code: "AccessDenied", message, remedy, severity: "error" };
}

const accessUnknown = (path: string, error: KubeError): FieldError => ({
  ...{ path, severity: "error" },
  // Another attempt is useless while the operator itself has no right to ask.
  ...(isRefusal(error)
    ? { code: "AccessNotReviewed", remedy: error.remedy }
    : { code: "AccessUnknown", remedy: "try again" }),
  message: `whether you may scale it could not be found out: ${error.message}`,
});

async function observeInTime({ targets }: AdmissionPorts, namespace: string, ref: ScaleTargetRef) {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<TargetObservation>(resolve => {
    const message = `no answer within ${observationMs / 1_000} seconds`;
    const error = kubeError("Timeout", { request: "look", message });
    timer = setTimeout(resolve, observationMs, { kind: "fault", error });
  });
  try {
    return await Promise.race([targets.observe(namespace, ref), late]);
  } finally {
    clearTimeout(timer);
  }
}

function toFieldErrors(
  observation: TargetObservation,
  path: string,
  context: Pick<AdmissionContext, "mode" | "wasNamed">,
): FieldError[] {
  if (observation.kind === "found" || observation.kind === "waiting") return [];
  if (observation.kind === "fault") {
    const message = `the target could not be looked at: ${observation.error.message}`;
    return [targetUnknown(path, message)];
  }
  return problemErrors(observation.problem, path, context);
}

export const targetUnknown = (path: string, message: string): FieldError => ({
  ...{ path, code: "TargetUnknown", message, severity: "warning" },
  remedy: "the operator checks it again and reports in the object's status",
});

export function problemErrors(
  { reason, message }: TargetProblem,
  path: string,
  { mode, wasNamed }: Pick<AdmissionContext, "mode" | "wasNamed">,
): FieldError[] {
  const [what = message, remedy = ""] = message.split("; ");
  const error = { path, code: reason, message: what, remedy };
  const isPaused = mode === "Paused";
  const severity = isPaused || wasNamed ? "warning" : "error";
  switch (reason) {
    case "UnknownKind":
      return [{ ...unknownKind(path, what), severity: isPaused ? "warning" : "error" }];
    case "NotScalable":
    case "KindNotWatched":
      return [{ ...error, path: `${path}.kind`, severity }];
    case "TooManyMatches":
      return [{ ...error, severity }];
    case "TargetNotFound":
    case "FailedGetScale":
      return [{ ...error, severity: "warning" }];
  }
}

/** In this case `problemErrors` rejects all but Paused objects, and there is nothing to review. */
export const isUnserved = (seen: TargetObservation | PoolState): boolean =>
  seen.kind === "problem" && seen.problem.reason === "UnknownKind";

const unknownKind = (path: string, message: string): FieldError => ({
  ...{ path: `${path}.kind`, code: "UnknownKind", message, severity: "error" },
  remedy: "correct apiVersion and kind, install that kind first, or write mode: Paused until then",
});
