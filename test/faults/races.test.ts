import { setTimeout as sleep } from "node:timers/promises";

import { describe, expect, it } from "vitest";

import { apiRequest, mustRequest } from "../../hack/cluster/api.ts";
import { eventually } from "../integration/eventually.ts";
import {
  autoscalerPath,
  createDeployment,
  deployment,
  deploymentPath,
  historyOf,
  setNodes,
  setReplicas,
  untilCount,
  untilHistory,
} from "./cluster/fault-cluster.ts";
import type { Passing } from "./cluster/fault-proxy.ts";
import { countIn, isScaleWrite, isWriteAhead } from "./requests.ts";
import { sideBySide, type Part } from "./side-by-side.ts";

const withPart = sideBySide("races");

const untilNothingPending = ({ place }: Part) =>
  eventually(async () => {
    expect((await historyOf(place, "web")).pending).toBeNull();
  });

const scaleWrites = ({ passed }: Part, since: number): Passing[] =>
  passed().filter(passing => passing.at >= since && isScaleWrite(passing));

describe.concurrent("between the decision and its write", () => {
  it(
    "a user's edit causes a new decision",
    withPart(async given => {
      const held = given.hold(isScaleWrite);
      await setNodes(given.place, 3);
      const first = await held.arrived;
      await setReplicas(given.place, "web", 9);
      held.release();

      await untilCount(given.place, "web", 3);
      await untilHistory(given.place, "web", { up: 1, down: 6 });
      expect(first.code).toBe(422);
      expect(scaleWrites(given, first.at).map(({ code }) => code)).toEqual([422, 200]);
    }),
  );

  it(
    "a user's edit to the decided count makes the write unnecessary",
    withPart(async given => {
      const held = given.hold(isScaleWrite);
      await setNodes(given.place, 3);
      const first = await held.arrived;
      await setReplicas(given.place, "web", 3);
      held.release();

      await untilNothingPending(given);
      await sleep(300);
      expect(scaleWrites(given, first.at).map(({ code }) => code)).toEqual([422]);
      expect((await deployment(given.place, "web")).replicas).toBe(3);
    }),
  );

  it(
    "an edit of the spec prevents a write of the old spec's count",
    withPart(async given => {
      const held = given.hold(isWriteAhead);
      await setNodes(given.place, 3);
      const { at } = await held.arrived;
      const spec = { linear: { nodesPerReplica: 0.5 } };
      const path = autoscalerPath(given.place, "web");
      await mustRequest(given.cluster, "PATCH", path, { spec });
      held.release();

      await untilCount(given.place, "web", 6);
      await untilHistory(given.place, "web", { up: 5, down: 0 });
      expect(scaleWrites(given, at).map(countIn)).toEqual([6]);
    }),
  );

  it(
    "a recreated target gets a new decision",
    withPart(async given => {
      const held = given.hold(isScaleWrite);
      await setNodes(given.place, 3);
      const first = await held.arrived;
      await mustRequest(given.cluster, "DELETE", deploymentPath(given.place, "web"));
      const isGone = async () =>
        (await apiRequest(given.cluster, "GET", deploymentPath(given.place, "web"))).code;
      await eventually(async () => {
        expect(await isGone()).toBe(404);
      });
      // The same count as the old one: only its uid differs.
      await createDeployment(given.place, "web", 2);
      const { uid } = await deployment(given.place, "web");
      held.release();

      await untilCount(given.place, "web", 3);
      await untilHistory(given.place, "web", { up: 1, down: 0 });
      expect(await historyOf(given.place, "web")).toMatchObject({ events: 1, targetUID: uid });
      expect(first.code).toBe(422);
      const [, second] = scaleWrites(given, first.at);
      expect([second?.code, second?.body]).toEqual([200, expect.stringContaining(uid)]);
    }),
  );
});

it.concurrent(
  "a write that takes effect after its request timed out is recorded",
  withPart(async given => {
    const [late, second] = [given.hold(isScaleWrite), given.hold(isScaleWrite)];
    await setNodes(given.place, 3);
    await late.arrived;
    // The operator times out after two seconds, reads the old count and writes again.
    const { at } = await second.arrived;
    late.release();
    await untilCount(given.place, "web", 3);
    second.release();

    await untilNothingPending(given);
    await untilHistory(given.place, "web", { up: 2, down: 0 });
    expect(scaleWrites(given, at).map(({ code }) => code)).toEqual([422]);
  }),
);
