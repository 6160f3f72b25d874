import { describe, expect, it } from "vitest";

import type { Fields } from "../../../../engine/model/values/json-values.ts";
import { fieldText } from "../../conversion.ts";
import { scaledObject } from "./scaled-object.ts";

const address = "http://prometheus.monitoring.svc:9090";
const prometheus = { serverAddress: address, query: "up", threshold: "1" };
const external = { scalerAddress: "scaler.shop:9090" };
const cron = { timezone: "UTC", start: "0 8 * * *", end: "0 9 * * *", desiredReplicas: "5" };
const cpu = { value: "60" };

const ofType: Readonly<Record<string, Fields>> = {
  ...{ prometheus, external, cron },
  cpu: { ...cpu, type: "Utilization" },
};

/** What is said of the keys of a trigger, by their paths in it. */
function linesOf(type: string, fields: Fields, metadata: Fields, among: readonly Fields[] = []) {
  const trigger = { type, ...fields, metadata: { ...ofType[type], ...metadata } };
  const object: Fields = {
    ...{ apiVersion: "keda.sh/v1alpha1", kind: "ScaledObject" },
    metadata: { name: "web", namespace: "shop" },
    spec: { scaleTargetRef: { name: "web" }, minReplicaCount: 1, triggers: [trigger] },
  };
  const { fields: all } = scaledObject.convert(object, { objects: among, keepsArithmetic: true });
  return all.flatMap(({ verdict, from, reason }) => {
    const path = fieldText(from ?? []);
    const inTrigger = /^spec\.triggers\[0\]\.(.+)$/.exec(path)?.[1];
    return inTrigger === undefined ? [] : [{ verdict, path: inTrigger, reason }];
  });
}

interface Row {
  readonly type?: string;
  readonly fields?: Fields;
  readonly metadata?: Fields;
  readonly verdict?: "changed" | "lost";
  readonly path: string;
  readonly reason: string;
}

const sigV4 =
  "a metric source has only a token, basic authentication and TLS; run a proxy that signs requests with SigV4, such as aws-sigv4-proxy, and configure the address of the proxy";
const noRole = { authenticationRef: { name: "absent" } };

describe("a key of a trigger", () => {
  // prettier-ignore
  it.each<Row>([
    { fields: { useCachedMetrics: true },       verdict: "changed", path: "useCachedMetrics",      reason: "the operator reads each value once in a period and does not keep it" },
    { fields: { newKey: 1 },                                        path: "newKey",                reason: "trigger prometheus: convert does not know this key; remove it if KEDA ignores it" },
    { fields: { constructor: 1 },                                   path: "constructor",           reason: "trigger prometheus: convert does not know this key; remove it if KEDA ignores it" },
    { fields: { name: "not-one" },              verdict: "changed", path: "name",                  reason: "is in use already, or not valid in an expression or a schedule; no other field refers to it" },
    { fields: noRole,                                               path: "authenticationRef",     reason: "the platform team configures it for the metric source: in credentialsSecret; for the identity of a pod, a metric source has only a token, basic authentication and TLS; run a proxy that signs its requests, and configure the address of the proxy" },
    { fields: { podIdentity: { provider: "aws" } },                 path: "podIdentity",           reason: sigV4 },
    { metadata: { newKey: 1 },                                      path: "metadata.newKey",       reason: "trigger prometheus: convert does not know this key; remove it if KEDA ignores it" },
    { metadata: { unsafeSsl: "false" },         verdict: "changed", path: "metadata.unsafeSsl",    reason: "certificates are always verified, as by default" },
    { metadata: { unsafeSsl: "true" },                              path: "metadata.unsafeSsl",    reason: "certificates are always verified; the platform team configures it for the metric source: as ca.crt" },
    { metadata: { metricName: "q" },            verdict: "changed", path: "metadata.metricName",   reason: "KEDA derives the name of the metric from the trigger" },
    { metadata: { cortexOrgID: "a" },                               path: "metadata.cortexOrgID",  reason: "the platform team configures it for the metric source: in headers, as X-Scope-OrgID" },
    { metadata: { awsRegion: "eu-west-1" },                         path: "metadata.awsRegion",    reason: sigV4 },
    { type: "cpu", metadata: { newKey: 1 },                         path: "metadata.newKey",       reason: "trigger cpu: convert does not know this key; remove it if KEDA ignores it" },
    { type: "cpu", fields: noRole,              verdict: "changed", path: "authenticationRef",     reason: "the trigger asks no server" },
    { type: "cron", fields: { metricType: "AverageValue" }, verdict: "changed", path: "metricType", reason: "a schedule has no target" },
    { type: "cron", metadata: { newKey: 1 },                        path: "metadata.newKey",       reason: "trigger cron: convert does not know this key; remove it if KEDA ignores it" },
    { type: "external", metadata: { unsafeSsl: "false" }, verdict: "changed", path: "metadata.unsafeSsl", reason: "certificates are always verified, as by default" },
  ])("is in the report: $type $path of $fields $metadata", ({ type = "prometheus", fields = {}, metadata = {}, verdict = "lost", path, reason }) => {
    expect(linesOf(type, fields, metadata)).toEqual([{ verdict, path, reason }]);
  });

  it.each(Object.keys(ofType))("has no line of its own if the result contains it: %s", type => {
    expect(linesOf(type, {}, {})).toEqual([]);
  });
});

