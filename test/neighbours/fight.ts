import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { eventually } from "../integration/eventually.ts";
import { autoscalerFile, deploymentFile } from "./manifests.ts";
import { scalers, openNamespace, repeatedly, setLoads, type Place } from "./place.ts";
import type { ReplicaLog } from "./replica-log.ts";

const namespace = "fight";
/** Two workloads, so that each remedy ends a fight. */
const cases = [
  { name: "ignored", remedy: "the tool ignores the count" },
  { name: "removed", remedy: "the manifest omits the count" },
];
const fightSeconds = 60;
const quietSeconds = 30;

export function fightTests(current: () => Place): void {
  describe("a manifest with replicas", () => {
    let place: Place;
    let log: ReplicaLog;

    beforeAll(async () => {
      place = current();
      log = await openNamespace(place, namespace);
      await setLoads(place, namespace, { ignored: 5, removed: 5 });
    });

    afterAll(() => {
      log.stop();
    });

    it.each(cases)("fights with the operator until $remedy", async ({ name }) => {
      const { repository, tool } = place;
      const workload = { name, namespace, replicas: 1 };
      const file = `${name}/deployment.yaml`;
      await repository.commit("with replicas", {
        [file]: deploymentFile(workload),
        [`${name}/autoscaler.yaml`]: autoscalerFile(workload),
      });
      await tool.follow(name);
      await tool.refresh(name);
      await eventually(() => {
        expect(log.countOf(name)).toBe(5);
      }, 120_000);
      const begin = new Date();
      await repeatedly({ seconds: fightSeconds, every: 1 }, () => Promise.resolve());
      const mine = log.changesSince(begin).filter(change => change.name === name);
      const writers = await log.writersOf(mine);
      const by = (writer: string) => writers.filter(each => each === writer).length;
      const writes = { tool: by(tool.manager), operator: by(scalers.operator) };
      console.log(`${tool.name}, ${name}: opposite writes in ${fightSeconds} s`, writes);
      expect(mine).toHaveLength(writes.tool + writes.operator);
      expect(writes.tool).toBeGreaterThanOrEqual(3);
      expect(writes.operator).toBeGreaterThanOrEqual(3);

      if (name === "ignored") await tool.ignoreReplicas(name);
      const { replicas, ...countless } = workload;
      const remedied = name === "ignored" ? { ...countless, replicas } : countless;
      await repository.commit("another image", {
        [file]: deploymentFile({ ...remedied, image: "web:2" }),
      });
      await tool.refresh(name);
      await untilQuiet(place, log, name);
      await setLoads(place, namespace, { [name]: 7 });
      await eventually(() => {
        expect(log.countOf(name)).toBe(7);
      });
      // Another commit applies the manifest again.
      await repository.commit("a third image", {
        [file]: deploymentFile({ ...remedied, image: "web:3" }),
      });
      await tool.refresh(name);
      await untilQuiet(place, log, name);
      expect(log.countOf(name)).toBe(7);
    });
  });
}

/** Waits until nothing but the operator has changed the count for a while, and the tool is content. */
async function untilQuiet({ tool }: Place, log: ReplicaLog, name: string): Promise<void> {
  await eventually(async () => {
    const { isInSync, health, message } = await tool.verdictOn(name);
    expect({ isInSync, health }, message).toEqual({ isInSync: true, health: "healthy" });
    const since = new Date(Date.now() - quietSeconds * 1000);
    const recent = log.changesSince(since).filter(change => change.name === name);
    const writers = await log.writersOf(recent);
    expect(writers.filter(writer => writer !== scalers.operator)).toEqual([]);
  }, 120_000);
}
