// capabilities/admission/: the admission rules that both resources share, neither of which it imports.

import type { Requester } from "../../admission/access-review.ts";
import { CpuBudget } from "../../controller/workqueue/cpu-budget.ts";
import { selectedTopic } from "../../controller/targets/label-index.ts";
import { isSameJson } from "../../engine/model/values/json-values.ts";
import { type FieldError, formatFieldError, isError } from "../../engine/model/values/result.ts";
import { checkAnnotationNames } from "../../engine/validate/metadata.ts";
import { type Annotations, checkPauses } from "../../engine/model/pauses.ts";
import { isClaiming } from "../../engine/status/targets/target-claim.ts";
import { refKey } from "../../engine/status/targets/target-report.ts";
import { checkRailsInParts } from "../../engine/validate/guard-rails.ts";
import { checkLimits } from "../../engine/validate/metadata-limits.ts";
import { valueAt } from "../../engine/schema/structure.ts";
import type { AdmissionPorts } from "./admission-ports.ts";
import { checkSelector, type NamedSelector } from "./check-selector.ts";
import { type CheckedTarget, checkTarget, type NamedTarget, type Stopped } from "./check-target.ts";

/** Ready for display: one line per error and per warning. */
export interface Verdict {
  readonly errors: string[];
  readonly warnings: string[];
  /** True if all errors may be gone at the next attempt. */
  readonly isTransient?: boolean;
}

/** The object under review; `old` is set on update. */
export interface Proposal {
  readonly namespace: string;
  readonly requester: Requester;
  readonly object: {
    readonly spec: unknown;
    readonly metadata?: {
      readonly name?: string;
      readonly uid?: string;
      readonly deletionTimestamp?: unknown;
      readonly annotations?: Annotations;
    };
  };
  readonly old: { spec?: unknown; metadata?: { annotations?: Annotations } } | null | undefined;
}

/** A valid spec has no list of more targets or selectors. The old spec in a forged review may have more. */
export const mostNamed = 16;

export interface Rules {
  readonly kind: string;
  /**
   * The problems of a spec, in parts. The first part has all that concern its targets. Returns the fields that the
   * schema has: a forged spec may have others.
   */
  readonly validate: (spec: unknown) => Iterator<FieldError[], unknown, boolean>;
  /** The targets in any spec. A spec stored under an older schema may contain none that can be read. */
  readonly targets: (spec: unknown) => readonly NamedTarget[];
  /** The same for label selectors; absent: the kind has none. */
  readonly selectors?: (spec: unknown) => readonly NamedSelector[];
  /** Warnings about a valid spec in this cluster. `selectors` are those of its targets' pods. */
  readonly advise: (spec: unknown, about: Surroundings) => Promise<readonly FieldError[]>;
}

export interface Surroundings {
  readonly namespace: string;
  readonly selectors: readonly string[];
  readonly stopped: readonly Stopped[];
}

const approved: Verdict = { errors: [], warnings: [] };

/**
 * Reviews a proposed object: its spec, the guard rails, and its targets (whether their kinds are served,
 * whether the user may scale them, and what scales them already). An object that is being deleted always
 * passes, and so does an edit that leaves the spec and the pauses unchanged. Metadata that no API server
 * sends are refused before anything else reads them.
 *
 * @param cpuMs the CPU time of this thread; default: its clock
 */
export async function validateProposal(
  ports: AdmissionPorts,
  proposal: Proposal,
  rules: Rules,
  cpuMs?: () => number,
): Promise<Verdict> {
  const { object, old, namespace } = proposal;
  const forged = checkLimits(namespace, [object.metadata, old?.metadata]);
  if (forged.length > 0) return toVerdict(forged);
  if (object.metadata?.deletionTimestamp) return approved;
  const annotations = object.metadata?.annotations;
  const before = old?.metadata?.annotations;
  const pauses = [
    ...checkPauses(annotations, before, ports.clock.now()),
    ...checkAnnotationNames(annotations, before),
  ];
  if (old && isSameJson(old.spec, object.spec)) return toVerdict(pauses);
  const elsewhere = checkNamespace(ports, namespace);
  if (elsewhere) return toVerdict([elsewhere]);
  const found = await reviewSpec(ports, proposal, rules, new CpuBudget(mostMs, cpuMs));
  return toVerdict([...pauses, ...found]);
}

