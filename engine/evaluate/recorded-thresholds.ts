import type { Threshold } from "../../crds/generated/autoscaler.ts";
import { comparisonSigns } from "../recommend/thresholds/threshold-reading.ts";
import { checkSource } from "./recorded-source.ts";
import { toThreshold } from "../spec/threshold-fields.ts";
import type { ThresholdSpec } from "../spec/threshold-spec.ts";
import type { Reader } from "../untrusted-reader.ts";

const MAX_THRESHOLDS = 1000;

/** Checks only what a decision relies on; validation does the rest. */
export function readThresholds(reader: Reader, raw: unknown, path: string): ThresholdSpec[] {
  const items = reader.list(raw, path, MAX_THRESHOLDS);
  for (const { item, path: at } of items) checkThreshold(reader, item, at);
  return reader.error === null ? items.map(({ item }) => toThreshold(item as Threshold)) : [];
}

function checkThreshold(reader: Reader, raw: unknown, path: string): void {
  const threshold = reader.object(raw, path);
  reader.text(threshold["name"], `${path}.name`);
  const isIntention = threshold["type"] === "Intention";
  if (!isIntention && threshold["type"] !== "Value") {
    reader.fail(`${path}.type`, "is neither Value nor Intention");
  }
  if (isIntention) checkIntention(reader, threshold["intention"], `${path}.intention`);
  else checkValue(reader, threshold["value"], `${path}.value`);
}

const intents = ["CPUUtilization", "MemoryUtilization", "RequestsPerSecondPerPod", "PodsMetric"];

function checkIntention(reader: Reader, raw: unknown, path: string): void {
  const { intent, metric, value } = reader.object(raw, path);
  checkOneOf(reader, intent, { path: `${path}.intent`, known: intents });
  if (metric != null) {
    reader.text(reader.object(metric, `${path}.metric`)["name"], `${path}.metric.name`);
  }
  checkQuantity(reader, value, `${path}.value`);
}

function checkValue(reader: Reader, raw: unknown, path: string): void {
  const value = reader.object(raw, path);
  const metric = reader.object(value["metric"], `${path}.metric`);
  if (!checkSource(reader, metric, `${path}.metric`)) {
    reader.fail(`${path}.metric.type`, "is no type of a metric");
  }
  const known = Object.keys(comparisonSigns);
  checkOneOf(reader, value["comparison"], { path: `${path}.comparison`, known });
  checkQuantity(reader, value["value"], `${path}.value`);
  reader.integer(value["durationSeconds"], `${path}.durationSeconds`, 1);
  reader.integer(value["increment"], `${path}.increment`, -MAX_THRESHOLDS);
}

/** As in the API server, a quantity may be a number. */
const checkQuantity = (reader: Reader, raw: unknown, path: string): void => {
  if (typeof raw !== "number") reader.text(raw, path);
};

function checkOneOf(
  reader: Reader,
  raw: unknown,
  { path, known }: { readonly path: string; readonly known: readonly string[] },
): void {
  if (!known.includes(reader.text(raw, path))) reader.fail(path, `is none of ${known.join(", ")}`);
}
