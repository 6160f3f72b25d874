import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { MAX_SCALE_EVENTS } from "../../engine/history/scale-record.ts";
import { mustRequest } from "../../hack/cluster/api.ts";
import type { Cluster } from "../../hack/cluster/cluster.ts";
import { tokenFor } from "../../hack/cluster/token.ts";
import { operatorNamespace, operatorServiceAccount } from "../../hack/operator/chart.ts";
import { startOperator, type Operator } from "../../hack/operator/operator.ts";
import {
  autoscalerPath,
  createScaled,
  deployment,
  historyOf,
  makePlace,
  setNodes,
  startFaultCluster,
  statusOf,
  untilHistory,
  type Place,
} from "./cluster/fault-cluster.ts";
import { startFaultProxy, type Fault, type FaultProxy } from "./cluster/fault-proxy.ts";
import { report } from "./figures.ts";
import {
  acceptedScaleWrites,
  auditOf,
  isScaleWrite,
  isStatusWrite,
  isWriteAhead,
} from "./requests.ts";

const replica = "kill";
let cluster: Cluster;
let proxy: FaultProxy;
let place: Place;
let token: string;
let operator: Operator;
/** The expected sums of the target's history. */
const written = { up: 0, down: 0 };

const start = async (): Promise<void> => {
  const { server, ca } = proxy;
  operator = await startOperator(cluster, { replica, server, ca, token, webhook: false });
};

beforeAll(async () => {
  cluster = await startFaultCluster();
  proxy = await startFaultProxy(cluster);
  token = await tokenFor(cluster, operatorNamespace, operatorServiceAccount);
  place = await makePlace(cluster);
  await setNodes(place, 1);
  await createScaled(place, "web");
  await start();
});

afterAll(async () => {
  await operator.stop();
  await mustRequest(cluster, "DELETE", autoscalerPath(place, "web"));
  proxy.stop();
  await cluster.stop();
});

/** Up in even trials, down by the same amount in odd ones: each is one write of the count. */
async function changeNodes(trial: number): Promise<void> {
  const by = 1 + (Math.floor(trial / 2) % 3);
  const direction = trial % 2 === 0 ? "up" : "down";
  written[direction] += by;
  await setNodes(place, place.nodes.length + (direction === "up" ? by : -by));
}

/** Kills the operator at the first matching request, then starts another one. */
async function killAt(fault: (kill: () => void) => Fault, change: () => Promise<void>) {
  const { pid, exited } = operator;
  const end = proxy.inject(fault(() => process.kill(pid, "SIGKILL")));
  await change();
  expect(await exited).toBe("SIGKILL");
  end();
  await start();
}

/** Expects a history with exactly the changes made, and the right count. */
async function expectNothingLost(): Promise<void> {
  await untilHistory(place, "web", written);
  expect((await deployment(place, "web")).replicas).toBe(place.nodes.length);
}

/** More changes than a history can hold. */
const changes = MAX_SCALE_EVENTS + 4;
/** While the history is short, and while it is full. */
const isKilledAt = (trial: number): boolean => trial < 4 || trial >= MAX_SCALE_EVENTS - 2;

describe("an operator that is killed", () => {
  it(`between the count and the status, in ${changes} changes, loses none`, async () => {
    const began = performance.now();
    for (let trial = 0; trial < changes; trial++) {
      const fault = (kill: () => void): Fault => ({
        matches: isScaleWrite,
        after: (_, code) => {
          expect(code).toBe(200);
          kill();
          return "lost";
        },
      });
      if (isKilledAt(trial)) await killAt(fault, () => changeNodes(trial));
      else await changeNodes(trial);
      await expectNothingLost();
    }
    const accepted = acceptedScaleWrites(await auditOf(cluster, replica), place.namespace);
    expect(accepted).toHaveLength((await deployment(place, "web")).generation - 1);
    const { events, newest } = await historyOf(place, "web");
    expect(events).toBe(MAX_SCALE_EVENTS);
    const [target] = (await statusOf(place, "web")).targets ?? [];
    expect(Date.parse(target?.lastScaleTime ?? "")).toBe(Math.floor(newest / 1000) * 1000);
    report("kills", { seconds: Math.round((performance.now() - began) / 1000) });
  });

  it.each([
    {
      when: "after announcing a change in the status, before making it",
      matches: isWriteAhead,
      effect: "after" as const,
    },
    {
      when: "just before writing the change",
      matches: isScaleWrite,
      effect: "before" as const,
    },
    {
      when: "just before writing the status after the change",
      matches: (passing: Parameters<typeof isStatusWrite>[0]) =>
        isStatusWrite(passing) && !isWriteAhead(passing),
      effect: "before" as const,
    },
  ])("$when, makes the change exactly once", async ({ matches, effect }) => {
    for (const trial of [2, 3]) {
      const fault = (kill: () => void): Fault => ({
        matches,
        [effect]: () => {
          kill();
          return effect === "after" ? "lost" : new Promise(() => undefined);
        },
      });
      await killAt(fault, () => changeNodes(trial));
      await expectNothingLost();
    }
    const [target] = (await statusOf(place, "web")).targets ?? [];
    expect(target).toMatchObject({
      currentReplicas: place.nodes.length,
      desiredReplicas: place.nodes.length,
    });
  });
});
