import { expect, it } from "vitest";

import { MAX_SCALE_EVENTS } from "../../../engine/history/scale-record.ts";
import {
  deployment,
  historyOf,
  setNodes,
  statusOf,
  untilHistory,
  type Place,
} from "../cluster/fault-cluster.ts";
import type { Fault } from "../cluster/fault-proxy.ts";
import { proxiedIn, type Test } from "../cluster/operator-in.ts";
import { makeScaledPlace } from "../cluster/scaled-place.ts";
import type { Scene } from "../cluster/scene.ts";
import { report } from "../figures.ts";
import {
  acceptedScaleWrites,
  auditOf,
  isScaleWrite,
  isStatusWrite,
  isWriteAhead,
} from "../requests.ts";

const replica = "kill";

interface Victim {
  /** With one object, `web`. */
  readonly place: Place;
  /** Changes the number of nodes, which is one write of the count. */
  readonly changeNodes: (trial: number) => Promise<void>;
  /** Does so, kills the operator at the first matching request, and starts another one. */
  readonly killAt: (fault: (kill: () => void) => Fault, trial: number) => Promise<void>;
  /** Expects a history with exactly the changes made, and the right count. */
  readonly expectNothingLost: () => Promise<void>;
}

/** An operator that can be killed, and what it works on. */
async function openVictim({ cluster }: Scene, test: Test): Promise<Victim> {
  const place = await makeScaledPlace(cluster, 1);
  const { proxy, start } = await proxiedIn(place, test, replica);
  let operator = await start();
  const written = { up: 0, down: 0 };
  /** Up in even trials, down by the same amount in odd ones. */
  const changeNodes = async (trial: number): Promise<void> => {
    const by = 1 + (Math.floor(trial / 2) % 3);
    const direction = trial % 2 === 0 ? "up" : "down";
    written[direction] += by;
    await setNodes(place, place.nodes.length + (direction === "up" ? by : -by));
  };
  return {
    place,
    changeNodes,
    killAt: async (fault, trial) => {
      const { pid, exited } = operator;
      const end = proxy.inject(fault(() => process.kill(pid, "SIGKILL")));
      await changeNodes(trial);
      expect(await exited).toBe("SIGKILL");
      end();
      operator = await start();
    },
    expectNothingLost: async () => {
      await untilHistory(place, "web", written);
      expect((await deployment(place, "web")).replicas).toBe(place.nodes.length);
    },
  };
}

/** More changes than a history can hold. */
const changes = MAX_SCALE_EVENTS + 4;
/** While the history is short, and while it is full. */
const isKilledAt = (trial: number): boolean => trial < 4 || trial >= MAX_SCALE_EVENTS - 2;

/** Registers the tests of an operator that is killed. */
export function kills(scene: Scene): void {
  it(`between the count and the status, in ${changes} changes, loses none`, async test => {
    const { place, changeNodes, killAt, expectNothingLost } = await openVictim(scene, test);
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
      await (isKilledAt(trial) ? killAt(fault, trial) : changeNodes(trial));
      await expectNothingLost();
    }
    const accepted = acceptedScaleWrites(await auditOf(scene.cluster, replica), place.namespace);
    expect(accepted).toHaveLength((await deployment(place, "web")).generation - 1);
    const { events, newest } = await historyOf(place, "web");
    expect(events).toBe(MAX_SCALE_EVENTS);
    const [target] = (await statusOf(place, "web")).targets ?? [];
    expect(Date.parse(target?.lastScaleTime ?? "")).toBe(Math.floor(newest / 1000) * 1000);
    report("kills", { seconds: Math.round((performance.now() - began) / 1000) });
  });

  it.for([
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
  ])("$when, makes the change exactly once", async ({ matches, effect }, test) => {
    const { place, killAt, expectNothingLost } = await openVictim(scene, test);
    for (const trial of [2, 3]) {
      const fault = (kill: () => void): Fault => ({
        matches,
        [effect]: () => {
          kill();
          return effect === "after" ? "lost" : new Promise(() => undefined);
        },
      });
      await killAt(fault, trial);
      await expectNothingLost();
    }
    const [target] = (await statusOf(place, "web")).targets ?? [];
    expect(target).toMatchObject({
      currentReplicas: place.nodes.length,
      desiredReplicas: place.nodes.length,
    });
  });
}
