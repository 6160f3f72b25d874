import type { HpaDifference } from "../../../engine/model/feature.ts";
import { autoscalerFeatures } from "../../../engine/features/features.ts";
import { holdsArgoRollout } from "../../../engine/features/rollout.ts";
import { pauseAnnotations } from "../../../engine/model/pauses.ts";
import { defaultSyncPeriodSeconds } from "../../../engine/spec/defaults.ts";
import { type Fields, isFields } from "../../../engine/model/values/json-values.ts";
import type { Path } from "../../../engine/schema/object-schema.ts";
import { autoscalerRules } from "../../../engine/validate/autoscaler.ts";
import { validateSpec } from "../../../engine/validate/validate-object.ts";
import type { FieldError } from "../../../engine/model/values/result.ts";
import { Draft } from "../conversion.ts";
import { copyTarget } from "./hpa.ts";
import {
  begin,
  copyAnnotations,
  copyBehavior,
  copyWithQuantities,
  isOfKind,
  type SourceKind,
  throughAdapter,
} from "./source-kind.ts";

const ours = /^autoscaling\.trimtab\.dev\//;

/** The way back. Its order of fields is that of the source. */
export const autoscaler: SourceKind = {
  name: "Autoscaler",
  matches: isOfKind("Autoscaler", ours),
  convert: object => {
    const draft = begin(object, "autoscaling/v2", "HorizontalPodAutoscaler");
    losePauses(draft);
    copyTarget(draft);
    warnOfRollouts(draft);
    copyMetrics(draft);
    copyBehavior(draft, ["spec", "behavior"]);
    for (const key of new Set([...Object.keys(draft.fieldsAt("spec")), "algorithm"])) {
      if (Object.hasOwn(rules, key)) rules[key]?.(draft, ["spec", key]);
    }
    return draft.finish();
  },
};

/** What is wrong with a result: an HPA has the rules of an Autoscaler that decides as it does. */
export const errorsOfHpa = ({ spec }: Fields): readonly FieldError[] =>
  isFields(spec) ? validateSpec(autoscalerRules, { ...spec, algorithm: "HPA-1.36" }) : [];

export const proportional: SourceKind = {
  name: "ClusterProportionalAutoscaler",
  matches: isOfKind("ClusterProportionalAutoscaler", ours),
  convert: object => {
    const draft = new Draft(object, "HorizontalPodAutoscaler");
    draft.refuse([], "a HorizontalPodAutoscaler does not count nodes and cores");
    return { ...draft.finish(), object: null };
  },
};

function losePauses(draft: Draft): void {
  const pauses = Object.values(pauseAnnotations);
  for (const key of pauses) {
    draft.lose(["metadata", "annotations", key], "a HorizontalPodAutoscaler cannot be paused");
  }
  copyAnnotations(draft, pauses);
}

/** What an Autoscaler does without a field that says so. */
function warnOfRollouts(draft: Draft): void {
  const spec = draft.fieldsAt("spec") as unknown as Parameters<typeof holdsArgoRollout>[0];
  if (draft.has("spec", "rollout") || !holdsArgoRollout(spec)) return;
  const why = "a HorizontalPodAutoscaler also removes replicas of a Rollout in progress";
  draft.warn(["spec", "scaleTargetRef"], why);
}

/** Fields of a metric that a HorizontalPodAutoscaler does not have, and why they are lost. */
const ofMetrics: Readonly<Record<string, string>> = {
  fallback: "a metric of a HorizontalPodAutoscaler that fails keeps the size",
  activation: "a HorizontalPodAutoscaler has no activation",
  maxAgeSeconds: "a HorizontalPodAutoscaler uses values of any age",
};

/** The types of a HorizontalPodAutoscaler; another one needs an adapter there. */
const types = new Set(["Resource", "ContainerResource", "Pods", "Object", "External"]);

const isLost = (metric: unknown): boolean =>
  isFields(metric) && typeof metric["type"] === "string" && !types.has(metric["type"]);

const hasOurs = (metric: unknown): metric is Fields =>
  isFields(metric) && ["name", ...Object.keys(ofMetrics)].some(key => Object.hasOwn(metric, key));

