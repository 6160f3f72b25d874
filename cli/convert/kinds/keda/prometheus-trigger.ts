import { type Fields, isFields } from "../../../../engine/validate/field-reader.ts";
import type { Path } from "../../../../engine/validate/object-schema.ts";
import type { Draft } from "../../conversion.ts";

/** What a trigger says about the server, and where the platform team says it instead. */
const configured: Readonly<Record<string, string>> = {
  namespace: "enforcedMatchers or headers",
  customHeaders: "headers",
  cortexOrgID: "headers, as X-Scope-OrgID",
  queryParameters: "its server, because it has no such field",
  authModes: "credentialsSecret",
  timeout: "timeoutSeconds",
};

/**
 * The metric for a trigger of type prometheus; null: it is incomplete. An Autoscaler names a source in place of the
 * address, and what differs is reported.
 *
 * Source  pkg/scalers/prometheus_scaler.go of KEDA 2.21.0: the metric is an average unless metricType says Value,
 *         and nothing, NaN of no series and infinity count as 0 unless ignoreNullValues is false.
 */
export function prometheusMetric(
  draft: Draft,
  from: Path,
  { metadata, metricType, authenticationRef }: Fields,
): Fields | null {
  const given = isFields(metadata) ? metadata : {};
  const { query, threshold, serverAddress } = given;
  const isPerPod = metricType === undefined || metricType === null || metricType === "AverageValue";
  if (typeof query !== "string" || threshold === undefined) return null;
  if (!isPerPod && metricType !== "Value") return null;
  const source = sourceNameOf(String(serverAddress ?? ""));
  const asked: Path = [...from, "metadata"];
  const by = `the platform team configures it for metric source ${source}`;
  for (const [key, where] of Object.entries(configured)) {
    if (given[key] !== undefined) draft.miss([...asked, key], `${by}: in ${where}`);
  }
  if (isFields(authenticationRef)) {
    draft.miss([...from, "authenticationRef"], `${by}: in credentialsSecret`);
  }
  if (isTrue(given["unsafeSsl"])) {
    draft.miss([...asked, "unsafeSsl"], `certificates are always verified; ${by}: as ca.crt`);
  }
  if (Number(given["activationThreshold"] ?? 0) !== 0) {
    const reason = "a metric has no activation: any value above 0 ends a size of 0";
    draft.miss([...asked, "activationThreshold"], reason);
  }
  const isZero = given["ignoreNullValues"] === undefined || isTrue(given["ignoreNullValues"]);
  const amount = String(threshold);
  const target = isPerPod
    ? { type: "AverageValue", averageValue: amount }
    : { type: "Value", value: amount };
  const whenEmpty = isZero ? { whenEmpty: "Zero" } : {};
  return { type: "Prometheus", prometheus: { source, query, ...whenEmpty, target } };
}

/** What the platform team must do before the object works. */
export function prometheusReason({ prometheus }: Fields, { metadata }: Fields): string {
  const { source, whenEmpty } = (isFields(prometheus) ? prometheus : {}) as Fields;
  const { serverAddress, ignoreNullValues } = isFields(metadata) ? metadata : ({} as Fields);
  const address = withoutUser(String(serverAddress ?? ""));
  const empty =
    whenEmpty === "Zero"
      ? `; ${ignoreNullValues === undefined ? "KEDA's default" : "ignoreNullValues"} is whenEmpty: Zero, but infinity is an error here`
      : "";
  return `the platform team must configure metric source ${String(source)} with the address ${address}${empty}`;
}

const isTrue = (value: unknown): boolean => /^(1|t|true)$/i.test(String(value));

/** `prometheus-monitoring` for http://prometheus.monitoring.svc:9090. */
function sourceNameOf(address: string): string {
  const host = (URL.canParse(address) ? new URL(address).hostname : address).toLowerCase();
  const isNumeric = /^[\d.:[\]]+$/.test(host);
  const parts = isNumeric ? [host] : host.split(".").slice(0, 2);
  const name = parts
    .join("-")
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, 63)
    .replace(/^-+|-+$/g, "");
  return name === "" ? "prometheus" : name;
}

/** A report may be shown to others. */
const withoutUser = (address: string): string => address.replace(/\/\/[^/@]*@/, "//");
