// cli/convert/kinds/keda/: a ScaledObject and its triggers.
// cli/convert/kinds/registry.ts imports it.

import type { Draft } from "../../conversion.ts";
import { writeAlgorithm } from "../hpa.ts";
import { beginOurs, copyAnnotations } from "../metadata.ts";
import { copyBehavior } from "../metrics.ts";
import type { SourceKind } from "../source-kind.ts";
import { convertCrons } from "./cron.ts";
import { convertTriggers, type Triggers } from "./triggers.ts";

/**
 * A ScaledObject of KEDA. Its triggers cpu and memory become metrics of the HorizontalPodAutoscaler
 * that KEDA creates, and its triggers cron become schedules; the others reach it through KEDA's own
 * metrics API. Of these, prometheus has an equivalent.
 *
 * Source  controllers/keda/hpa.go and pkg/scalers/cpu_memory_scaler.go of KEDA 2.21.0.
 */
export const scaledObject: SourceKind = {
  name: "ScaledObject",
  matches: object =>
    object["apiVersion"] === "keda.sh/v1alpha1" && object["kind"] === "ScaledObject",
  convert: (object, context) => {
    const draft = beginOurs(object, "Autoscaler");
    convertTarget(draft);
    const triggers = convertTriggers(draft);
    convertSizes(draft, triggers);
    convertPeriods(draft, triggers);
    copyBehavior(draft, [...advanced, ...hpaConfig, "behavior"], ["spec", "behavior"]);
    convertAnnotations(draft, triggers);
    loseTheRest(draft, triggers);
    writeAlgorithm(draft, context);
    return draft.finish();
  },
};

const advanced = ["spec", "advanced"];
const hpaConfig = ["horizontalPodAutoscalerConfig"];
const alwaysActive = "has no effect with triggers of cpu and memory, which are always active";

function convertTarget(draft: Draft): void {
  const target = ["spec", "scaleTargetRef"];
  const defaults = { apiVersion: "apps/v1", kind: "Deployment" };
  for (const [key, value] of Object.entries(defaults)) {
    if (draft.has(...target, key)) draft.copy(...target, key);
    else draft.add([...target, key], value, "KEDA's default");
  }
  draft.copy(...target, "name");
  const container = [...target, "envSourceContainerName"];
  draft.omit(container, "only triggers without an equivalent read environment variables");
}

const atOnce = "windows begin and end at their times, and the least size is 1";

/** The bounds, and the windows that replace them. */
function convertSizes(draft: Draft, { isWhole, wakes, crons, metrics }: Triggers): void {
  const given = Number(draft.at("spec", "minReplicaCount") ?? 0);
  const max = Number(draft.at("spec", "maxReplicaCount") ?? 100);
  const min = Math.max(1, given);
  const isAlone = metrics === 0;
  if (isAlone) fixBounds(draft, given);
  else if (wakes && isWhole) convertIdleBounds(draft);
  else if (crons.length > 0) convertBounds(draft, false, neverIdle);
  else convertBounds(draft, isWhole, neverZero);
  convertCrons(draft, crons, { min, max }, isAlone);
}

/** Outside their windows, cron triggers ask for nothing more, and nothing else asks. */
function fixBounds(draft: Draft, given: number): void {
  const size = Math.max(1, given);
  const reason = "without another trigger, only the windows change the size";
  convertLeast(draft, false, neverIdle);
  const [from, to] = [
    ["spec", "maxReplicaCount"],
    ["spec", "maxReplicas"],
  ];
  if (draft.has(...from)) draft.change(from, to, size, reason);
  else draft.add(to, size, reason);
}

const neverZero = "only triggers without an equivalent can end a size of 0, so the least is 1";
const neverIdle =
  "KEDA goes to 0 between the windows; here, that needs a metric that ends a size of 0, so the least is 1";

function convertPeriods(draft: Draft, { isWhole, wakes, crons }: Triggers): void {
  const keys = ["pollingInterval", "cooldownPeriod", "initialCooldownPeriod"];
  for (const path of keys.map(key => ["spec", key])) {
    if (!isWhole) draft.lose(path, "belongs to triggers that have no equivalent");
    else if (!wakes) draft.omit(path, crons.length > 0 ? atOnce : alwaysActive);
    else if (path[1] === "pollingInterval")
      draft.omit(path, "metrics are read every syncPeriodSeconds");
    else draft.lose(path, "the scale-down to 0 waits for the stabilization window, as any other");
  }
}

/** KEDA leaves the sizes from 1 upward to a HorizontalPodAutoscaler. */
function convertBounds(draft: Draft, isPlain: boolean, why: string): void {
  convertLeast(draft, isPlain, why);
  convertMost(draft);
}

