// cli/convert/kinds/keda/: a ScaledObject and its triggers.

import type { Draft } from "../../conversion.ts";
import { writeAlgorithm } from "../hpa.ts";
import {
  autoscalerFrom,
  changesVersion,
  type Context,
  copyAnnotations,
  copyBehavior,
} from "../source-kind.ts";
import { canStart, convertIdling, alwaysActive, convertSizes, leaveOutIdling } from "./sizes.ts";
import { convertFormula } from "./scaling-modifiers.ts";
import { convertTriggers } from "./triggers.ts";

/**
 * A ScaledObject of KEDA. Its triggers cpu and memory become metrics of the HorizontalPodAutoscaler
 * that KEDA creates, and its triggers cron become schedules; the others reach it through KEDA's own
 * metrics API. Of these, prometheus, external and external-push have an equivalent.
 *
 * Source  controllers/keda/hpa.go and pkg/scalers/cpu_memory_scaler.go of KEDA 2.21.0.
 */
export const scaledObject = autoscalerFrom(
  "ScaledObject",
  /^keda\.sh\/v1alpha1$/,
  (draft, context) => {
    convertTarget(draft);
    const triggers = convertTriggers(draft, context);
    if (draft.isRefused) return;
    const starting = triggers.metrics.filter(canStart);
    convertSizes(draft, triggers);
    const isCombined = convertFormula(draft, triggers, [...advanced, "scalingModifiers"]);
    if (starting.length > 0) convertIdling(draft, starting, isCombined);
    else leaveOutIdling(draft, triggers);
    copyBehavior(draft, [...advanced, ...hpaConfig, "behavior"], ["spec", "behavior"]);
    convertAnnotations(draft, starting.length > 0);
    loseTheRest(draft);
    if (isCombined) requireOwnAlgorithm(draft, context);
    else writeAlgorithm(draft, context);
  },
);

const advanced = ["spec", "advanced"];
const hpaConfig = ["horizontalPodAutoscalerConfig"];

function convertTarget(draft: Draft): void {
  const target = ["spec", "scaleTargetRef"];
  const defaults = { apiVersion: "apps/v1", kind: "Deployment" };
  for (const [key, value] of Object.entries(defaults)) {
    if (key === "apiVersion" && changesVersion(draft)) continue;
    draft.moveOrAdd([...target, key], [...target, key], value, "KEDA's default");
  }
  draft.copy(...target, "name");
  const container = [...target, "envSourceContainerName"];
  draft.omit(container, "only triggers without an equivalent read environment variables");
}

const prefix = "autoscaling.keda.sh";
/** Only these texts mean false to KEDA. */
const isFalse = (value: unknown): boolean => /^(0|f|F|false|FALSE|False)$/.test(String(value));

function convertAnnotations(draft: Draft, mayIdle: boolean): void {
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
  if (mayIdle) draft.lose(at("force"), "an Autoscaler with a minimum of 1 is always active");
  else draft.omit(at("force"), alwaysActive);
  draft.omit(at("transfer"), "there is no HorizontalPodAutoscaler");
  draft.omit(at("labels"), "there is no HorizontalPodAutoscaler");
}

function loseTheRest(draft: Draft): void {
  draft.omit([...advanced, ...hpaConfig, "name"], "there is no HorizontalPodAutoscaler");
  const restore = [...advanced, "restoreToOriginalReplicaCount"];
  if (draft.at(...restore) === true) draft.lose(restore, "deleting an Autoscaler keeps the size");
  else draft.omit(restore, "deleting an Autoscaler keeps the size, too");
}

/** HPA-1.36 combines no metrics. */
function requireOwnAlgorithm(draft: Draft, { keepsArithmetic }: Context): void {
  if (!keepsArithmetic) return;
  const reason =
    "combine needs it; docs/autoscaler.md says how it differs from a HorizontalPodAutoscaler";
  draft.add(["spec", "algorithm"], "Trimtab-1", reason);
}
