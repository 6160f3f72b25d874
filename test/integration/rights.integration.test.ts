import { readFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect } from "vitest";

import { apiRequest } from "../../hack/cluster/api.ts";
import type { AuditEvent } from "../../hack/cluster/audit.ts";
import type { Cluster } from "../../hack/cluster/cluster.ts";
import { renderChart } from "../../hack/cluster/operator/chart.ts";
import { describeRequest, isWrite, requestsOfOperator, writesOfOperator } from "./cluster/audit.ts";
import { root } from "./doc-commands.ts";
import { eventually } from "./eventually.ts";
import { replicaSet, replicationController, scaleTarget, statefulSet } from "./cluster/objects.ts";
import { deployments, it, type Sandbox } from "./cluster/sandbox.ts";
import { operatorValues } from "./cluster/shared-operator.ts";

interface Rule {
  readonly apiGroups: readonly string[];
  readonly resources: readonly string[];
  readonly verbs: readonly string[];
}

/** Of no API: the policy about statuses asks for it. */
const mark = "autoscaling.trimtab.dev: operate autoscalers/status";

/** Every permission in the chart's role, as `group: verb resource`. */
const rules = (await renderChart(operatorValues))
  .filter(({ kind, metadata }) => kind === "Role" || metadata?.name === "trimtab")
  .flatMap(role => (role as { rules?: readonly Rule[] }).rules ?? [])
  .flatMap(({ apiGroups, resources, verbs }) =>
    apiGroups.flatMap(group =>
      resources.flatMap(resource => verbs.map(verb => `${group}: ${verb} ${resource}`)),
    ),
  );
const granted = [...new Set(rules)].filter(right => right !== mark);

/** The operator's writes, and its requests without an effect, according to docs/rights.md. */
const page = readFileSync(join(root, "docs/rights.md"), "utf8");
const [, section = ""] = /^### All that it writes\n(.*?)^## /ms.exec(page) ?? [];
const [stored = "", asked = ""] = section.split("It also sends these requests");
const requestsNamedIn = (text: string): string[] =>
  Array.from(text.matchAll(/`((?:create|update|patch|delete) [a-z/]+)`/g), ([, name = ""]) => name);

/** Metrics of any name are resources of these groups. */
const metricGroups = new Set(["custom.metrics.k8s.io", "external.metrics.k8s.io"]);

function rightFor(request: AuditEvent): string {
  const { apiGroup = "" } = request.objectRef ?? {};
  return metricGroups.has(apiGroup)
    ? `${apiGroup}: ${request.verb} *`
    : `${apiGroup}: ${describeRequest(request)}`;
}

/** Tests add their own kinds and permissions. */
const isOurs = ({ objectRef }: AuditEvent): boolean =>
  objectRef?.resource !== undefined && !objectRef.apiGroup?.endsWith(".example.dev");

/** Every user may query the served kinds and the user's own permissions. */
const needsRole = (request: AuditEvent): boolean =>
  isOurs(request) && request.objectRef?.resource?.startsWith("selfsubject") !== true;

/** The namespaces of requests that belong to completed tests. */
async function namespacesOnTheirWayOut(cluster: Cluster, requests: readonly AuditEvent[]) {
  const names = new Set(requests.map(({ objectRef }) => objectRef?.namespace ?? ""));
  const going = new Set<string>();
  for (const name of names) {
    const { code, body } = await apiRequest(cluster, "GET", `/api/v1/namespaces/${name}`);
    if (code === 404 || body.metadata?.deletionTimestamp) going.add(name);
  }
  return going;
}

/** A terminating namespace rejects new objects, with or without the permission. */
const isNewIn = (namespaces: ReadonlySet<string>, { verb, objectRef }: AuditEvent): boolean =>
  verb === "create" && namespaces.has(objectRef?.namespace ?? "");

const perNode = { linear: { nodesPerReplica: 1 } };

const target = { type: "AverageValue", averageValue: "10" };
/** One metric of each API, for any response. */
const metrics = [
  { type: "Resource", resource: { name: "cpu", target } },
  { type: "Pods", pods: { metric: { name: "qps" }, target } },
  { type: "External", external: { metric: { name: "queue" }, target } },
];

/** Triggers every request that needs a separate permission. */
async function useEverything(sandbox: Sandbox): Promise<void> {
  await Promise.all([
    sandbox.nodes.add(2),
    sandbox.deployments({ dns: 1, web: 1 }),
    sandbox.create("apis/apps/v1/statefulsets", statefulSet("dns", 1)),
    sandbox.create("apis/apps/v1/replicasets", replicaSet("dns", 1)),
    sandbox.create("api/v1/replicationcontrollers", replicationController("dns", 1)),
    sandbox.configMap("sizes", { linear: '{"nodesPerReplica": 1}' }),
  ]);
  const kinds = ["Deployment", "StatefulSet", "ReplicaSet", "ReplicationController"];
  const scaleTargetRefs = kinds.map(kind => scaleTarget(kind, "dns"));
  await sandbox.autoscaler("dns", { scaleTargetRefs, configMapRef: { name: "sizes" } });
  // A review requests the scale of a target that no informer has.
  const unknown = kinds.map(kind => scaleTarget(kind, "none"));
  const linear = { nodesPerReplica: 1 };
  const about = { scaleTargetRefs: unknown, linear };
  expect(await sandbox.tryAutoscaler("none", about, "?dryRun=All")).toMatchObject({ code: 201 });
  await sandbox.create("apis/autoscaling.trimtab.dev/v1alpha1/autoscalers", {
    apiVersion: "autoscaling.trimtab.dev/v1alpha1",
    kind: "Autoscaler",
    metadata: { name: "web" },
    spec: { scaleTargetRef: scaleTarget("Deployment", "web"), maxReplicas: 2, metrics },
  });
  // A mark that an earlier leader has left behind.
  const annotations = {
    ...{ "controller.kubernetes.io/pod-deletion-cost": "-1000" },
    "autoscaling.trimtab.dev/removed-first": "true",
  };
  await sandbox.create("api/v1/pods", {
    metadata: { name: "web", labels: { app: "web" }, annotations },
    spec: {
      containers: [{ name: "main", image: "example.invalid/main:1" }],
      schedulerName: "none",
    },
  });
  await eventually(async () => {
    expect(await sandbox.events("dns", "SuccessfulRescale")).toHaveLength(kinds.length);
  });
  await eventually(async () => {
    const requests = await requestsOfOperator(sandbox.cluster, sandbox.namespace);
    const groups = requests.map(({ objectRef }) => objectRef?.apiGroup ?? "");
    expect(groups).toEqual(expect.arrayContaining([...metricGroups]));
  });
  // A repeated event is a patch of the first one.
  await sandbox.scaleByHand("dns", 1);
  await eventually(async () => {
    const events = await sandbox.events("dns", "SuccessfulRescale");
    expect(events.map(({ count }) => count)).toContain(2);
  });
}