async function reviewSpec(
  ports: AdmissionPorts,
  proposal: Proposal,
  rules: Rules,
  budget: CpuBudget,
): Promise<FieldError[]> {
  const { namespace, object } = proposal;
  const parts = rules.validate(object.spec);
  const first = await budget.spend(() => parts.next(false));
  const found = first.done ? [] : [...first.value];
  const isReadable = !found.some(isAboutTargets);
  const checked = isReadable ? await checkTargets(ports, proposal, rules) : [];
  const ofTargets = checked.flatMap(({ errors }) => errors);
  // A user without access to the targets causes no more work.
  if (ofTargets.some(({ code }) => noAccess.includes(code))) return [...found, ...ofTargets];
  const { items, result: pruned } = await budget.itemsOf(parts);
  found.push(...items);
  const rails = checkRailsInParts(object.spec, ports.rails, namespace);
  // A text that the schema refuses may have any length.
  if (!found.some(isError)) found.push(...(await budget.itemsOf(rails)).items);
  if (budget.isUsedUp && !isAsBefore(proposal)) found.push(tooExpensive);
  found.push(...ofTargets);
  if (found.some(isError) || pruned === undefined) return found;
  const selectors = checked.flatMap(({ selector }) => selector ?? []);
  const stopped = checked.flatMap(target => target.stopped ?? []);
  return [...found, ...(await rules.advise(pruned, { namespace, selectors, stopped }))];
}

const noAccess = ["AccessDenied", "AccessNotReviewed", "AccessUnknown"];

/** Reviews run in the thread that makes the decisions: an edit a second takes at most a tenth of it. */
const mostMs = 100;

const expensive = ["metrics", "thresholds", "schedules"];

/** Whether an edit leaves alone what takes time to check: then it must be possible, such as to pause the object. */
const isAsBefore = ({ object, old }: Proposal): boolean =>
  old != null &&
  expensive.every(key => isSameJson(valueAt(object.spec, [key]), valueAt(old.spec, [key])));

const tooExpensive: FieldError = {
  ...{ path: "spec", code: "ReviewTooExpensive", severity: "error" },
  message: `takes more than ${mostMs} ms of the operator's CPU time to check`,
  remedy:
    "write shorter queries, or fewer metrics, thresholds and schedules, or apply it again: a replica that has just started takes longer",
};

/** The chart's namespaceSelector keeps such a review away. If it does come, nothing would act on the object. */
function checkNamespace({ watchNamespaces }: AdmissionPorts, namespace: string): FieldError | null {
  if (watchNamespaces === null || watchNamespaces.includes(namespace)) return null;
  const message = `this installation of Trimtab works in some namespaces only, and ${namespace || "none"} is not one of them`;
  const remedy =
    "add it to the chart's watchNamespaces, or exclude it by webhook.namespaceSelector if another installation works in it";
  const code = "NamespaceNotWatched";
  return { path: "metadata.namespace", code, message, remedy, severity: "error" };
}

function checkTargets(
  ports: AdmissionPorts,
  { object, old, namespace, requester }: Proposal,
  rules: Rules,
): Promise<CheckedTarget[]> {
  const targets = rules.targets(object.spec);
  const selectors = selectorsIn(rules, object.spec);
  const past = pastOf(rules, old);
  const { name, uid } = object.metadata ?? {};
  const proposed = { kind: rules.kind, name, uid };
  const about = { namespace, requester, proposed, mode: modeOf(object.spec) };
  return Promise.all([
    ...targets.map(each => checkTarget(ports, each, { ...about, ...past(refKey(each.ref)) })),
    ...selectors.map(each => checkSelector(ports, each, { ...about, ...past(selectorId(each)) })),
  ]);
}

/** What the old object said about a target or selector, by its id. */
function pastOf(rules: Rules, old: Proposal["old"]) {
  const named = new Set([
    ...rules.targets(old?.spec).map(({ ref }) => refKey(ref)),
    ...selectorsIn(rules, old?.spec).filter(isShort).map(selectorId),
  ]);
  const mode = modeOf(old?.spec);
  return (id: string) => {
    const wasNamed = named.has(id);
    const [wasClaimed, wasScaled] = [wasNamed && isClaiming(mode), wasNamed && mode === "Active"];
    return { wasNamed, wasClaimed, wasScaled };
  };
}

const selectorsIn = ({ selectors }: Rules, spec: unknown): readonly NamedSelector[] =>
  selectors?.(spec) ?? [];

/** In a forged review, a selector of the old spec may have any length. */
const isShort = ({ selector }: NamedSelector): boolean =>
  JSON.stringify(selector).length <= 64 * 1024;

const modeOf = (spec: unknown): unknown =>
  ((spec ?? {}) as { readonly mode?: unknown }).mode ?? "Active";

const selectorId = ({ selector, isTarget }: NamedSelector): string =>
  `${isTarget} ${selectedTopic("", selector)}`;

const aboutTargets = ["spec.scaleTargetRef", "spec.targetSelector", "spec.monitorSelectors"];

const isAboutTargets = (problem: FieldError): boolean =>
  isError(problem) &&
  (problem.path === "spec" || aboutTargets.some(beginning => problem.path.startsWith(beginning)));

function toVerdict(found: readonly FieldError[]): Verdict {
  const errors = found.filter(isError);
  const isTransient = errors.length > 0 && errors.every(({ code }) => code === "AccessUnknown");
  return {
    errors: errors.map(formatFieldError),
    warnings: found.filter(({ severity }) => severity === "warning").map(formatFieldError),
    ...(isTransient && { isTransient }),
  };
}
