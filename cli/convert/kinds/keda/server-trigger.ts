import { type Fields, isFields } from "../../../../engine/json-values.ts";
import type { Path } from "../../../../engine/validate/object-schema.ts";
import type { Draft } from "../../conversion.ts";

/** A metric whose server the platform team configures. An Autoscaler names a source in place of the address. */
export interface ServerMetric {
  readonly metric: Fields;
  /** What there is to know about it. */
  readonly reason: string;
}

const by = "the platform team configures it for the metric source";
const mustConfigure = (source: string, address: string): string =>
  `the platform team must configure metric source ${source} with the address ${address}`;

/** What a trigger says about the server, and where the platform team says it instead. */
type Configured = Readonly<Record<string, string>>;

const ofPrometheus: Configured = {
  namespace: "in enforcedMatchers or headers",
  customHeaders: "in headers",
  cortexOrgID: "in headers, as X-Scope-OrgID",
  queryParameters: "in its server, because it has no such field",
  authModes: "in credentialsSecret",
  timeout: "in timeoutSeconds",
};

/**
 * The metric for a trigger of type prometheus, and what the platform team must do; null: the trigger is incomplete.
 *
 * Source  pkg/scalers/prometheus_scaler.go of KEDA 2.21.0: the metric is an average unless metricType says Value, and
 *         an empty result and infinity count as 0 unless ignoreNullValues is false.
 */
export function prometheusMetric(draft: Draft, from: Path, trigger: Fields): ServerMetric | null {
  const given = isFields(trigger["metadata"]) ? trigger["metadata"] : {};
  const { query, threshold, serverAddress, ignoreNullValues } = given;
  const amount = typeof threshold === "number" ? String(threshold) : threshold;
  const isPerPod = isAverage(trigger);
  if (typeof query !== "string" || typeof amount !== "string" || isPerPod === null) return null;
  const address = typeof serverAddress === "string" ? serverAddress : "";
  const source = sourceNameOf(address, "prometheus");
  loseConfigured(draft, from, given, ofPrometheus);
  loseCredentials(draft, from, trigger);
  loseUnsafe(draft, from, given);
  const target = isPerPod
    ? { type: "AverageValue", averageValue: amount }
    : { type: "Value", value: amount };
  const reason = mustConfigure(source, withoutUser(address));
  const isZeroByDefault = ignoreNullValues === undefined;
  if (!isZeroByDefault && !isTrue(ignoreNullValues)) {
    return { metric: { type: "Prometheus", prometheus: { source, query, target } }, reason };
  }
  const origin = isZeroByDefault ? "KEDA's default" : "ignoreNullValues";
  return {
    metric: { type: "Prometheus", prometheus: { source, query, whenEmpty: "Zero", target } },
    reason: `${reason}; ${origin} is whenEmpty: Zero, but infinity is an error here`,
  };
}

const ofScaler: Configured = {
  enableTLS: "TLS is the default, and plaintext: true turns it off",
  caCert: "in credentialsSecret, as ca.crt",
  tlsCertFile: "in credentialsSecret, as ca.crt",
  tlsClientCert: "in credentialsSecret, as tls.crt",
  tlsClientKey: "in credentialsSecret, as tls.key",
};
const ownKeys = new Set(["scalerAddress", "unsafeSsl", ...Object.keys(ofScaler)]);

/**
 * The metric for a trigger of type external or external-push, and what the platform team must do; null: the trigger is
 * incomplete.
 *
 * Source  pkg/scalers/external_scaler.go of KEDA 2.21.0: all metadata reach the scaler.
 */
export function scalerMetric(draft: Draft, from: Path, trigger: Fields): ServerMetric | null {
  const given = isFields(trigger["metadata"]) ? trigger["metadata"] : {};
  const address = given["scalerAddress"];
  const isPerPod = isAverage(trigger);
  if (typeof address !== "string" || isPerPod === null) return null;
  const source = sourceNameOf(address, "scaler");
  const kept = Object.entries(given).filter(([key]) => !ownKeys.has(key) && !isFromEnv(key));
  loseConfigured(draft, from, given, ofScaler);
  loseUnsafe(draft, from, given);
  for (const key of Object.keys(given).filter(isFromEnv)) {
    const reason = "no metadata come from the environment of the workload; write the value";
    draft.miss([...from, "metadata", key], reason);
  }
  loseCredentials(draft, from, trigger);
  const externalScaler = {
    source,
    ...(kept.length > 0 && {
      metadata: Object.fromEntries(kept.map(([key, value]) => [key, String(value)])),
    }),
    ...(trigger["type"] === "external-push" && { push: true }),
    ...(!isPerPod && { target: { type: "Value" } }),
  };
  const metric = { type: "ExternalScaler", externalScaler };
  return { metric, reason: mustConfigure(source, address) };
}

/** KEDA reads the value from the environment of the workload. */
const isFromEnv = (key: string): boolean => key.endsWith("FromEnv");

/** Whether the metric is an average for each pod, as by default; null: metricType has no equivalent. */
function isAverage({ metricType }: Fields): boolean | null {
  if (metricType === undefined || metricType === null || metricType === "AverageValue") return true;
  return metricType === "Value" ? false : null;
}

function loseConfigured(draft: Draft, from: Path, given: Fields, configured: Configured): void {
  for (const [key, where] of Object.entries(configured)) {
    if (given[key] !== undefined) draft.miss([...from, "metadata", key], `${by}: ${where}`);
  }
}

function loseCredentials(draft: Draft, from: Path, { authenticationRef }: Fields): void {
  if (!isFields(authenticationRef)) return;
  draft.miss([...from, "authenticationRef"], `${by}: in credentialsSecret`);
}

function loseUnsafe(draft: Draft, from: Path, { unsafeSsl }: Fields): void {
  const reason = `certificates are always verified; ${by}: as ca.crt`;
  if (isTrue(unsafeSsl)) draft.miss([...from, "metadata", "unsafeSsl"], reason);
}

const isTrue = (value: unknown): boolean => /^(1|t|true)$/i.test(String(value));

/** A report may be shown to others. */
const withoutUser = (address: string): string => address.replace(/\/\/[^/@]*@/, "//");

/** A name for the metric source of a server: `prometheus-monitoring` for http://prometheus.monitoring.svc:9090. */
function sourceNameOf(address: string, otherwise: string): string {
  const host = hostOf(address).toLowerCase();
  const isNumeric = /^[\d.:[\]]+$/.test(host);
  const parts = isNumeric ? [host] : host.split(".").slice(0, 2);
  const name = parts
    .join("-")
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, 63)
    .replace(/^-|-$/g, "");
  return name === "" ? otherwise : name;
}

/** Of a URL, or of HOST:PORT. */
const hostOf = (address: string): string =>
  address.includes("//") && URL.canParse(address)
    ? new URL(address).hostname
    : address.replace(/:\d+$/, "");
