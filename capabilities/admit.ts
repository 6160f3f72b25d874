import type { Requester } from "../admission/access-review.ts";
import { selectedThing } from "../controller/label-index.ts";
import { canonicalJson } from "../engine/canonical-json.ts";
import { formatFieldError, type FieldError } from "../engine/field-error.ts";
import { refKey } from "../engine/status/target-report.ts";
import { checkGuardRails, type GuardRails } from "../engine/validate/guard-rails.ts";
import { checkSelector, type NamedSelector, type SelectorPorts } from "./admit-selector.ts";
import {
  checkTarget,
  type CheckedTarget,
  type NamedTarget,
  type TargetPorts,
} from "./admit-target.ts";

/** Ready to be shown: one line for each error, one for each warning. */
export interface Verdict {
  readonly errors: string[];
  readonly warnings: string[];
}

/** What admission is asked about; `old` is there on update. */
export interface Proposal {
  readonly namespace: string;
  readonly requester: Requester;
  readonly object: {
    readonly spec: unknown;
    readonly metadata?: { readonly uid?: string; readonly deletionTimestamp?: unknown };
  };
  readonly old: { spec?: unknown } | null | undefined;
}

export interface Rules {
  readonly validate: (spec: unknown) => FieldError[];
  /** Of any spec: one that was stored under an older schema may name none that can be read. */
  readonly targets: (spec: unknown) => readonly NamedTarget[];
  /** The same for what it selects by labels; absent: it never does. */
  readonly selectors?: (spec: unknown) => readonly NamedSelector[];
  /** What is unwise of a valid spec in this cluster. `selectors` are those of its targets' pods. */
  readonly advise: (spec: unknown, about: Surroundings) => Promise<readonly FieldError[]>;
}

export interface Surroundings {
  readonly namespace: string;
  readonly selectors: readonly string[];
}

export interface JudgePorts extends TargetPorts, SelectorPorts {
  readonly rails: GuardRails;
}

const approved: Verdict = { errors: [], warnings: [] };

/**
 * Judges a proposed object: the rules of the spec, the guard rails, and its targets: their kinds as
 * the API server serves them, whether who asks may scale them, and who scales them already. An
 * object that is being deleted, and an edit that leaves the spec alone, always pass.
 */
export async function judge(
  ports: JudgePorts,
  { object, old, namespace, requester }: Proposal,
  rules: Rules,
): Promise<Verdict> {
  if (object.metadata?.deletionTimestamp) return approved;
  if (old && canonicalJson(old.spec) === canonicalJson(object.spec)) return approved;
  const found = rules.validate(object.spec);
  if (!found.some(isAboutTargets)) {
    const checked = await checkAll(ports, { object, old, namespace, requester }, rules);
    found.push(...checked.flatMap(({ errors }) => errors));
    if (!found.some(({ severity }) => severity === "error")) {
      const selectors = checked.flatMap(({ selector }) => selector ?? []);
      found.push(...(await rules.advise(object.spec, { namespace, selectors })));
    }
  }
  return toVerdict(found);
}

/** The guard rails, and all that is scaled or counted. */
async function checkAll(
  ports: JudgePorts,
  { object, old, namespace, requester }: Proposal,
  rules: Rules,
): Promise<CheckedTarget[]> {
  const targets = rules.targets(object.spec);
  const selectors = selectorsIn(rules, object.spec);
  const kinds = [...targets, ...selectors.map(({ path, selector: ref }) => ({ path, ref }))];
  const rails = { errors: checkGuardRails(object.spec, kinds, ports.rails), selector: null };
  const past = pastOf(rules, old);
  const about = { namespace, requester, uid: object.metadata?.uid, mode: modeOf(object.spec) };
  const checked = await Promise.all([
    ...targets.map(each => checkTarget(ports, each, { ...about, ...past(refKey(each.ref)) })),
    ...selectors.map(each => checkSelector(ports, each, { ...about, ...past(selectorId(each)) })),
  ]);
  return [rails, ...checked];
}

/** What the object as it was said of something, by its id. */
function pastOf(rules: Rules, old: Proposal["old"]) {
  const named = new Set([
    ...rules.targets(old?.spec).map(({ ref }) => refKey(ref)),
    ...selectorsIn(rules, old?.spec).map(selectorId),
  ]);
  const wasActive = modeOf(old?.spec) === "Active";
  return (id: string) => ({ wasNamed: named.has(id), wasClaimed: wasActive && named.has(id) });
}

const selectorsIn = ({ selectors }: Rules, spec: unknown): readonly NamedSelector[] =>
  selectors?.(spec) ?? [];

const modeOf = (spec: unknown): unknown =>
  ((spec ?? {}) as { readonly mode?: unknown }).mode ?? "Active";

const selectorId = ({ selector, isTarget }: NamedSelector): string =>
  `${isTarget} ${selectedThing("", selector)}`;

const aboutTargets = ["spec.scaleTargetRef", "spec.targetSelector", "spec.monitorSelectors"];

const isAboutTargets = ({ path, severity }: FieldError): boolean =>
  severity === "error" &&
  (path === "spec" || aboutTargets.some(beginning => path.startsWith(beginning)));

const toVerdict = (found: readonly FieldError[]): Verdict => ({
  errors: found.filter(({ severity }) => severity === "error").map(formatFieldError),
  warnings: found.filter(({ severity }) => severity === "warning").map(formatFieldError),
});
