import { defaultSyncPeriodSeconds } from "../../../engine/spec/defaults.ts";
import { upstreamSettings } from "../../../engine/model/spec/settings.ts";
import type { Draft } from "../conversion.ts";
import { copyTarget, writeAlgorithm } from "./hpa.ts";
import {
  autoscalerFrom,
  copyAnnotations,
  copyBehavior,
  copyWithQuantities,
} from "./source-kind.ts";

/** Source  api/v1alpha1 of predictive-horizontal-pod-autoscaler 0.13; before 0.12, it had no behavior. */
export const predictive = autoscalerFrom(
  "PredictiveHorizontalPodAutoscaler",
  /^jamiethompson\.me\//,
  (draft, context) => {
    copyAnnotations(draft);
    copyTarget(draft);
    copyWithQuantities(draft, ["spec", "metrics"]);
    convertPeriod(draft);
    convertRules(draft);
    convertSettings(draft);
    const models = ["spec", "models"];
    for (const [, path] of draft.itemsAt(...models)) {
      draft.lose(path, "there are no forecasts: only the metrics count");
    }
    const list = draft.at(...models);
    if (Array.isArray(list) && list.length === 0) draft.omit(models, "it is empty");
    draft.omit(["spec", "decisionType"], "it chooses between models");
    writeAlgorithm(draft, context);
  },
);

function convertPeriod(draft: Draft): void {
  const from = ["spec", "syncPeriod"];
  const seconds = Math.max(3, Math.round(Number(draft.at(...from)) / 1000));
  if (!draft.has(...from)) return;
  if (seconds === defaultSyncPeriodSeconds) draft.omit(from, "15 s is the default");
  else draft.change(from, ["spec", "syncPeriodSeconds"], seconds, "in whole seconds, 3 or more");
}

/** The window and the tolerance are for the whole object there, and for one direction here. */
function convertRules(draft: Draft): void {
  const behavior = ["spec", "behavior"];
  const window = ["spec", "downscaleStabilization"];
  const ownWindow = [...behavior, "scaleDown", "stabilizationWindowSeconds"];
  const { downscaleStabilizationSeconds, tolerance } = upstreamSettings;
  copyBehavior(draft, behavior);
  if (draft.has(...ownWindow)) draft.omit(window, "behavior has its own window");
  else if (!draft.omitsUsual(window, downscaleStabilizationSeconds, "the default")) {
    draft.move(window, ownWindow);
  }
  const from = ["spec", "tolerance"];
  if (!draft.has(...from) || draft.omitsUsual(from, tolerance, "the default")) return;
  const written = String(draft.at(...from));
  draft.set([...behavior, "scaleUp", "tolerance"], written);
  draft.change(from, [...behavior, "scaleDown", "tolerance"], written, "in both directions");
}

function convertSettings(draft: Draft): void {
  for (const key of ["cpuInitializationPeriod", "initialReadinessDelay"] as const) {
    const [from, usual] = [["spec", key], upstreamSettings[`${key}Seconds`]];
    if (!draft.omitsUsual(from, usual, "the default of the installation")) {
      draft.move(from, ["spec", `${key}Seconds`]);
    }
  }
}
