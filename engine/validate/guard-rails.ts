import type { NamedSources } from "../sources/named-source.ts";
import { MAX_REPLICAS } from "../model/decision.ts";
import type { FieldError } from "../model/values/result.ts";
import { FieldReader } from "../schema/field-reader.ts";
import { fieldsOf } from "../model/values/json-values.ts";
import { permissions } from "../features/features.ts";
import { checkNamedSources } from "./named-sources.ts";
import type { AutoscalerSpec, Schedule } from "../model/spec/autoscaler-spec.ts";
import type { DefaultedSpec } from "../spec/defaults.ts";
import type { LadderStep, ProportionalParameters } from "../model/spec/proportional-parameters.ts";

/** The platform team's limits, which override the objects. */
export interface GuardRails {
  readonly leastSyncPeriodSeconds: number;
  readonly largestMaxReplicas: number;
  /** false: a minimum of 0 counts as 1 (`withDefaults`). */
  readonly scaleToZero: boolean;
  /** As `Kind.group`, such as Deployment.apps; null: any kind. */
  readonly allowedTargetKinds: readonly string[] | null;
  /** The fields whose rights an administrator has granted (`Feature.permission`). */
  readonly permitted: ReadonlySet<keyof AutoscalerSpec>;
  /** What metrics may name as their source. */
  readonly metricSources: NamedSources;
}

/**
 * Finds where a spec in a namespace exceeds the guard rails. Expects a valid spec; numbers of the
 * wrong type are ignored.
 *
 * Codes  SyncPeriodBelowLimit, MaxAboveLimit, ScaleToZeroDisabled, KindNotAllowed, and the codes of named sources.
 * Warnings: ScaleDownOrderForbidden, and so for each field with a `permission`.
 */
export const checkGuardRails = (...given: Parameters<typeof checkRailsInParts>): FieldError[] =>
  [...checkRailsInParts(...given)].flat();

/** The same, with the problems of each part. */
export function* checkRailsInParts(
  spec: unknown,
  rails: GuardRails,
  namespace: string,
): Generator<FieldError[]> {
  const found: FieldError[] = [];
  const reader = new FieldReader("spec", fieldsOf(spec), found);
  checkPeriod(reader, rails);
  const fallback = reader.object("configMapRef")?.object("default");
  const linear = [reader.object("linear"), fallback?.object("linear")];
  for (const bounds of [reader, ...linear, ...reader.objects("schedules")]) {
    if (bounds) checkMax(bounds, rails);
  }
  if (!rails.scaleToZero) [reader, ...reader.objects("schedules")].forEach(refuseZero);
  for (const _ of checkNamedSources(reader, rails.metricSources, namespace)) yield found.splice(0);
  for (const ref of kindsIn(reader)) checkKind(ref, rails);
  warnOfForbidden(reader, rails);
  yield found;
}

/** The fields of a spec whose right is missing. */
const lackingIn = (permitted: GuardRails["permitted"], has: (field: string) => boolean) =>
  permissions.filter(({ field }) => has(field) && !permitted.has(field));

function warnOfForbidden(spec: FieldReader, { permitted }: GuardRails): void {
  for (const { field, resources, verbs } of lackingIn(permitted, name => spec.has(name))) {
    spec.warn(field, {
      code: `${field.replace(/^./, letter => letter.toUpperCase())}Forbidden`,
      message: `has no effect, because this installation may not ${verbs.join(" or ")} ${resources.join(" or ")}`,
      remedy: `set the chart's rbac.${field} to true, or remove it`,
    });
  }
}

/**
 * Caps the bounds of a valid spec, and removes the fields that need a missing right: the guard rails also apply to objects stored before they were
 * set or while admission was not called. A disallowed kind is not scaled at all.
 */
export function withinRails<
  Spec extends Pick<DefaultedSpec, "minReplicas" | "maxReplicas" | "schedules">,
