import { setTimeout as sleep } from "node:timers/promises";

import { expect, it } from "vitest";

import type { Operator } from "../../../hack/cluster/operator/operator.ts";
import { eventually } from "../../integration/eventually.ts";
import { historyOf, setNodes, untilCount, untilHistory } from "../cluster/fault-cluster.ts";
import { neverRespond, type Passing } from "../cluster/fault-proxy.ts";
import type { Scene } from "../cluster/scene.ts";
import { isScaleWrite } from "../requests.ts";
import { openScaled } from "./open-scaled.ts";

const replica = "signals";

/** Registers the tests of termination signals. */
export function signals(scene: Scene): void {
  it("completes the status of a write in flight", async test => {
    const { place, proxy, operator } = await openScaled(scene, test, replica);
    const held = proxy.hold(isScaleWrite);
    await setNodes(place, 3);
    await held.arrived;
    operator.signal("SIGTERM");
    await untilStopping(operator);
    held.release();

    expect(await operator.exited).toBe(0);
    expect(await historyOf(place, "web")).toMatchObject({ up: 2, down: 0, pending: null });
  });

  it("does not wait for events that cannot be written", async test => {
    // The request timeout is a minute, so that only the signal can end the wait.
    const { place, proxy, operator } = await openScaled(scene, test, replica);
    const isEvent = ({ url }: Passing): boolean => url.pathname.endsWith("/events");
    proxy.inject(neverRespond(isEvent));
    await setNodes(place, 3);
    await untilHistory(place, "web", { up: 2, down: 0 });
    await eventually(() => {
      const unanswered = proxy.passed.find(passing => isEvent(passing) && !passing.code);
      expect(unanswered).toBeDefined();
    });
    operator.signal("SIGTERM");
    expect(await Promise.race([operator.exited, sleep(30_000, "still there")])).toBe(0);
  });

  it("ends the operator at once when sent twice, without losing anything", async test => {
    const { place, proxy, operator, start } = await openScaled(scene, test, replica);
    const held = proxy.hold(isScaleWrite);
    await setNodes(place, 3);
    await held.arrived;
    operator.signal("SIGTERM");
    await untilStopping(operator);
    operator.signal("SIGTERM");
    expect(await operator.exited).toBe(1);
    held.release();
    await untilCount(place, "web", 3);

    await start();
    await untilHistory(place, "web", { up: 2, down: 0 });
  });
}

/** The operator has received the first signal, so the next one counts as the second. */
const untilStopping = (operator: Operator): Promise<void> =>
  eventually(() => {
    expect(operator.log()).toContain('"msg":"stopping"');
  });
