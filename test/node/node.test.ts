import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { apiRequest, mustRequest } from "../../hack/cluster/api.ts";
import { useOrStartCluster, type Cluster } from "../../hack/cluster/cluster.ts";
import { isNodeReady } from "../../hack/cluster/nodes.ts";
import { burner } from "../../hack/node/burner.ts";
import { operatorNamespace, operatorUser } from "../../hack/cluster/operator/chart.ts";
import { thisWorld } from "../../hack/node/world.ts";
import { refusedDuring } from "../chart/refused-during.ts";
import { report } from "../faults/figures.ts";
import { eventually } from "../integration/eventually.ts";
import { createShop, desiredReplicas, holdMemory, type Shop } from "./shop.ts";
import { Load } from "../../hack/node/load.ts";
import { dropImageFromPageCache, kubelets, memoryOfPod, runWithMemory } from "./on-node.ts";
import {
  leader,
  operatorPods,
  podsOf,
  processOf,
  releaseOf,
  restartsOf,
  reviewIn,
  untilOperatorReady,
} from "./release.ts";

const minute = 60_000;
let cluster: Cluster;
let release: ReturnType<typeof releaseOf>;
let shop: Shop;
let load: Load;

beforeAll(async () => {
  cluster = await useOrStartCluster({ name: "node" });
  release = releaseOf(cluster);
  await mustRequest(cluster, "POST", "/api/v1/namespaces", {
    metadata: {
      name: operatorNamespace,
      labels: { "pod-security.kubernetes.io/enforce": "restricted" },
    },
  });
}, 3 * minute);

afterAll(async () => {
  await load.end();
});

const review = () => reviewIn(cluster, "default")();

/** In the order of an installation's life. */
describe("the chart and the image on a real node", { timeout: 4 * minute }, () => {
  it("are installed, and review at once", async () => {
    await release.install();
    expect((await review()).code).toBe(201);
    expect((await operatorPods(cluster)).map(restartsOf)).toEqual([0, 0]);
  });

  it("run as the image's user, without a capability and with a root that is read-only", async () => {
    const pid = processOf(await leader(cluster));
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    const field = (name: string) => new RegExp(`^${name}:\\s+(\\S+)`, "m").exec(status)?.[1];
    expect(["Uid", "CapBnd", "NoNewPrivs", "Seccomp"].map(field)).toEqual([
      ...["65532", "0000000000000000", "1", "2"],
    ]);
    const root = readFileSync(`/proc/${pid}/mountinfo`, "utf8")
      .split("\n")
      .find(line => line.split(" ")[4] === "/");
    expect(root?.split(" ")[5]).toMatch(/^ro,/);
  });

  it("pass helm test", async () => {
    expect(await release.test()).toContain("The webhook answers.");
  });

  it("scale a busy Deployment, whose requests are then faster", async () => {
    shop = await createShop(cluster, { maxReplicas: 8 });
    load = new Load(shop.address);
    await sleep(5_000);
    const before = load.median(5);
    await eventually(async () => {
      expect(await desiredReplicas(shop)).toBeGreaterThanOrEqual(4);
    }, 2 * minute);
    await eventually(() => {
      expect(load.median(5)).toBeLessThan(before / 2);
    }, minute);
    report("median latency in ms", { before, after: load.median(5) });
  });

  it("leave the count of a target as it is whose container is killed for its memory", async () => {
    const count = await desiredReplicas(shop);
    await holdMemory(shop, 128);
    await eventually(async () => {
      const pods = await podsOf(cluster, shop.namespace, `app=${burner}`);
      const reasons = pods.flatMap(({ status }) =>
        (status?.containerStatuses ?? []).map(({ lastState }) => lastState.terminated?.reason),
      );
      expect(reasons).toContain("OOMKilled");
    });
    await sleep(10_000);
    expect(await desiredReplicas(shop)).toBeGreaterThanOrEqual(count);
  });

  // prettier-ignore
  it.each<{ shows: string; work: () => Promise<unknown> }>([
    { shows: "an upgrade",              work: () => release.upgrade({ podAnnotations: { changed: "yes" } }) },
    { shows: "a rollout restart",       work: restart },
    { shows: "an eviction",             work: evictLeader },
  ])("refuse no review during $shows", async ({ work }) => {
    expect(await refusedDuring(work(), review, () => untilOperatorReady(cluster))).toBe("");
  });

  it("miss reviews only until the Service leaves out a leader that is killed", async () => {
    const name = await leader(cluster);
    process.kill(processOf(name), "SIGKILL");
    // kube-proxy sends new connections to a dead pod until its EndpointSlice follows.
    const missed = await refusedDuring(untilRestarted(name), review);
    const own = missed.split("\n").filter(line => line !== "" && !isNoConnection.test(line));
    expect(own).toEqual([]);
    expect(await refusedDuring(sleep(5_000), review)).toBe("");
  });

  it("hold the count while the node does not answer", async () => {
    const count = await desiredReplicas(shop);
    const path = `/api/v1/nodes/${thisWorld().nodeName}`;
    const isUp = async () => isNodeReady(await mustRequest(cluster, "GET", path));
    const signal = (name: NodeJS.Signals) => kubelets().forEach(pid => process.kill(pid, name));
    signal("SIGSTOP");
    try {
      await eventually(async () => expect(await isUp()).toBe(false), 2 * minute);
      await sleep(15_000);
      expect(await desiredReplicas(shop)).toBe(count);
    } finally {
      signal("SIGCONT");
    }
    await eventually(async () => expect(await isUp()).toBe(true));
    await untilOperatorReady(cluster);
    expect(await desiredReplicas(shop)).toBeGreaterThanOrEqual(count);
  });

  it("go on with the token of another kubelet", async () => {
    const before = credentials();
    for (const pid of kubelets()) process.kill(pid, "SIGKILL");
    await eventually(() => {
      const others = credentials().filter(({ id }) => !before.some(known => known.id === id));
      expect(others.length).toBeGreaterThanOrEqual(2);
    }, 3 * minute);
    expect(credentials().filter(({ code }) => code === 401)).toEqual([]);
  });

  it("refuse no review once they are installed again, on a node that has to read the image from its disk", async () => {
    await release.uninstall();
    await load.end();
    dropImageFromPageCache();
    await release.install();
    expect(await refusedDuring(sleep(12_000), review)).toBe("");
    const pods = await operatorPods(cluster);
    expect(pods.map(restartsOf)).toEqual([0, 0]);
    const usage = pods.map(({ metadata }) => memoryOfPod(metadata?.uid ?? ""));
    report("memory of each pod in MB", usage);
  });

  it("take the replicas back once the load is over", async () => {
    await eventually(async () => {
      expect(await desiredReplicas(shop)).toBe(1);
    }, 2 * minute);
  });

  // prettier-ignore
  it.each([
    { shows: "a container without enough memory", name: "small-limit", memory: "40Mi",  heap: undefined, exitCode: 137, says: "the memory limit of 40Mi is too small for a start" },
    { shows: "a heap that is full",               name: "small-heap",  memory: "256Mi", heap: 20,        exitCode: 139, says: "heap out of memory" },
  ])("end with the exit code and the last words of the runbook in $shows", async ({ exitCode, says, ...limits }) => {
    const [replica = {}] = await operatorPods(cluster);
    const { heap, ...container } = limits;
    const ended = await runWithMemory(cluster, replica, { ...container, ...(heap && { heap }) });
    expect(ended.log).toContain(says);
    expect(ended.exitCode).toBe(exitCode);
  });

  it("start with a twentieth of a core", async () => {
    const cpu = "50m";
    await release.upgrade({ resources: { requests: { cpu }, limits: { cpu } } });
    await untilOperatorReady(cluster);
    expect((await operatorPods(cluster)).map(restartsOf)).toEqual([0, 0]);
  });
});

