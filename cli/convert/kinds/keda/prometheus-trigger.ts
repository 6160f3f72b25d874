import { type Fields, isFields } from "../../../../engine/validate/field-reader.ts";
import type { Path } from "../../../../engine/validate/object-schema.ts";
import type { Draft } from "../../conversion.ts";
import { sourceNameOf } from "./source-name.ts";

/** What a trigger says about the server, and where the platform team says it instead. */
const configured: Readonly<Record<string, string>> = {
  namespace: "enforcedMatchers or headers",
  customHeaders: "headers",
  cortexOrgID: "headers, as X-Scope-OrgID",
  queryParameters: "its server, because it has no such field",
  authModes: "credentialsSecret",
  timeout: "timeoutSeconds",
};

interface Trigger {
  readonly query: string;
  readonly threshold: string;
  readonly address: string;
  readonly isPerPod: boolean;
  /** Whether an empty result counts as 0: KEDA's default. */
  readonly isZero: boolean;
  readonly isZeroByDefault: boolean;
}

/**
 * Source  pkg/scalers/prometheus_scaler.go of KEDA 2.21.0: the metric is an average unless metricType says Value, and
 *         an empty result and infinity count as 0 unless ignoreNullValues is false.
 */
function readTrigger({ metadata, metricType }: Fields): Trigger | null {
  const { query, threshold, serverAddress, ignoreNullValues } = isFields(metadata) ? metadata : {};
  const isPerPod = metricType === undefined || metricType === null || metricType === "AverageValue";
  const amount = typeof threshold === "number" ? String(threshold) : threshold;
  if (typeof query !== "string" || typeof amount !== "string") return null;
  if (!isPerPod && metricType !== "Value") return null;
  const isZeroByDefault = ignoreNullValues === undefined;
  return {
    ...{ query, threshold: amount, isPerPod, isZeroByDefault },
    address: typeof serverAddress === "string" ? serverAddress : "",
    isZero: isZeroByDefault || isTrue(ignoreNullValues),
  };
}

/**
 * The metric for a trigger of type prometheus, and what the platform team must do; null: the trigger is incomplete. An
 * Autoscaler names a source in place of the address.
 */
export function prometheusMetric(
  draft: Draft,
  from: Path,
  trigger: Fields,
): { readonly metric: Fields; readonly reason: string } | null {
  const read = readTrigger(trigger);
  if (read === null) return null;
  const { query, threshold, isPerPod, isZero } = read;
  const source = sourceNameOf(read.address, "prometheus");
  reportLost(draft, from, trigger);
  const target = isPerPod
    ? { type: "AverageValue", averageValue: threshold }
    : { type: "Value", value: threshold };
  const prometheus = { source, query, ...(isZero ? { whenEmpty: "Zero" } : {}), target };
  return { metric: { type: "Prometheus", prometheus }, reason: reasonOf(source, read) };
}

function reasonOf(source: string, { address, isZero, isZeroByDefault }: Trigger): string {
  const configure = `the platform team must configure metric source ${source} with the address ${withoutUser(address)}`;
  if (!isZero) return configure;
  const origin = isZeroByDefault ? "KEDA's default" : "ignoreNullValues";
  return `${configure}; ${origin} is whenEmpty: Zero, but infinity is an error here`;
}

/** What is not in the metric. */
function reportLost(draft: Draft, from: Path, trigger: Fields): void {
  const { metadata, authenticationRef } = trigger;
  const given = isFields(metadata) ? metadata : {};
  const at = (key: string): Path => [...from, "metadata", key];
  const by = "the platform team configures it for the metric source";
  for (const [key, where] of Object.entries(configured)) {
    if (given[key] !== undefined) draft.miss(at(key), `${by}: in ${where}`);
  }
  if (isFields(authenticationRef)) {
    draft.miss([...from, "authenticationRef"], `${by}: in credentialsSecret`);
  }
  if (isTrue(given["unsafeSsl"])) {
    draft.miss(at("unsafeSsl"), `certificates are always verified; ${by}: as ca.crt`);
  }
}

const isTrue = (value: unknown): boolean => /^(1|t|true)$/i.test(String(value));

/** A report may be shown to others. */
const withoutUser = (address: string): string => address.replace(/\/\/[^/@]*@/, "//");
