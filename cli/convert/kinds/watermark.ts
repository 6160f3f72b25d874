import { formatMilli, milliUnits } from "../../../engine/model/values/quantity.ts";
import { type Fields, isFields } from "../../../engine/model/values/json-values.ts";
import type { Draft } from "../conversion.ts";
import { copyTarget } from "./hpa.ts";
import { autoscalerFrom, copyAnnotations } from "./source-kind.ts";

/**
 * A WatermarkPodAutoscaler of Datadog. Its metric becomes one that aims at the high watermark; the
 * tolerance of scale-down reaches to the low watermark, so that the size stays between the two.
 *
 * Source  apis/datadoghq/v1alpha1 and internal/controller of watermarkpodautoscaler.
 */
export const watermark = autoscalerFrom("WatermarkPodAutoscaler", /^datadoghq\.com\//, draft => {
  copyAnnotations(draft);
  convertTarget(draft);
  convertMetrics(draft);
  if (draft.isRefused) return;
  convertRules(draft, "scaleUp");
  convertRules(draft, "scaleDown");
  convertMode(draft);
  convertGroups(draft);
  convertReadinessDelay(draft);
  for (const [key, why] of Object.entries(lost)) draft.lose(["spec", key], why);
});

const inverted =
  "lowWatermark is above highWatermark, so its controller refuses the object and scales nothing; exchange the two";

const lost = {
  recommender: "there is no client for a recommender",
  convergeTowardsWatermark: "between the watermarks, the size stays",
  minAvailableReplicaPercentage:
    "unavailable pods do not block scaling; healthGate holds scale-up while the newest pods fail",
};

function convertTarget(draft: Draft): void {
  const version = ["spec", "scaleTargetRef", "apiVersion"];
  copyTarget(draft);
  if (!draft.has(...version)) draft.add(version, "apps/v1", "required here");
}

const isAverage = (draft: Draft): boolean => draft.at("spec", "algorithm") === "average";

function convertMetrics(draft: Draft): void {
  let converted = 0;
  let band = 1;
  for (const [metric, from] of draft.itemsAt("spec", "metrics")) {
    const read = isFields(metric) ? metricOf(metric, isAverage(draft)) : "is no metric";
    if (typeof read === "string") draft.lose(from, read);
    else if (read.band > 1) draft.refuse(from, inverted);
    else {
      const why = "aims at the high watermark, scale-down too, which aims at the low one there";
      draft.change(from, ["spec", "metrics", String(converted)], read.metric, why);
      converted += 1;
      band = Math.min(band, read.band);
    }
  }
  if (draft.isRefused) return;
  if (converted === 0) {
    draft.refuse(["spec", "metrics"], "no metric has an equivalent");
    if (draft.has("spec", "recommender")) draft.refuse(["spec", "recommender"], lost.recommender);
    return;
  }
  convertTolerance(draft, band);
  draft.omit(["spec", "algorithm"], "the type of the metrics' targets says it");
  const zero = ["spec", "tolerateZero"];
  if (!draft.omitsUsual(zero, true, "always so"))
    draft.miss(zero, "a value of 0 counts as any other, and scales down");
}

/** With the low watermark as a fraction of the high one; a sentence if there is no equivalent. */
function metricOf({ type, external, resource }: Fields, isShared: boolean) {
  const source = [external, resource].find(isFields) ?? {};
  const { highWatermark = source["lowWatermark"], lowWatermark = highWatermark } = source;
  const [high, low] = [milliOf(highWatermark), milliOf(lowWatermark)];
  if (high === null || low === null) return "has no watermark that is a quantity above 0";
  const band = Number(low) / Number(high);
  const amount = formatMilli(high);
  const target = isShared
    ? { type: "AverageValue", averageValue: amount }
    : { type: "Value", value: amount };
  if (type === "External") {
    const selector = source["metricSelector"];
    const metric = { name: source["metricName"], ...(isFields(selector) ? { selector } : {}) };
    return { metric: { type, external: { metric, target } }, band };
  }
  if (!isShared)
    return "algorithm absolute compares the sum of all pods; a Resource metric is an average";
  return { metric: { type, resource: { name: source["name"], target } }, band };
}

function milliOf(quantity: unknown): bigint | null {
  if (typeof quantity !== "string" && typeof quantity !== "number") return null;
  const milli = milliUnits(String(quantity));
  return milli.ok && milli.value > 0n ? milli.value : null;
}