function copyMetrics(draft: Draft): void {
  const path = ["spec", "metrics"];
  const metrics = draft.itemsAt(...path);
  if (!metrics.some(([metric]) => hasOurs(metric) || isLost(metric))) {
    copyWithQuantities(draft, path);
    return;
  }
  const kept = metrics.filter(([metric]) => !isLost(metric));
  draft.set(path, []);
  for (const [metric, at] of metrics) {
    const to = [...path, String(kept.findIndex(([each]) => each === metric))];
    if (isLost(metric))
      draft.lose(at, `a HorizontalPodAutoscaler has no metric of type ${String((metric as Fields)["type"])}; ${throughAdapter}`); // prettier-ignore
    else if (hasOurs(metric)) copyWithoutOurs(draft, metric, [at, to]);
    else copyWithQuantities(draft, at, to);
  }
  if (kept.length === 0) draft.refuse(path, `no metric has an equivalent, and ${keepsCpu}`);
}

function copyWithoutOurs(draft: Draft, metric: Fields, [at, to]: readonly [Path, Path]): void {
  for (const key of Object.keys(metric)) {
    const why = Object.hasOwn(ofMetrics, key) ? ofMetrics[key] : undefined;
    if (key === "name") draft.omit([...at, key], "nothing there refers to a metric by name");
    else if (why === undefined) copyWithQuantities(draft, [...at, key], [...to, key]);
    else draft.lose([...at, key], why);
  }
}

type Rule = (draft: Draft, path: Path) => void;

/** Lost, unless a HorizontalPodAutoscaler does the same as the value asks for. */
function ruleOf({ lost: why, isSame }: HpaDifference, same = "always so"): Rule {
  return (draft, path) => {
    if (isSame?.(draft.at(...path))) draft.omit(path, same);
    else draft.lose(path, why);
  };
}

const lost = (why: string): Rule => ruleOf({ lost: why });

const lostUnless = (usual: unknown, why: string, same?: string): Rule =>
  ruleOf({ lost: why, isSame: value => value === usual }, same);

const periodIsFlag = "the period is a flag of kube-controller-manager";
const noCooldown = "no cooldown is the default there";
const allMatched = "all pods that the selector of the workload matches count";
const otherArithmetic =
  "decides with upstream's arithmetic: see docs/autoscaler.md for the differences";
const keepsCpu = "without a metric it would keep cpu at 80%";

const isWithout = (draft: Draft, key: string): boolean => draft.itemsAt("spec", key).length === 0;

/** The fields of features that say what a HorizontalPodAutoscaler does in their place. */
const ofFeatures: Readonly<Record<string, Rule>> = Object.fromEntries(
  autoscalerFeatures.flatMap(({ field, inHpa }) =>
    field && inHpa ? [[field, ruleOf(inHpa)]] : [],
  ),
);

/** Fields that a HorizontalPodAutoscaler does not have. */
const rules: Readonly<Record<string, Rule>> = {
  ...ofFeatures,
  targetSelector: (draft, path) => {
    if (draft.has(...path)) draft.refuse(path, "a HorizontalPodAutoscaler names one target");
  },
  mode: lostUnless("Active", "a HorizontalPodAutoscaler always scales"),
  syncPeriodSeconds: lostUnless(defaultSyncPeriodSeconds, periodIsFlag, "the default there, too"),
  thresholds: (draft, path) => {
    const why = "a HorizontalPodAutoscaler has no thresholds";
    if (isWithout(draft, "thresholds")) return;
    if (isWithout(draft, "metrics")) draft.refuse(path, `${why}, and ${keepsCpu}`);
    else for (const [, at] of draft.itemsAt(...path)) draft.lose(at, why);
  },
  schedules: (draft, path) => {
    const why = "a HorizontalPodAutoscaler has no schedules";
    if (isWithout(draft, "schedules")) draft.omit(path, why);
    else if (isWithout(draft, "metrics") && isWithout(draft, "thresholds")) {
      draft.refuse(path, `${why}, and ${keepsCpu}`);
    } else draft.lose(path, `${why}: its bounds are those of the spec`);
  },
  combine: lost("the largest metric wins"),
  cpuInitializationPeriodSeconds: lost(periodIsFlag),
  initialReadinessDelaySeconds: lost("the delay is a flag of kube-controller-manager"),
  cooldown: (draft, path) => {
    const rule = lostUnless(0, "the nearest is a stabilization window, which differs", noCooldown);
    for (const key of Object.keys(draft.fieldsAt(...path))) rule(draft, [...path, key]);
  },
  targetSelection: lost("the target is the one that the HPA names"),
  selectionStrategy: lostUnless("LabelSelector", allMatched),
  algorithm: (draft, path) => {
    if (draft.omitsUsual(path, "HPA-1.36", "always so")) return;
    draft.warn(path, otherArithmetic);
    if (draft.has("spec", "behavior")) return;
    draft.add(["spec", "behavior"], {}, "under Trimtab-1, an absent behavior equals an empty one");
  },
};