/** What the API server says of a webhook that it cannot reach. */
const isNoConnection =
  /failed to call webhook: .*(EOF|connection (refused|reset by peer)|broken pipe)/;

const untilRestarted = (name: string): Promise<void> =>
  eventually(async () => {
    const pods = await operatorPods(cluster);
    expect(pods.filter(({ metadata }) => metadata?.name === name).map(restartsOf)).toEqual([1]);
    await untilOperatorReady(cluster);
  });

async function restart(): Promise<void> {
  const path = `/apis/apps/v1/namespaces/${operatorNamespace}/deployments/trimtab`;
  const annotations = { "kubectl.kubernetes.io/restartedAt": new Date().toISOString() };
  await mustRequest(cluster, "PATCH", path, { spec: { template: { metadata: { annotations } } } });
  const { code, stderr } = await cluster.kubectl([
    ...["rollout", "status", "deployment/trimtab", `--namespace=${operatorNamespace}`],
  ]);
  expect(code, stderr).toBe(0);
}

/** The PodDisruptionBudget lets no second one go. */
async function evictLeader(): Promise<void> {
  const [first, second] = await (async () => {
    const name = await leader(cluster);
    const others = (await operatorPods(cluster)).map(({ metadata }) => metadata?.name ?? "");
    return [name, others.find(other => other !== name) ?? ""];
  })();
  const evict = (name: string) =>
    apiRequest(cluster, "POST", `/api/v1/namespaces/${operatorNamespace}/pods/${name}/eviction`, {
      ...{ apiVersion: "policy/v1", kind: "Eviction" },
      metadata: { name, namespace: operatorNamespace },
    });
  expect((await evict(first)).code).toBe(201);
  expect((await evict(second)).code).toBe(429);
}

/** With which tokens the operator has sent requests, and what came of each. */
function credentials(): readonly { readonly id: string; readonly code: number }[] {
  const lines = readFileSync(cluster.auditLogPath ?? "", "utf8").split("\n");
  return lines
    .filter(line => line.includes(operatorUser))
    .flatMap(line => {
      const { user, responseStatus } = JSON.parse(line) as AuditLine;
      if (user.username !== operatorUser) return [];
      const [id = ""] = user.extra?.["authentication.kubernetes.io/credential-id"] ?? [];
      return [{ id, code: responseStatus?.code ?? 0 }];
    });
}

interface AuditLine {
  readonly user: {
    readonly username: string;
    readonly extra?: Readonly<Record<string, readonly string[]>>;
  };
  readonly responseStatus?: { readonly code?: number };
}
