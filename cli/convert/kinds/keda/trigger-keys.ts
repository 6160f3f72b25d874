import { type Fields, isFields } from "../../../../engine/model/values/json-values.ts";
import type { Path } from "../../../../engine/schema/object-schema.ts";
import { valueAt } from "../../../../engine/schema/structure.ts";
import type { Draft } from "../../conversion.ts";

/**
 * Clouds that identify the pod of KEDA: the podIdentity.provider of a TriggerAuthentication, the host of a managed
 * Prometheus, and a proxy for it.
 */
const clouds = {
  AWS: [/^aws/, /\.amazonaws\.com(\.cn)?$/, "that signs requests with SigV4, such as aws-sigv4-proxy"], // prettier-ignore
  Azure: [/^azure/, /\.prometheus\.monitor\.azure\.\w+$/, "that adds a token of Microsoft Entra ID, such as aad-auth-proxy"], // prettier-ignore
  GCP: [/^gcp/, /^monitoring\.googleapis\.com$/, "that adds a token of Google Cloud, such as the frontend of Managed Service for Prometheus"], // prettier-ignore
} as const;

/** None: the input contains credentials of another kind. null: the input does not say it. */
type CloudName = keyof typeof clouds | "None" | null;

/** What to do instead; without a cloud, for all of them. */
function throughProxy(cloud: CloudName): string {
  const proxy = cloud === null || cloud === "None" ? "that signs its requests" : clouds[cloud][2];
  return `a metric source has only a token, basic authentication and TLS; run a proxy ${proxy}, and configure the address of the proxy`;
}

/** Whose identity a trigger of type prometheus needs. */
function cloudOf(draft: Draft, trigger: Fields, objects: readonly Fields[]): CloudName {
  const at = (...path: string[]): unknown => valueAt(trigger, path);
  if (at("metadata", "awsRegion") !== undefined || at("metadata", "identityOwner") !== undefined) {
    return "AWS";
  }
  const authentication = authenticationOf(draft, trigger, objects);
  const own = at("podIdentity", "provider");
  const provider = String(own ?? valueAt(authentication, ["spec", "podIdentity", "provider"]));
  const address = String(at("metadata", "serverAddress"));
  const host = URL.canParse(address) ? new URL(address).hostname : "";
  const names = Object.keys(clouds) as (keyof typeof clouds)[];
  const cloud = names.find(name => clouds[name][0].test(provider) || clouds[name][1].test(host));
  return cloud ?? (authentication === undefined ? null : "None");
}

/** The TriggerAuthentication that the trigger names, if it is in the input. */
function authenticationOf(draft: Draft, { authenticationRef }: Fields, objects: readonly Fields[]) {
  if (!isFields(authenticationRef)) return undefined;
  const { kind = "TriggerAuthentication", name } = authenticationRef;
  const namespace = draft.at("metadata", "namespace");
  return objects.find(
    object =>
      object["kind"] === kind &&
      valueAt(object, ["metadata", "name"]) === name &&
      (kind !== "TriggerAuthentication" ||
        (valueAt(object, ["metadata", "namespace"]) ?? undefined) === namespace),
  );
}

/** A trigger that has become a metric or a schedule. */
interface Converted {
  readonly from: Path;
  readonly given: Fields;
  /** Of the metric or the schedule; null: it has none. */
  readonly name: string | null;
  readonly objects: readonly Fields[];
}

/** What becomes of a key: the result contains it, it has no effect, or it is lost. */
type Fate = "kept" | { readonly unused: string } | { readonly lost: string };
type Fates = Readonly<Record<string, Fate>>;

const by = "the platform team configures it for the metric source";
const configured = (where: string): Fate => ({ lost: `${by}: ${where}` });
const kept = (...keys: readonly string[]): Fates =>
  Object.fromEntries(keys.map(key => [key, "kept"]));

const ofPods = kept("type", "value", "containerName");
const ofScaler: Fates = {
  ...kept("scalerAddress"),
  enableTLS: configured("TLS is the default, and plaintext: true turns it off"),
  caCert: configured("in credentialsSecret, as ca.crt"),
  tlsCertFile: configured("in credentialsSecret, as ca.crt"),
  tlsClientCert: configured("in credentialsSecret, as tls.crt"),
  tlsClientKey: configured("in credentialsSecret, as tls.key"),
};

