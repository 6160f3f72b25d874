import { expect, it } from "vitest";

import { eventually } from "../../integration/eventually.ts";
import {
  createScaled,
  deployment,
  makePlace,
  setNodes,
  untilCount,
} from "../cluster/fault-cluster.ts";
import { neverRespond } from "../cluster/fault-proxy.ts";
import { proxiedIn } from "../cluster/operator-in.ts";
import { makeScaledPlace } from "../cluster/scaled-place.ts";
import type { Scene } from "../cluster/scene.ts";
import { isListOf } from "../requests.ts";

const replica = "unanswered";

/** Registers the tests of requests that get no response. */
export function unanswered(scene: Scene): void {
  it("for the first list of one kind of target does not delay the other kinds", async test => {
    const place = await makePlace(scene.cluster);
    await setNodes(place, 3);
    const scaleTargetRefs = [
      { apiVersion: "apps/v1", kind: "StatefulSet", name: "none" },
      { apiVersion: "apps/v1", kind: "Deployment", name: "web" },
    ];
    await createScaled(place, "web", { scaleTargetRefs });
    const { proxy, start } = await proxiedIn(place, test, replica);
    const isHanging = isListOf("statefulsets");
    proxy.inject(neverRespond(isHanging));
    await start();
    await untilCount(place, "web", 3);
    // The list never gets a response, however often it is requested.
    expect(proxy.passed.some(isHanging)).toBe(true);
  });

  it("for the first list of nodes keeps the operator alive, unready, without writes", async test => {
    const place = await makeScaledPlace(scene.cluster, 3);
    const { proxy, start } = await proxiedIn(place, test, replica);
    const end = proxy.inject(neverRespond(isListOf("nodes")));
    const { get } = await start({ readyWithinMs: 0 });
    await eventually(() => {
      expect(proxy.passed.filter(isListOf("nodes")).length).toBeGreaterThan(1);
    });
    expect((await get("/livez")).code).toBe(200);
    const { code, text } = await get("/readyz");
    expect([code, text]).toEqual([503, expect.stringContaining("nodes")]);
    expect((await deployment(place, "web")).replicas).toBe(1);
    end();
    await untilCount(place, "web", 3);
    expect((await get("/readyz")).code).toBe(200);
  });
}