const statusWrite = "patch clusterproportionalautoscalers/status";
const scaleWrite = "patch deployments/scale";

/** The operator's writes to the autoscaler of this name and to its target, and its events. */
async function writesAbout(sandbox: Sandbox, name: string) {
  const requests = await requestsOfOperator(sandbox.cluster, sandbox.namespace);
  const ours = requests.filter(request => isWrite(request) && request.objectRef?.name === name);
  return { writes: ours.map(describeRequest), events: await sandbox.events(name) };
}

describe.concurrent("the operator's requests", () => {
  it("are all allowed, use exactly its permissions, and write what the page lists", async ({
    sandbox,
  }) => {
    await useEverything(sandbox);
    const requests = (await requestsOfOperator(sandbox.cluster)).filter(needsRole);
    const refused = requests.filter(({ code }) => code === 401 || code === 403);
    const going = await namespacesOnTheirWayOut(sandbox.cluster, refused);
    expect(refused.filter(request => !isNewIn(going, request))).toEqual([]);
    // KEDA exists only during its own test, and forecasts are saved hours apart: forecast.integration.test.ts has that.
    const isHere = (right: string): boolean =>
      !right.startsWith("keda.sh: ") && !right.endsWith(" forecastrecords");
    // The audit log lags behind the responses.
    await eventually(async () => {
      const used = (await requestsOfOperator(sandbox.cluster)).filter(needsRole).map(rightFor);
      expect([...new Set(used.filter(isHere))].sort()).toEqual(granted.filter(isHere).sort());
      const written = (await requestsOfOperator(sandbox.cluster)).filter(isWrite);
      const kinds = new Set(written.filter(isOurs).map(describeRequest));
      for (const question of requestsNamedIn(asked)) kinds.delete(question);
      expect([...kinds].filter(isHere).sort()).toEqual(
        requestsNamedIn(stored).filter(isHere).sort(),
      );
      // Its certificate is renewed after forty seconds here.
    });
  });

  it("announce a change, then make it, then create the event", async ({ sandbox }) => {
    await Promise.all([sandbox.nodes.add(2), sandbox.deployments({ dns: 1 })]);
    await sandbox.autoscaler("dns", perNode);
    await eventually(async () => {
      expect(await sandbox.events("dns", "SuccessfulRescale")).toHaveLength(1);
    });
    const writes = await writesOfOperator(sandbox.cluster, sandbox.namespace);
    // If its watch does not show the target yet, it writes a status and an event before all this.
    const aboutObjects = writes.filter(write => write !== "create events");
    expect(aboutObjects.slice(-3)).toEqual([statusWrite, scaleWrite, statusWrite]);
    expect(aboutObjects.filter(write => write === scaleWrite)).toHaveLength(1);
    expect(writes.at(-1)).toBe("create events");
    const { metadata } = await sandbox.get(deployments, "dns");
    const { managedFields } = metadata as { managedFields?: readonly object[] };
    expect(managedFields).toContainEqual(
      expect.objectContaining({ manager: "trimtab", subresource: "scale" }),
    );
  });

  it("do not occur after irrelevant changes", async ({ sandbox }) => {
    const [first = ""] = await sandbox.nodes.add(2);
    await sandbox.deployments({ dns: 2, other: 2 });
    await sandbox.autoscaler("dns", perNode);
    await eventually(async () => {
      expect(await sandbox.conditions("dns")).toMatchObject({ Ready: { status: "True" } });
      expect(await sandbox.status("dns")).toMatchObject({
        ...{ nodes: 2, targets: [{ currentReplicas: 2 }] },
      });
    });
    const before = await writesAbout(sandbox, "dns");

    const metadata = { labels: { team: "dns" } };
    await sandbox.tryEdit("dns", { metadata });
    await sandbox.patch(deployments, "dns", { metadata });
    await sandbox.nodes.setReady(first, { reason: "Heartbeat" });
    await sandbox.configMap("another", { linear: "{}" });
    // This object, created after all the changes, has been processed.
    await sandbox.autoscaler("other", perNode);
    await eventually(async () => {
      expect(await sandbox.conditions("other")).toMatchObject({ Ready: { status: "True" } });
    });
    expect(await writesAbout(sandbox, "dns")).toEqual(before);
  });
});
