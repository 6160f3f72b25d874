import { pauseAnnotations } from "../../../engine/pause/pauses.ts";
import { defaultSyncPeriodSeconds } from "../../../engine/spec/defaults.ts";
import { type Fields, isFields } from "../../../engine/json-values.ts";
import type { Path } from "../../../engine/validate/object-schema.ts";
import { Draft } from "../conversion.ts";
import { copyTarget } from "./hpa.ts";
import {
  begin,
  copyAnnotations,
  copyBehavior,
  copyWithQuantities,
  isOfKind,
  type SourceKind,
} from "./source-kind.ts";

const ours = /^autoscaling\.trimtab\.dev\//;

/** The way back. Its order of fields is that of the source. */
export const autoscaler: SourceKind = {
  name: "Autoscaler",
  matches: isOfKind("Autoscaler", ours),
  convert: object => {
    const draft = begin(withoutNames(object), "autoscaling/v2", "HorizontalPodAutoscaler");
    omitNames(draft, object);
    losePauses(draft);
    copyTarget(draft);
    copyMetrics(draft);
    copyBehavior(draft, ["spec", "behavior"]);
    for (const [key, rule] of Object.entries(rules)) rule(draft, ["spec", key]);
    return draft.finish();
  },
};

export const proportional: SourceKind = {
  name: "ClusterProportionalAutoscaler",
  matches: isOfKind("ClusterProportionalAutoscaler", ours),
  convert: object => {
    const draft = new Draft(object, "HorizontalPodAutoscaler");
    draft.refuse([], "a HorizontalPodAutoscaler does not count nodes and cores");
    return { ...draft.finish(), object: null };
  },
};

const metricsOf = ({ spec }: Fields): readonly unknown[] => {
  const metrics = isFields(spec) ? spec["metrics"] : [];
  return Array.isArray(metrics) ? (metrics as unknown[]) : [];
};

function withoutNames(object: Fields): Fields {
  if (!metricsOf(object).some(hasName)) return object;
  const metrics = metricsOf(object).map(metric => {
    if (!isFields(metric)) return metric;
    return Object.fromEntries(Object.entries(metric).filter(([key]) => key !== "name"));
  });
  return { ...object, spec: { ...(object["spec"] as Fields), metrics } };
}

const hasName = (metric: unknown): boolean => isFields(metric) && "name" in metric;

function omitNames(draft: Draft, object: Fields): void {
  for (const [index, metric] of metricsOf(object).entries()) {
    const path = ["spec", "metrics", String(index), "name"];
    if (hasName(metric)) draft.warn(path, "nothing there refers to a metric by name");
  }
}

function losePauses(draft: Draft): void {
  const pauses = Object.values(pauseAnnotations);
  for (const key of pauses) {
    draft.lose(["metadata", "annotations", key], "a HorizontalPodAutoscaler cannot be paused");
  }
  copyAnnotations(draft, pauses);
}

/** Fields of a metric that a HorizontalPodAutoscaler does not have, and why they are lost. */
const ofMetrics: Readonly<Record<string, string>> = {
  fallback: "a metric of a HorizontalPodAutoscaler that fails keeps the size",
  activation: "a HorizontalPodAutoscaler has no activation",
  maxAgeSeconds: "a HorizontalPodAutoscaler uses values of any age",
};

function copyMetrics(draft: Draft): void {
  const path = ["spec", "metrics"];
  const metrics = draft.at(...path);
  const hasOurs = (metric: unknown): boolean =>
    isFields(metric) && Object.keys(ofMetrics).some(key => Object.hasOwn(metric, key));
  if (!Array.isArray(metrics) || !metrics.some(hasOurs)) {
    copyWithQuantities(draft, path);
    return;
  }
  draft.set(path, []);
  for (const [index, metric] of metrics.entries()) {
    const at = [...path, String(index)];
    if (!hasOurs(metric)) copyWithQuantities(draft, at);
    else copyWithoutOurs(draft, at, metric as Fields);
  }
}