>(given: Spec, { largestMaxReplicas: largest, permitted }: GuardRails): Spec {
  const spec = permittedPart(given, permitted);
  const { minReplicas, maxReplicas, schedules } = spec;
  if (maxReplicas <= largest && !schedules) return spec;
  return {
    ...spec,
    minReplicas: Math.min(minReplicas, largest),
    maxReplicas: Math.min(maxReplicas, largest),
    ...(schedules && { schedules: schedules.map(schedule => capped(schedule, largest)) }),
  };
}

function permittedPart<Spec extends object>(spec: Spec, permitted: GuardRails["permitted"]): Spec {
  const lacking = lackingIn(permitted, field => field in spec);
  if (lacking.length === 0) return spec;
  return { ...spec, ...Object.fromEntries(lacking.map(({ field }) => [field, null])) };
}

const capped = ({ minReplicas: min, maxReplicas: max, ...rest }: Schedule, largest: number) => ({
  ...rest,
  ...(min !== undefined && { minReplicas: Math.min(min, largest) }),
  ...(max !== undefined && { maxReplicas: Math.min(max, largest) }),
});

/** The same for parameters from any source. */
export function parametersWithinRails(
  parameters: ProportionalParameters,
  { largestMaxReplicas: largest }: GuardRails,
): ProportionalParameters {
  if (largest >= MAX_REPLICAS) return parameters;
  const capped = <Step extends Pick<LadderStep, "replicas">>(steps: readonly Step[]): Step[] =>
    steps.map(step => ({ ...step, replicas: Math.min(step.replicas, largest) }));
  if (parameters.mode === "ladder") {
    const { coresToReplicas, nodesToReplicas, others } = parameters;
    return {
      ...parameters,
      ...(others && {
        others: others.map(({ source, steps }) => ({ source, steps: capped(steps) })),
      }),
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

function checkPeriod(spec: FieldReader, { leastSyncPeriodSeconds: least }: GuardRails): void {
  const period = spec.number("syncPeriodSeconds");
  if (period === undefined || period >= least) return;
  spec.report("syncPeriodSeconds", {
    code: "SyncPeriodBelowLimit",
    message: `${period} is less than the ${least} seconds that this installation allows`,
    remedy: `write ${least} or more`,
  });
}

function checkMax(bounds: FieldReader, { largestMaxReplicas: largest }: GuardRails): void {
  const max = bounds.number("maxReplicas");
  if (max === undefined || max <= largest) return;
  bounds.report("maxReplicas", {
    code: "MaxAboveLimit",
    message: `${max} is more than the ${largest} replicas that this installation allows`,
    remedy: `write ${largest} or less`,
  });
}

function refuseZero(bounds: FieldReader): void {
  if (bounds.number("minReplicas") !== 0) return;
  bounds.report("minReplicas", {
    code: "ScaleToZeroDisabled",
    message: "0 is not allowed in this installation, whose setting scaleToZero is false",
    remedy: "write 1 or more",
  });
}

/** Numbers can be capped, and a metric without its source fails; a kind cannot be replaced. */
export const isFinal = ({ code }: FieldError): boolean => code === "KindNotAllowed";

function checkKind(ref: FieldReader, { allowedTargetKinds: allowed }: GuardRails): void {
  if (allowed === null) return;
  const [apiVersion, kind] = [String(ref.raw("apiVersion")), String(ref.raw("kind"))];
  const [group = ""] = apiVersion.includes("/") ? apiVersion.split("/") : [];
  if (allowed.includes(group === "" ? kind : `${kind}.${group}`)) return;
  ref.report("kind", {
    code: "KindNotAllowed",
    message: `${kind} is no kind that may be scaled in this installation`,
    remedy: `name one of ${allowed.join(", ")}`,
  });
}

/** All fields of a spec that name a kind: a kind that may not be scaled may not be counted either. */
const kindsIn = (spec: FieldReader): FieldReader[] => [
  ...["scaleTargetRef", "targetSelector"].flatMap(key => spec.object(key) ?? []),
  ...["scaleTargetRefs", "monitorSelectors"].flatMap(key => spec.objects(key)),
];
