import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";

import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";

import { mustRequest } from "../../hack/cluster/api.ts";
import { readAudit } from "../../hack/cluster/audit.ts";
import type { Cluster } from "../../hack/cluster/cluster.ts";
import { writeKubeconfig } from "../../hack/cluster/kubeconfig.ts";
import { startBalancer, type Balancer } from "../../hack/operator/balancer.ts";
import { renderedObject } from "../../hack/operator/chart.ts";
import { installWebhook, removeWebhook } from "../../hack/operator/install.ts";
import { startOperator, type Operator } from "../../hack/operator/operator.ts";
import type { RenderedDeployment } from "../../hack/operator/pod.ts";
import { eventually } from "../integration/eventually.ts";
import {
  autoscalerPath,
  createScaled,
  deploymentPath,
  makePlace,
  setNodes,
  startFaultCluster,
  type Place,
} from "./fault-cluster.ts";
import { startFaultProxy } from "./fault-proxy.ts";
import { lateWritesIn, reignsIn, repeated } from "./ha/leaders.ts";
import { Reviews } from "./ha/reviews.ts";

const bundle = fileURLToPath(new URL("../../dist/trimtab.cjs", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "trimtab-renewal-"));
let cluster: Cluster;
let balancer: Balancer;

beforeAll(async () => {
  cluster = await startFaultCluster();
  balancer = await startBalancer();
});

afterAll(async () => {
  balancer.stop();
  await cluster.stop();
  rmSync(folder, { recursive: true });
});

async function replicasOf(place: Place, name: string): Promise<number> {
  const { spec } = await mustRequest(cluster, "GET", deploymentPath(place, name));
  return (spec as { readonly replicas: number }).replicas;
}

/** The same sources with another version in them: its User-Agent says which build asked. */
function nextBuild(): string {
  const file = join(folder, "next.cjs");
  const text = readFileSync(bundle, "utf8");
  const next = text.replace(/(\bversion: ")0\.1\.0(")/, "$19.9.9$2");
  if (next === text) throw new Error("the bundle does not say its version");
  writeFileSync(file, next);
  return file;
}

/** Changes the number of nodes until `signal` says so. */
async function changeNodes(place: Place, signal: AbortSignal): Promise<void> {
  for (let turn = 0; !signal.aborted; turn++) {
    await setNodes(place, 1 + (turn % 3));
    await sleep(500);
  }
}

describe("what is renewed while all goes on", () => {
  it(
    "is the build, one replica after the other, and nothing is refused",
    { timeout: 120_000 },
    async () => {
      const place = await makePlace(cluster);
      await createScaled(place, "dns");
      const since = new Date();
      const url = `https://localhost:${balancer.port}/validate`;
      await installWebhook(cluster, url, null);
      const values = { webhook: { url } };
      const own = { managesCertificate: true, elects: true, webhook: false, readyWithinMs: 30_000 };
      const start = async (replica: string, build: string): Promise<Operator> => {
        // A second is for the balancer to hear that the replica is not ready any more.
        const options = { ...own, replica, values, bundle: build, graceSeconds: 1 };
        const operator = await startOperator(cluster, options);
        balancer.add(operator);
        return operator;
      };
      const old = [];
      for (const name of ["old-1", "old-2", "old-3"]) old.push(await start(name, bundle));
      await sleep(1_000);
      const reviews = new Reviews(place);
      reviews.begin();
      const changing = new AbortController();
      const changed = changeNodes(place, changing.signal);
      const next = nextBuild();
      // As the chart's strategy has it: the next one is ready before one ends.
      const { spec } = await renderedObject<RenderedDeployment>("Deployment");
      expect(spec.strategy.rollingUpdate).toEqual({ maxUnavailable: 0, maxSurge: 1 });
      const renewed: Operator[] = [];
      for (const [index, operator] of old.entries()) {
        renewed.push(await start(`new-${index + 1}`, next));
        await sleep(500);
        await operator.stop();
      }
      await sleep(1_000);
      changing.abort();
      await changed;
      await reviews.end();
      await setNodes(place, 4);
      await eventually(async () => {
        expect(await replicasOf(place, "dns")).toBe(4);
      });
      await removeWebhook(cluster);
      for (const operator of renewed) await operator.stop();
      expect(reviews.refused).toEqual([]);
      expect(reviews.sent).toBeGreaterThan(50);
      const events = [];
      const filter = { since, userAgentPrefix: "trimtab/" };
      for await (const event of readAudit(cluster.auditLogPath ?? "", filter)) events.push(event);
      expect(repeated(lateWritesIn(events, reignsIn(events)))).toEqual([]);
      const last = events.findLast(({ objectRef }) => objectRef?.subresource === "scale");
      expect(last?.userAgent).toMatch(/^trimtab\/9\.9\.9 \(new-/);
      await mustRequest(cluster, "DELETE", autoscalerPath(place));
    },
  );

  it("is the API server's authority, without a restart", { timeout: 120_000 }, async () => {
    const place = await makePlace(cluster);
    const [first, second] = [await startFaultProxy(cluster), await startFaultProxy(cluster)];
    const { server, ca } = first;
    const options = { replica: "authority", server, ca, webhook: false };
    const operator = await startOperator(cluster, options);
    await createScaled(place, "dns");
    await setNodes(place, 2);
    await eventually(async () => {
      expect(await replicasOf(place, "dns")).toBe(2);
    });
    const tokenFile = operator.tokenFile;
    await writeKubeconfig(
      cluster,
      { tokenFile, server: second.server, ca: second.ca },
      operator.kubeconfigFile,
    );
    first.stop();
    await setNodes(place, 3);
    // Files are read again after half a minute.
    await vi.waitFor(
      async () => {
        expect(await replicasOf(place, "dns")).toBe(3);
      },
      { timeout: 60_000, interval: 200 },
    );
    await operator.stop();
    second.stop();
    await mustRequest(cluster, "DELETE", autoscalerPath(place));
  });
});
