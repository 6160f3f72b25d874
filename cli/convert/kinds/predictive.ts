import { defaultSyncPeriodSeconds } from "../../../engine/spec/defaults.ts";
import { upstreamSettings } from "../../../engine/spec/settings.ts";
import type { Draft } from "../conversion.ts";
import { copyTarget, writeAlgorithm } from "./hpa.ts";
import {
  beginOurs,
  copyAnnotations,
  copyWithQuantities,
  isOfKind,
  type SourceKind,
} from "./source-kind.ts";

/** Source  api/v1alpha1 of predictive-horizontal-pod-autoscaler 0.13. */
export const predictive: SourceKind = {
  name: "PredictiveHorizontalPodAutoscaler",
  matches: isOfKind("PredictiveHorizontalPodAutoscaler", /^jamiethompson\.me\//),
  convert: (object, context) => {
    const draft = beginOurs(object, "Autoscaler");
    copyAnnotations(draft);
    copyTarget(draft);
    copyWithQuantities(draft, ["spec", "metrics"]);
    convertPeriod(draft);
    convertRules(draft);
    convertSettings(draft);
    const models = draft.at("spec", "models");
    for (const [index] of (Array.isArray(models) ? models : []).entries()) {
      draft.lose(
        ["spec", "models", String(index)],
        "there are no forecasts: only the metrics count",
      );
    }
    if (Array.isArray(models) && models.length === 0) draft.omit(["spec", "models"], "it is empty");
    draft.omit(["spec", "decisionType"], "it chooses between models");
    writeAlgorithm(draft, context);
    return draft.finish();
  },
};

function convertPeriod(draft: Draft): void {
  const from = ["spec", "syncPeriod"];
  const seconds = Math.max(3, Math.round(Number(draft.at(...from)) / 1000));
  if (!draft.has(...from)) return;
  if (seconds === defaultSyncPeriodSeconds) draft.omit(from, "15 s is the default");
  else draft.change(from, ["spec", "syncPeriodSeconds"], seconds, "in whole seconds, 3 or more");
}

/** Both are for the whole object there, and for one direction here. */
function convertRules(draft: Draft): void {
  const behavior = ["spec", "behavior"];
  const window = ["spec", "downscaleStabilization"];
  const to = [...behavior, "scaleDown", "stabilizationWindowSeconds"];
  if (draft.at(...window) === upstreamSettings.downscaleStabilizationSeconds) {
    draft.omit(window, "the default");
  } else draft.move(window, to);
  const from = ["spec", "tolerance"];
  if (!draft.has(...from)) return;
  if (draft.at(...from) === upstreamSettings.tolerance) draft.omit(from, "the default");
  else {
    const tolerance = String(draft.at(...from));
    draft.set([...behavior, "scaleUp", "tolerance"], tolerance);
    draft.change(from, [...behavior, "scaleDown", "tolerance"], tolerance, "in both directions");
  }
}

function convertSettings(draft: Draft): void {
  const settings = {
    cpuInitializationPeriod: upstreamSettings.cpuInitializationPeriodSeconds,
    initialReadinessDelay: upstreamSettings.initialReadinessDelaySeconds,
  };
  for (const [key, usual] of Object.entries(settings)) {
    if (draft.at("spec", key) === usual)
      draft.omit(["spec", key], "the default of the installation");
    else draft.move(["spec", key], ["spec", `${key}Seconds`]);
  }
}