describe("the identity of a pod", () => {
  const authentication = (
    provider: string,
    kind = "TriggerAuthentication",
    namespace?: string,
  ) => ({
    ...{ apiVersion: "keda.sh/v1alpha1", kind },
    metadata: { name: "creds", ...(namespace === undefined ? {} : { namespace }) },
    spec: { podIdentity: { provider } },
  });
  const ref = { authenticationRef: { name: "creds" } };
  const clusterRef = { authenticationRef: { name: "creds", kind: "ClusterTriggerAuthentication" } };
  const at = (serverAddress: string) => ({ serverAddress });

  // prettier-ignore
  it.each<{ shows: string; fields?: Fields; metadata?: Fields; among?: readonly Fields[]; paths: readonly string[]; proxy: string }>([
    { shows: "of AWS, by its region",           metadata: { awsRegion: "eu-west-1", identityOwner: "operator" }, paths: ["metadata.awsRegion", "metadata.identityOwner"], proxy: "aws-sigv4-proxy" },
    { shows: "of AWS, by its reference",        fields: ref, among: [authentication("aws", undefined, "shop")], paths: ["authenticationRef"], proxy: "aws-sigv4-proxy" },
    { shows: "of AWS, by its address",          fields: ref, metadata: at("https://aps-workspaces.eu-west-1.amazonaws.com/workspaces/ws-1"), paths: ["authenticationRef"], proxy: "aws-sigv4-proxy" },
    { shows: "of Azure, by its reference",      fields: ref, among: [authentication("azure-workload", undefined, "shop")], paths: ["authenticationRef"], proxy: "aad-auth-proxy" },
    { shows: "of Azure, for all namespaces",    fields: clusterRef, among: [authentication("azure", "ClusterTriggerAuthentication")], paths: ["authenticationRef"], proxy: "aad-auth-proxy" },
    { shows: "of GCP, by its address alone",    metadata: at("https://monitoring.googleapis.com/v1/projects/p/location/global/prometheus"), paths: ["metadata.serverAddress"], proxy: "Managed Service for Prometheus" },
    { shows: "of an unknown cloud, in another namespace", fields: ref, among: [authentication("gcp", undefined, "other")], paths: ["authenticationRef"], proxy: "a proxy that signs its requests" },
  ])("$shows, is lost, and a proxy is the remedy", ({ fields = {}, metadata = {}, among = [], paths, proxy }) => {
    const lines = linesOf("prometheus", fields, metadata, among);
    expect(lines.map(({ path }) => path)).toEqual(paths);
    for (const { verdict, reason } of lines) {
      expect(verdict).toBe("lost");
      expect(reason).toContain(proxy);
    }
  });

  it("is not mentioned for a Secret that the input names", () => {
    const secret = { ...authentication("none", undefined, "shop"), spec: { secretTargetRef: [] } };
    const [line] = linesOf("prometheus", ref, {}, [secret]);
    expect(line?.reason).toBe(
      "the platform team configures it for the metric source: in credentialsSecret",
    );
  });
});
