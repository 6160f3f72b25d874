import { type Fields, isFields } from "../../../../engine/validate/field-reader.ts";
import type { Path } from "../../../../engine/validate/object-schema.ts";
import type { Draft } from "../../conversion.ts";
import { sourceNameOf } from "./source-name.ts";

/** What a trigger says about the server, and where the platform team says it instead. */
const configured: Readonly<Record<string, string>> = {
  enableTLS: "TLS is the default, and plaintext: true turns it off",
  caCert: "in credentialsSecret, as ca.crt",
  tlsCertFile: "in credentialsSecret, as ca.crt",
  tlsClientCert: "in credentialsSecret, as tls.crt",
  tlsClientKey: "in credentialsSecret, as tls.key",
};
const ownKeys = new Set(["scalerAddress", "unsafeSsl", ...Object.keys(configured)]);

const by = "the platform team configures it for the metric source";

/**
 * The metric for a trigger of type external or external-push, and what the platform team must do; null: the trigger is
 * incomplete. An Autoscaler names a source in place of the address.
 *
 * Source  pkg/scalers/external_scaler.go of KEDA 2.21.0: all metadata reach the scaler.
 */
export function scalerMetric(
  draft: Draft,
  from: Path,
  { type, metadata, metricType, authenticationRef }: Fields,
): { readonly metric: Fields; readonly reason: string } | null {
  const given = isFields(metadata) ? metadata : {};
  const address = given["scalerAddress"];
  const isPerPod = metricType === undefined || metricType === null || metricType === "AverageValue";
  if (typeof address !== "string" || (!isPerPod && metricType !== "Value")) return null;
  const source = sourceNameOf(address, "scaler");
  const kept = Object.entries(given).filter(([key]) => !ownKeys.has(key) && !isFromEnv(key));
  reportLost(draft, from, given);
  if (isFields(authenticationRef)) {
    draft.miss([...from, "authenticationRef"], `${by}: in credentialsSecret`);
  }
  const externalScaler = {
    source,
    ...(kept.length > 0 && {
      metadata: Object.fromEntries(kept.map(([key, value]) => [key, String(value)])),
    }),
    ...(type === "external-push" && { push: true }),
    ...(!isPerPod && { target: { type: "Value" } }),
  };
  const reason = `the platform team must configure metric source ${source} with the address ${address}`;
  return { metric: { type: "ExternalScaler", externalScaler }, reason };
}

/** KEDA reads the value from the environment of the workload. */
const isFromEnv = (key: string): boolean => key.endsWith("FromEnv");

function reportLost(draft: Draft, from: Path, given: Fields): void {
  const at = (key: string): Path => [...from, "metadata", key];
  for (const [key, where] of Object.entries(configured)) {
    if (given[key] !== undefined) draft.miss(at(key), `${by}: ${where}`);
  }
  if (/^(1|t|true)$/i.test(String(given["unsafeSsl"]))) {
    draft.miss(at("unsafeSsl"), `certificates are always verified; ${by}: as ca.crt`);
  }
  for (const key of Object.keys(given).filter(isFromEnv)) {
    draft.miss(at(key), "no metadata come from the environment of the workload; write the value");
  }
}
