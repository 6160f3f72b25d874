import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";

import { afterAll, beforeAll, describe, expect, it } from "vitest";

import type { Cluster } from "../../hack/cluster/cluster.ts";
import { writeKubeconfig } from "../../hack/cluster/kubeconfig.ts";
import { startBalancer, type Balancer } from "../../hack/cluster/operator/balancer.ts";
import { renderedObject } from "../../hack/cluster/operator/chart.ts";
import { installWebhook, removeWebhook } from "../../hack/cluster/operator/install.ts";
import { startOperator, type Operator } from "../../hack/cluster/operator/operator.ts";
import type { RenderedDeployment } from "../../hack/cluster/operator/pod.ts";
import {
  clearPlaces,
  createScaled,
  makePlace,
  setNodes,
  startFaultCluster,
  type Place,
  untilCount,
} from "./cluster/fault-cluster.ts";
import { startFaultProxy, type FaultProxy } from "./cluster/fault-proxy.ts";
import { lateWritesIn, reignsIn, repeated } from "./ha/leaders.ts";
import { Reviews } from "./ha/reviews.ts";
import { auditOfAll } from "./requests.ts";

const bundle = fileURLToPath(new URL("../../dist/trimtab.cjs", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "trimtab-renewal-"));
let cluster: Cluster;
let balancer: Balancer;
/** An operator whose connection to the API server uses a separate certificate authority. */
let authority: { readonly place: Place; readonly first: FaultProxy; readonly operator: Operator };

beforeAll(async () => {
  cluster = await startFaultCluster();
  balancer = await startBalancer();
  // Before the webhook exists.
  const place = await makePlace(cluster);
  const first = await startFaultProxy(cluster);
  const { server, ca } = first;
  const options = { replica: "authority", server, ca, webhook: false };
  authority = { place, first, operator: await startOperator(cluster, options) };
  await createScaled(place, "dns");
});

afterAll(async () => {
  await authority.operator.stop();
  await clearPlaces(cluster);
  balancer.stop();
  await cluster.stop();
  rmSync(folder, { recursive: true });
});

/** The same sources with another version: the User-Agent identifies the build. */
function nextBuild(): string {
  const file = join(folder, "next.cjs");
  const text = readFileSync(bundle, "utf8");
  const next = text.replace(/(\bversion:\s*")0\.1\.0[^"]*(")/, "$19.9.9$2");
  if (next === text) throw new Error("the bundle does not say its version");
  writeFileSync(file, next);
  return file;
}

/** Changes the number of nodes until `signal` aborts. */
async function changeNodes(place: Place, signal: AbortSignal): Promise<void> {
  for (let turn = 0; !signal.aborted; turn++) {
    await setNodes(place, 1 + (turn % 3));
    await sleep(500);
  }
}

describe.concurrent("a replacement during operation", () => {
  it("of the build, one replica after the other, causes no rejected request", async ({
    onTestFinished,
  }) => {
    const next = nextBuild();
    const place = await makePlace(cluster);
    await createScaled(place, "dns");
    const since = new Date();
    const url = `https://localhost:${balancer.port}/validate`;
    await installWebhook(cluster, url, null);
    onTestFinished(async () => {
      await removeWebhook(cluster);
    });
    const values = { webhook: { url } };
    const own = { managesCertificate: true, elects: true, webhook: false };
    const start = async (replica: string, build: string): Promise<Operator> => {
      // One second for the balancer to notice that the replica is no longer ready.
      const options = { ...own, replica, values, bundle: build, graceSeconds: 1 };
      const operator = await startOperator(cluster, options);
      onTestFinished(() => operator.stop());
      balancer.add(operator);
      return operator;
    };
    const names = ["old-1", "old-2", "old-3"];
    const old = await Promise.all(names.map(name => start(name, bundle)));
    await sleep(1_000);
    const reviews = new Reviews(place);
    reviews.begin();
    const changing = new AbortController();
    onTestFinished(() => {
      changing.abort();
    });
    const changed = changeNodes(place, changing.signal);
    // Like the chart's strategy: the next replica is ready before one ends.
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
    await untilCount(place, "dns", 4);
    await Promise.all(renewed.map(operator => operator.stop()));
    expect(reviews.refused).toEqual([]);
    // At least one for each started and each ended replica.
    expect(reviews.passed.length).toBeGreaterThan(2 * old.length);
    const events = (await auditOfAll(cluster, since)).filter(
      ({ userAgent }) => !userAgent.endsWith("(authority)"),
    );
    expect(repeated(lateWritesIn(events, reignsIn(events)))).toEqual([]);
    const last = events.findLast(({ objectRef }) => objectRef?.subresource === "scale");
    expect(last?.userAgent).toMatch(/^trimtab\/9\.9\.9 \(new-/);
  });

  it("of the API server's certificate authority needs no restart", async ({ onTestFinished }) => {
    const { place, first, operator } = authority;
    const second = await startFaultProxy(cluster);
    onTestFinished(second.stop);
    await setNodes(place, 2);
    await untilCount(place, "dns", 2);
    const { tokenFile, kubeconfigFile } = operator;
    const { server, ca } = second;
    await writeKubeconfig(cluster, { tokenFile, server, ca }, kubeconfigFile);
    first.stop();
    await setNodes(place, 3);
    // The operator rereads files after half a minute.
    await untilCount(place, "dns", 3, 90_000);
    await operator.stop();
  });
});