const fractionOf = (draft: Draft, key: string, usual: number): number => {
  const written = draft.at("spec", key);
  const isNumber = typeof written === "string" || typeof written === "number";
  const milli = milliUnits(String(isNumber ? written : usual));
  return milli.ok ? Number(milli.value) / 1000 : usual;
};

function convertTolerance(draft: Draft, band: number): void {
  const tolerance = fractionOf(draft, "tolerance", 0.1);
  const down = Math.max(0, Math.round((1 - band * (1 - tolerance)) * 1000));
  draft.set(["spec", "behavior", "scaleUp", "tolerance"], `${Math.round(tolerance * 1000)}m`);
  const to = ["spec", "behavior", "scaleDown", "tolerance"];
  const why = "of scale-down: down to the low watermark less the tolerance";
  draft.changeOrAdd(["spec", "tolerance"], to, `${down}m`, why);
}

const rules = {
  scaleUp: {
    factor: "scaleUpLimitFactor",
    usual: 50,
    window: "upscaleForbiddenWindowSeconds",
    seconds: 60,
    delay: "upscaleDelayAboveWatermarkSeconds",
  },
  scaleDown: {
    factor: "scaleDownLimitFactor",
    usual: 20,
    window: "downscaleForbiddenWindowSeconds",
    seconds: 300,
    delay: "downscaleDelayBelowWatermarkSeconds",
  },
} as const;

/** The longest period of a policy. */
const longestSeconds = 1800;

/** Each change is at most a part of the size, and the next one waits for the period of the policies. */
function convertRules(draft: Draft, direction: keyof typeof rules): void {
  const { factor, usual, window, seconds, delay } = rules[direction];
  const behavior = ["spec", "behavior", direction];
  const percent = Math.floor(fractionOf(draft, factor, usual));
  const written = Number(draft.at("spec", window) ?? seconds);
  const periodSeconds = Math.min(longestSeconds, Math.max(15, written));
  const policies = [
    { type: "Percent", value: percent, periodSeconds },
    { type: "Pods", value: 1, periodSeconds },
  ];
  const write = (key: string, field: string, value: unknown, why: string): void => {
    const to = [...behavior, field];
    if (draft.has("spec", key)) draft.change(["spec", key], to, value, why);
    else draft.add(to, value, `the default there: ${why}`);
  };
  const rounded = "the same for each change, but rounded up";
  if (percent === 0) write(factor, "selectPolicy", "Disabled", rounded);
  else write(factor, "policies", policies, rounded);
  const period = `the policies of ${direction} have a period of ${periodSeconds} s`;
  draft.omit(["spec", window], percent === 0 ? "there are no changes in this direction" : period);
  const agreed = "within the window, every recommendation must agree";
  write(delay, "stabilizationWindowSeconds", draft.at("spec", delay) ?? 0, agreed);
}

/** There, the bounds cut off part of a group; here, they are those of whole groups. */
function convertGroups(draft: Draft): void {
  const from = ["spec", "replicaScalingAbsoluteModulo"];
  const to = ["spec", "replicaMultiple"];
  const multiple = Number(draft.at(...from));
  const max = Number(draft.at("spec", "maxReplicas"));
  const min = Number(draft.at("spec", "minReplicas") ?? 1);
  if (max % multiple === 0 && min % multiple === 0) draft.move(from, to);
  else if (Math.floor(max / multiple) * multiple >= Math.max(1, min)) {
    const why = "also within the bounds, there are only whole groups";
    draft.change(from, to, draft.at(...from), why);
  } else draft.lose(from, "no multiple of it is within the bounds");
}

function convertReadinessDelay(draft: Draft): void {
  const from = ["spec", "readinessDelaySeconds"];
  const to = ["spec", "initialReadinessDelaySeconds"];
  const metrics = draft.itemsAt("spec", "metrics");
  if (!draft.has(...from)) return;
  if (!metrics.some(([, path]) => draft.at(...path, "resource", "name") === "cpu")) {
    draft.lose(from, "only metrics of cpu leave out pods that are not ready yet");
  } else draft.change(from, to, draft.at(...from), "for cpu, whose pods it is about");
}

function convertMode(draft: Draft): void {
  const from = ["spec", "dryRun"];
  if (draft.at(...from) === true) draft.change(from, ["spec", "mode"], "DryRun", "the same");
  else draft.omit(from, "the default");
}
