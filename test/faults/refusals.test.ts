import { describe, expect, it } from "vitest";

import { removeWebhook } from "../../hack/cluster/operator/install.ts";
import { eventually } from "../integration/eventually.ts";
import { createBusy, createScaler, makeBusyPlace, scalerStatus } from "./cluster/busy-place.ts";
import {
  createScaled,
  deployment,
  makePlace,
  setNodes,
  untilCount,
} from "./cluster/fault-cluster.ts";
import { respondWith, type FaultProxy, type Passing } from "./cluster/fault-proxy.ts";
import { proxiedIn } from "./cluster/operator-in.ts";
import { sharedScene } from "./cluster/scene.ts";
import { report } from "./figures.ts";
import { gapsOf, isStatusWrite } from "./requests.ts";

const given = sharedScene();

const passedSince = ({ passed }: FaultProxy, moment: number): Passing[] =>
  passed.filter(({ at }) => at >= moment);

const watches = 7;
/** Enough to check every pause: the first one and those between retries. */
const retries = 3;

describe("a busy API server", () => {
  it("that reviews no access makes kubectl repeat its request, rather than give up", async test => {
    const place = await makePlace(given.cluster);
    const { proxy, start } = await proxiedIn(place, test, "reviews");
    await start({ webhook: true });
    test.onTestFinished(async () => {
      await removeWebhook(given.cluster);
    });
    const isReview = ({ url }: Passing): boolean => url.pathname.endsWith("/subjectaccessreviews");
    proxy.inject(respondWith(isReview, { code: 500 }));
    const object = {
      ...{ apiVersion: "autoscaling.trimtab.dev/v1alpha1", kind: "Autoscaler" },
      metadata: { name: "web", namespace: place.namespace },
      spec: {
        scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", name: "web" },
        maxReplicas: 5,
      },
    };
    const create = ["create", "--dry-run=server", "--filename=-"];
    const created = given.cluster.kubectl(create, JSON.stringify(object));
    await eventually(() => {
      expect(proxy.passed.filter(isReview).length).toBeGreaterThan(0);
    });
    proxy.heal();
    const { code, stderr } = await created;
    expect(code, stderr).toBe(0);
  });

  it("gets each retry after its Retry-After, and never earlier", async test => {
    const place = await makeBusyPlace(given.cluster);
    const answers = given.metrics.in(place.namespace);
    answers.usageOf = () => 50;
    await setNodes(place, 2);
    await createScaled(place, "dns");
    await createBusy(place, "web", 4);
    await createScaler(place, "web");
    const { proxy, start } = await proxiedIn(place, test, "refusals");
    // In all namespaces, as by default: no other operator works meanwhile.
    await start({ args: ["--request-timeout-seconds=2"] });
    await untilCount(place, "dns", 2);
    await eventually(async () => {
      expect((await scalerStatus(place, "web")).message).toContain("50% of requests");
    });

    const began = performance.now();
    const waitSeconds = 2;
    const tooMany = { code: 429, headers: { "retry-after": String(waitSeconds) } };
    proxy.inject(respondWith(() => true, tooMany));
    answers.usageOf = ({ siblings }) => 300 / siblings;
    await setNodes(place, 3);
    await eventually(() => {
      expect(passedSince(proxy, began).some(isStatusWrite)).toBe(true);
    });
    expect(proxy.cutWatches()).toBe(watches);
    const gaps = () => gapsOf(passedSince(proxy, began));
    await eventually(() => {
      const retried = [...gaps()].flatMap(([name, all]) => (all.length >= retries ? name : []));
      // The watches and the status.
      expect(retried.length).toBeGreaterThanOrEqual(watches + 1);
      expect(retried.join()).toMatch(/PATCH [^,]*\/status/);
    });
    report("busy", { asked: Array.from(gaps(), ([what, all]) => [what, all.length + 1]) });
    for (const [what, all] of gaps()) {
      // A request that was sent only once so far has no gap.
      expect(Math.min(Infinity, ...all), what).toBeGreaterThan(0.9 * waitSeconds * 1000);
    }
    expect((await deployment(place, "dns")).replicas).toBe(2);
    expect((await deployment(place, "web")).replicas).toBe(4);

    proxy.heal();
    await untilCount(place, "dns", 3);
    await untilCount(place, "web", 6);
  });
});