function convertMost(draft: Draft): void {
  const max = ["spec", "maxReplicaCount"];
  if (draft.has(...max)) draft.move(max, ["spec", "maxReplicas"]);
  else draft.add(["spec", "maxReplicas"], 100, "KEDA's default");
}

/** A metric has a value while there are no pods, so the least may be 0. */
function convertIdleBounds(draft: Draft): void {
  const from = ["spec", "minReplicaCount"];
  const to = ["spec", "minReplicas"];
  if (draft.has(...from)) draft.move(from, to);
  else draft.add(to, 0, "KEDA's default");
  convertMost(draft);
}

/** @param isPlain  there are only triggers of cpu and memory; otherwise `why` 0 is lost */
function convertLeast(draft: Draft, isPlain: boolean, why: string): void {
  const from = ["spec", "minReplicaCount"];
  const to = ["spec", "minReplicas"];
  if (Number(draft.at(...from) ?? 0) > 0) draft.move(from, to);
  else if (!isPlain) {
    draft.set(to, 1);
    draft.miss(from, why);
  } else if (draft.has(...from)) draft.change(from, to, 1, "KEDA does so for cpu and memory");
  else draft.add(to, 1, "KEDA's default, 0, is 1 for cpu and memory");
}

const prefix = "autoscaling.keda.sh";
/** Only these texts mean false to KEDA. */
const isFalse = (value: unknown): boolean => /^(0|f|F|false|FALSE|False)$/.test(String(value));

function convertAnnotations(draft: Draft, { wakes }: Triggers): void {
  const keys = {
    paused: `${prefix}/paused`,
    replicas: `${prefix}/paused-replicas`,
    scaleIn: `${prefix}/paused-scale-in`,
    scaleOut: `${prefix}/paused-scale-out`,
    force: `${prefix}/force-activation`,
    transfer: "scaledobject.keda.sh/transfer-hpa-ownership",
    labels: "scaledobject.keda.sh/hpa-excluded-labels",
  };
  const at = (key: keyof typeof keys) => ["metadata", "annotations", keys[key]];
  copyAnnotations(draft, Object.values(keys));
  const pauses = [
    { key: "paused", to: ["spec", "mode"], value: "Paused" },
    { key: "scaleIn", to: ["spec", "behavior", "scaleDown", "selectPolicy"], value: "Disabled" },
    { key: "scaleOut", to: ["spec", "behavior", "scaleUp", "selectPolicy"], value: "Disabled" },
  ] as const;
  for (const { key, to, value } of pauses) {
    if (!draft.has(...at(key))) continue;
    if (isFalse(draft.at(...at(key)))) draft.omit(at(key), "it is off");
    else draft.change(at(key), to, value, "KEDA does the same to its HorizontalPodAutoscaler");
  }
  if (draft.has(...at("replicas"))) {
    draft.set(["spec", "mode"], "Paused");
    draft.lose(at("replicas"), "mode: Paused keeps the size that the workload has");
  }
  if (wakes) draft.lose(at("force"), "an Autoscaler with a minimum of 1 is always active");
  else draft.omit(at("force"), alwaysActive);
  draft.omit(at("transfer"), "there is no HorizontalPodAutoscaler");
  draft.omit(at("labels"), "there is no HorizontalPodAutoscaler");
}

function loseTheRest(draft: Draft, { isWhole, wakes, crons }: Triggers): void {
  draft.omit([...advanced, ...hpaConfig, "name"], "there is no HorizontalPodAutoscaler");
  const restore = [...advanced, "restoreToOriginalReplicaCount"];
  if (draft.at(...restore) === true) draft.lose(restore, "deleting an Autoscaler keeps the size");
  else draft.omit(restore, "deleting an Autoscaler keeps the size, too");
  draft.lose(
    [...advanced, "scalingModifiers"],
    "an Autoscaler has no formula: the largest metric wins",
  );
  if (isWhole && !wakes) {
    draft.omit(
      ["spec", "fallback"],
      "KEDA does not apply it to cpu and memory, and cron never fails",
    );
    const idle = ["spec", "idleReplicaCount"];
    if (crons.length === 0) draft.omit(idle, alwaysActive);
    else draft.lose(idle, "between its windows, an Autoscaler has the size that its bounds allow");
  } else {
    draft.lose(["spec", "fallback"], "an Autoscaler keeps the size while a metric fails");
    draft.lose(["spec", "idleReplicaCount"], "an Autoscaler has a single minimum");
  }
}