function copyWithoutOurs(draft: Draft, at: Path, metric: Fields): void {
  for (const key of Object.keys(metric)) {
    const why = Object.hasOwn(ofMetrics, key) ? ofMetrics[key] : undefined;
    if (why === undefined) copyWithQuantities(draft, [...at, key]);
    else draft.lose([...at, key], why);
  }
}

type Rule = (draft: Draft, path: Path) => void;

const lost =
  (why: string): Rule =>
  (draft, path) =>
    draft.lose(path, why);

/** Lost, unless the field has the value that a HorizontalPodAutoscaler has anyway. */
const lostUnless =
  (usual: unknown, why: string, same = "always so"): Rule =>
  (draft, path) => {
    if (draft.at(...path) === usual) draft.omit(path, same);
    else draft.lose(path, why);
  };

const periodIsFlag = "the period is a flag of kube-controller-manager";

const keepsCpu = "without a metric it would keep cpu at 80%";

const isWithout = (draft: Draft, key: string): boolean => {
  const list = draft.at("spec", key);
  return !Array.isArray(list) || list.length === 0;
};

/** Fields that a HorizontalPodAutoscaler does not have. */
const rules: Readonly<Record<string, Rule>> = {
  targetSelector: (draft, path) => {
    if (draft.has(...path)) draft.refuse(path, "a HorizontalPodAutoscaler names one target");
  },
  monitorSelectors: lost("the bounds apply to the target alone"),
  mode: lostUnless("Active", "a HorizontalPodAutoscaler always scales"),
  syncPeriodSeconds: lostUnless(defaultSyncPeriodSeconds, periodIsFlag, "the default there, too"),
  thresholds: (draft, path) => {
    const list = draft.at(...path);
    const why = "a HorizontalPodAutoscaler has no thresholds";
    if (!Array.isArray(list) || list.length === 0) return;
    if (isWithout(draft, "metrics")) draft.refuse(path, `${why}, and ${keepsCpu}`);
    else for (const index of list.keys()) draft.lose([...path, String(index)], why);
  },
  schedules: (draft, path) => {
    const why = "a HorizontalPodAutoscaler has no schedules";
    if (isWithout(draft, "schedules")) draft.omit(path, why);
    else if (isWithout(draft, "metrics") && isWithout(draft, "thresholds")) {
      draft.refuse(path, `${why}, and ${keepsCpu}`);
    } else draft.lose(path, `${why}: its bounds are those of the spec`);
  },
  combine: lost("the largest metric wins"),
  replicaMultiple: lostUnless(1, "the size can be any number within the bounds"),
  cpuInitializationPeriodSeconds: lost(periodIsFlag),
  initialReadinessDelaySeconds: lost("the delay is a flag of kube-controller-manager"),
  cooldown: (draft, path) => {
    const cooldown = draft.at(...path);
    for (const [key, seconds] of Object.entries(isFields(cooldown) ? cooldown : {})) {
      if (seconds === 0) draft.omit([...path, key], "no cooldown is the default there");
      else draft.lose([...path, key], "the nearest is a stabilization window, which differs");
    }
  },
  idle: lost("the window of scale-down also applies to the last replica"),
  rollout: (draft, path) => {
    if (draft.at(...path, "scaleDown") === "Allow") draft.omit(path, "always so");
    else draft.lose(path, "a rollout does not hold scale-down");
  },
  healthGate: lost("failing pods do not hold scale-up"),
  targetSelection: lost("the target is the one that the HPA names"),
  selectionStrategy: lostUnless(
    "LabelSelector",
    "all pods that the selector of the workload matches count",
  ),
  scaleDownOrder: lost("the controller of the pods chooses which of them to remove"),
  algorithm: (draft, path) => {
    if (draft.at(...path) === "HPA-1.36") {
      draft.omit(path, "always so");
      return;
    }
    draft.warn(
      path,
      "decides with upstream's arithmetic: see docs/autoscaler.md for the differences",
    );
    if (draft.has("spec", "behavior")) return;
    draft.add(["spec", "behavior"], {}, "under Trimtab-1, an absent behavior equals an empty one");
  },
};
