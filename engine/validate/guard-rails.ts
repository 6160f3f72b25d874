import { MAX_REPLICAS } from "../pipeline/stages/bound.ts";
import type { FieldError } from "../field-error.ts";
import type { LadderStep, ProportionalParameters } from "../recommend/proportional/parameters.ts";

/** The platform team's limits, which override the objects. */
export interface GuardRails {
  readonly leastSyncPeriodSeconds: number;
  readonly largestMaxReplicas: number;
  /** As `Kind.group`, such as Deployment.apps; null: any kind. */
  readonly allowedTargetKinds: readonly string[] | null;
}

interface Reference {
  readonly apiVersion?: unknown;
  readonly kind?: unknown;
}

/**
 * Finds where a spec exceeds the guard rails. Expects a valid spec; numbers of the wrong type are
 * ignored.
 *
 * Codes  SyncPeriodBelowLimit, MaxAboveLimit, KindNotAllowed.
 */
export function checkGuardRails(
  spec: unknown,
  targets: readonly { readonly path: string; readonly ref: Reference }[],
  rails: GuardRails,
): FieldError[] {
  return [
    ...checkPeriod(spec, rails),
    ...maxima(spec).flatMap(({ path, max }) => checkMax(path, max, rails)),
    ...targets.flatMap(({ path, ref }) => checkKind(path, ref, rails)),
  ];
}

/**
 * Caps the bounds of a valid spec: the guard rails also apply to objects stored before they were
 * set or while admission was not called. A disallowed kind is not scaled at all.
 */
export function withinRails<Numbers extends SpecNumbers>(
  spec: Numbers,
  { largestMaxReplicas: largest }: GuardRails,
): Numbers {
  const { minReplicas, maxReplicas } = spec;
  if (maxReplicas <= largest) return spec;
  return { ...spec, minReplicas: Math.min(minReplicas, largest), maxReplicas: largest };
}

interface SpecNumbers {
  readonly minReplicas: number;
  readonly maxReplicas: number;
}

/** The same for parameters from any source. */
export function parametersWithinRails(
  parameters: ProportionalParameters,
  { largestMaxReplicas: largest }: GuardRails,
): ProportionalParameters {
  if (largest >= MAX_REPLICAS) return parameters;
  const capped = (steps: readonly LadderStep[]): LadderStep[] =>
    steps.map(({ size, replicas }) => ({ size, replicas: Math.min(replicas, largest) }));
  if (parameters.mode === "ladder") {
    const { coresToReplicas, nodesToReplicas } = parameters;
    return {
      ...parameters,
      coresToReplicas: capped(coresToReplicas),
      nodesToReplicas: capped(nodesToReplicas),
    };
  }
  const { minReplicas, maxReplicas, preventSinglePointFailure } = parameters;
  return {
    ...parameters,
    minReplicas: Math.min(minReplicas, largest),
    maxReplicas: maxReplicas === 0 ? largest : Math.min(maxReplicas, largest),
    // Upstream's arithmetic turns a maximum of 1 into 2.
    preventSinglePointFailure: preventSinglePointFailure && largest > 1,
  };
}

function checkPeriod(spec: unknown, { leastSyncPeriodSeconds: least }: GuardRails): FieldError[] {
  const { syncPeriodSeconds: period } = (spec ?? {}) as { readonly syncPeriodSeconds?: unknown };
  if (typeof period !== "number" || period >= least) return [];
  return [
    refusal("spec.syncPeriodSeconds", {
      code: "SyncPeriodBelowLimit",
      message: `${period} is less than the ${least} seconds that this installation allows`,
      remedy: `write ${least} or more`,
    }),
  ];
}

interface Bounded {
  readonly maxReplicas?: unknown;
}

/** All places where a spec of either kind may hold a maximum. */
function maxima(spec: unknown): { readonly path: string; readonly max: unknown }[] {
  const { maxReplicas, linear, configMapRef } = (spec ?? {}) as Bounded & {
    readonly linear?: Bounded | null;
    readonly configMapRef?: {
      readonly default?: { readonly linear?: Bounded | null } | null;
    } | null;
  };
  const fallback = configMapRef?.default?.linear;
  return [
    { path: "spec.maxReplicas", max: maxReplicas },
    { path: "spec.linear.maxReplicas", max: linear?.maxReplicas },
    { path: "spec.configMapRef.default.linear.maxReplicas", max: fallback?.maxReplicas },
  ];
}

function checkMax(path: string, max: unknown, rails: GuardRails): FieldError[] {
  const { largestMaxReplicas: largest } = rails;
  if (typeof max !== "number" || max <= largest) return [];
  return [
    refusal(path, {
      code: "MaxAboveLimit",
      message: `${max} is more than the ${largest} replicas that this installation allows`,
      remedy: `write ${largest} or less`,
    }),
  ];
}

/** Numbers can be capped; a kind cannot. */
export const isFinal = ({ code }: FieldError): boolean => code === "KindNotAllowed";

function checkKind(path: string, ref: Reference, rails: GuardRails): FieldError[] {
  const { allowedTargetKinds: allowed } = rails;
  if (allowed === null || isAllowed(ref, allowed)) return [];
  return [
    refusal(`${path}.kind`, {
      code: "KindNotAllowed",
      message: `${String(ref.kind)} is no kind that may be scaled in this installation`,
      remedy: `name one of ${allowed.join(", ")}`,
    }),
  ];
}

const isAllowed = ({ apiVersion, kind }: Reference, allowed: readonly string[]): boolean => {
  const [group] = String(apiVersion).includes("/") ? String(apiVersion).split("/") : [""];
  return allowed.includes(group === "" ? String(kind) : `${String(kind)}.${group ?? ""}`);
};

const refusal = (path: string, problem: Omit<FieldError, "path" | "severity">): FieldError => ({
  path,
  ...problem,
  severity: "error",
});
