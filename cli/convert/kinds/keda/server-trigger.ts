import { type Fields, fieldsOf } from "../../../../engine/model/values/json-values.ts";
import { sourceNameOf, tenantOf } from "./source-name.ts";
import { isTrue, reachesScaler } from "./trigger-keys.ts";

/** A metric whose server the platform team configures. An Autoscaler names a source in place of the address. */
export interface ServerMetric {
  readonly metric: Fields;
  /** What there is to know about it. */
  readonly reason: string;
}

const mustConfigure = (source: string, address: string): string =>
  `the platform team must configure metric source ${source} with the address ${address}`;

/**
 * The metric for a trigger of type prometheus, and what the platform team must do; null: the trigger is incomplete.
 *
 * Source  pkg/scalers/prometheus_scaler.go of KEDA 2.21.0: the metric is an average unless metricType says Value, and
 *         an empty result and infinity count as 0 unless ignoreNullValues is false.
 */
export function prometheusMetric(trigger: Fields): ServerMetric | null {
  const given = fieldsOf(trigger["metadata"]);
  const { query, threshold, serverAddress: address, ignoreNullValues } = given;
  const amount = typeof threshold === "number" ? String(threshold) : threshold;
  const isPerPod = isAverage(trigger);
  if (typeof address !== "string" || address.trim() === "") return null;
  if (typeof query !== "string" || typeof amount !== "string" || isPerPod === null) return null;
  const source = sourceNameOf(address, "http", tenantOf(given));
  const target = isPerPod
    ? { type: "AverageValue", averageValue: amount }
    : { type: "Value", value: amount };
  const isZeroByDefault = ignoreNullValues === undefined;
  const isZero = isZeroByDefault || isTrue(ignoreNullValues);
  const prometheus = { source, query, ...(isZero && { whenEmpty: "Zero" }), target };
  const origin = isZeroByDefault ? "KEDA's default" : "ignoreNullValues";
  const ofZero = isZero ? `; ${origin} is whenEmpty: Zero, but infinity is an error here` : "";
  const reason = mustConfigure(source, withoutSecrets(address)) + ofZero;
  return { metric: { type: "Prometheus", prometheus }, reason };
}

/**
 * The metric for a trigger of type external or external-push, and what the platform team must do; null: the trigger is
 * incomplete.
 *
 * Source  pkg/scalers/external_scaler.go of KEDA 2.21.0: all metadata reach the scaler.
 */
export function scalerMetric(trigger: Fields): ServerMetric | null {
  const given = fieldsOf(trigger["metadata"]);
  const address = given["scalerAddress"];
  const isPerPod = isAverage(trigger);
  if (typeof address !== "string" || address.trim() === "" || isPerPod === null) return null;
  const source = sourceNameOf(address, "grpc");
  const kept = Object.entries(given).filter(([key]) => reachesScaler(key));
  const externalScaler = {
    source,
    ...(kept.length > 0 && {
      metadata: Object.fromEntries(kept.map(([key, value]) => [key, textOf(value)])),
    }),
    ...(trigger["type"] === "external-push" && { push: true }),
    ...(!isPerPod && { target: { type: "Value" } }),
  };
  const metric = { type: "ExternalScaler", externalScaler };
  return { metric, reason: mustConfigure(source, withoutSecrets(address)) };
}

const textOf = (value: unknown): string =>
  typeof value === "string" ? value : JSON.stringify(value);

/** Whether the metric is an average for each pod, as by default; null: metricType has no equivalent. */
function isAverage({ metricType }: Fields): boolean | null {
  if (metricType === undefined || metricType === null || metricType === "AverageValue") return true;
  return metricType === "Value" ? false : null;
}

/** A report may be shown to others: the address without its user, query and fragment, which can be secrets. */
export function withoutSecrets(address: string): string {
  const hasScheme = /^[a-z][a-z0-9+.-]*:[\\/]{2}/i.test(address);
  // A scheme without a default port, which URL would leave out.
  const text = hasScheme ? address : `grpc://${address}`;
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || url.pathname.includes("@")) return "(not shown)";
  const isOpen = [url.username, url.password, url.search, url.hash].every(part => part === "");
  if (isOpen && !/[@?#]/.test(address)) return address;
  return `${hasScheme ? `${url.protocol}//` : ""}${url.host}${url.pathname.replace(/\/$/, "")}`;
}
