import { setTimeout as sleep } from "node:timers/promises";

import { describe, expect, it } from "vitest";

import { historyOf, setNodes, untilCount, untilHistory } from "./cluster/fault-cluster.ts";
import { neverRespond, type Passing } from "./cluster/fault-proxy.ts";
import { proxied } from "./cluster/proxied.ts";
import { isScaleWrite } from "./requests.ts";

const given = proxied("signals");

const tolerant = { timeout: 60_000, interval: 20 };

describe("a termination signal", () => {
  it("completes the status of a write in flight", async () => {
    const held = given.proxy.hold(isScaleWrite);
    await setNodes(given.place, 3);
    await held.arrived;
    given.operator.signal("SIGTERM");
    await untilStopping();
    held.release();

    expect(await given.operator.exited).toBe(0);
    expect(await historyOf(given.place, "web")).toMatchObject({ up: 2, down: 0, pending: null });
  });

  it("does not wait for events that cannot be written", async () => {
    // The request timeout is a minute, so that only the signal can end the wait.
    await given.operator.stop();
    await given.start({ requestTimeoutSeconds: 60 });
    const isEvent = ({ url }: Passing): boolean => url.pathname.endsWith("/events");
    given.proxy.inject(neverRespond(isEvent));
    await setNodes(given.place, 3);
    await untilHistory(given.place, "web", { up: 2, down: 0 });
    const unanswered = () => given.proxy.passed.find(passing => isEvent(passing) && !passing.code);
    await expect.poll(unanswered, tolerant).toBeDefined();
    given.operator.signal("SIGTERM");
    expect(await Promise.race([given.operator.exited, sleep(30_000, "still there")])).toBe(0);
  });

  it("ends the operator at once when sent twice, without losing anything", async () => {
    const held = given.proxy.hold(isScaleWrite);
    await setNodes(given.place, 3);
    await held.arrived;
    given.operator.signal("SIGTERM");
    await untilStopping();
    given.operator.signal("SIGTERM");
    expect(await given.operator.exited).toBe(1);
    held.release();
    await untilCount(given.place, "web", 3);

    await given.start();
    await untilHistory(given.place, "web", { up: 2, down: 0 });
  });
});

/** The operator has received the first signal, so the next one counts as the second. */
const untilStopping = () =>
  expect.poll(() => given.operator.log(), tolerant).toContain('"msg":"stopping"');