const metadata: Readonly<Record<string, Fates>> = {
  cpu: ofPods,
  memory: ofPods,
  cron: kept("timezone", "start", "end", "desiredReplicas"),
  prometheus: {
    ...kept("serverAddress", "query", "threshold", "activationThreshold", "ignoreNullValues"),
    metricName: { unused: "KEDA derives the name of the metric from the trigger" },
    namespace: configured("in enforcedMatchers or headers"),
    customHeaders: configured("in headers"),
    cortexOrgID: configured("in headers, as X-Scope-OrgID"),
    queryParameters: configured("in its server, because it has no such field"),
    authModes: configured("in credentialsSecret"),
    timeout: configured("in timeoutSeconds"),
    awsRegion: { lost: throughProxy("AWS") },
    identityOwner: { lost: throughProxy("AWS") },
    awsRoleArn: { lost: throughProxy("AWS") },
  },
  external: ofScaler,
  "external-push": ofScaler,
};

/** KEDA reads the value from the environment of the workload. */
const isFromEnv = (key: string): boolean => key.endsWith("FromEnv");

/** Whether a key of an external trigger is one that the scaler receives. */
export const reachesScaler = (key: string): boolean =>
  key !== "unsafeSsl" && !isFromEnv(key) && !Object.hasOwn(ofScaler, key);

/** Reports each key of a trigger that its metric or schedule does not contain, known or not. */
export function accountForKeys(draft: Draft, { from, given, name, objects }: Converted): void {
  const type = String(given["type"]);
  const fates = metadata[type] ?? {};
  const keys = draft.fieldsAt(...from, "metadata");
  for (const entry of Object.entries(keys)) {
    report(draft, [...from, "metadata", entry[0]], fateOf(type, entry, fates));
  }
  const cloud = type === "prometheus" ? cloudOf(draft, given, objects) : null;
  const ownFates: Fates = {
    ...ofAll,
    ...(type === "cron" && { metricType: { unused: "a schedule has no target" } }),
    ...(name !== given["name"] && { name: { unused: unusable } }),
    ...((type === "prometheus" || fates === ofScaler) && { authenticationRef: credentials(cloud) }),
    podIdentity: { lost: throughProxy(cloud) },
  };
  for (const key of Object.keys(given)) report(draft, [...from, key], fateIn(ownFates, key, type));
  const isSaid =
    ["authenticationRef", "podIdentity"].some(key => draft.has(...from, key)) ||
    ["awsRegion", "identityOwner"].some(key => keys[key] !== undefined);
  if (cloud !== null && !isSaid) draft.lose([...from, "metadata", "serverAddress"], throughProxy(cloud)); // prettier-ignore
}

/** What all triggers have besides their metadata. */
const ofAll: Fates = {
  ...kept("type", "metadata", "metricType", "name"),
  useCachedMetrics: {
    unused: "the operator reads each value once in a period and does not keep it",
  },
  authenticationRef: { unused: "the trigger asks no server" },
};

const unusable =
  "is in use already, or not valid in an expression or a schedule; no other field refers to it";
const unknownTo = (type: string): string =>
  `trigger ${type}: convert does not know this key; remove it if KEDA ignores it`;

function credentials(cloud: CloudName): Fate {
  if (cloud === "None") return configured("in credentialsSecret");
  if (cloud !== null) return { lost: throughProxy(cloud) };
  return configured(`in credentialsSecret; for the identity of a pod, ${throughProxy(null)}`);
}

function fateOf(type: string, [key, value]: readonly [string, unknown], fates: Fates): Fate {
  if (fates === ofScaler && reachesScaler(key)) return "kept";
  if (key === "unsafeSsl") {
    if (!isTrue(value)) return { unused: "certificates are always verified, as by default" };
    return { lost: `certificates are always verified; ${by}: as ca.crt` };
  }
  if (fates === ofScaler && isFromEnv(key)) {
    return { lost: "no metadata come from the environment of the workload; write the value" };
  }
  return fateIn(fates, key, type);
}

const fateIn = (fates: Fates, key: string, type: string): Fate =>
  (Object.hasOwn(fates, key) ? fates[key] : undefined) ?? { lost: unknownTo(type) };

function report(draft: Draft, path: Path, fate: Fate): void {
  if (fate === "kept") return;
  if ("lost" in fate) draft.lose(path, fate.lost);
  else draft.omit(path, fate.unused);
}

export const isTrue = (value: unknown): boolean => /^(1|t|true)$/i.test(String(value));
