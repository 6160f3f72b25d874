import { describe, expect, it } from "vitest";

import { afterWrite, syncTarget } from "./sync.ts";
import { pausesAt } from "./model/pauses.ts";
import { fromKubernetes } from "./sources/from-kubernetes.ts";
import { withDefaults } from "./spec/defaults.ts";
import { profiles } from "./model/spec/profile.ts";
import { upstreamSettings } from "./model/spec/settings.ts";
import { autoscalerConditions } from "./status/targets/autoscaler-conditions.ts";
import { emptyMemory, type TargetMemory } from "./transition.ts";

const MINUTE = 60_000;
const day = { name: "day", timeZone: "Etc/UTC", start: "0 8 * * *", end: "0 20 * * *" };
const settings = { ...upstreamSettings, scaleToZero: true };

interface Scene {
  readonly algorithm?: "Trimtab-1" | "HPA-1.36";
  readonly spec: object;
  readonly replicas: number;
  readonly from: string;
  readonly minutes: number;
  readonly memory?: TargetMemory;
}

/** The changes of an object without a metric, as "time: from > to". No pods are known. */
function play({ algorithm = "Trimtab-1", spec, from, minutes, ...scene }: Scene) {
  let { replicas, memory = emptyMemory } = scene;
  const changes: string[] = [];
  const active = new Set<string>();
  const begin = Date.parse(`2026-01-05T${from}:00Z`);
  for (let now = begin; now <= begin + minutes * MINUTE; now += 15_000) {
    const synced = syncTarget(memory, {
      ...{ now, mode: "Active", uid: "web", isTotal: false, settings, pauses: pausesAt({}, now) },
      spec: withDefaults({ algorithm, maxReplicas: 20, ...spec }, settings),
      profile: profiles[algorithm],
      observation: fromKubernetes(
        {
          scale: { specReplicas: replicas, statusReplicas: replicas, selector: "" },
          ...{ pods: [], answers: [] },
        },
        [],
      ),
    });
    ({ memory } = synced);
    const { decision } = synced.outcome!;
    const report = { decision, isWritten: false, scaledToZero: null };
    for (const { type, status } of autoscalerConditions(report, [])) {
      if (type === "ScalingActive") active.add(status);
    }
    if (decision.to === replicas) continue;
    changes.push(`${new Date(now).toISOString().slice(11, 16)}: ${replicas} > ${decision.to}`);
    memory = afterWrite(memory, { from: replicas, to: decision.to, now });
    replicas = decision.to;
  }
  return { changes, active: [...active] };
}

describe("an object with schedules and no metric", () => {
  // prettier-ignore
  it.each<{ shows: string; scene: Scene; changes: string[] }>([
    { shows: "rises to the minimum at once, and falls after the window", scene: { spec: { minReplicas: 2, schedules: [{ ...day, minReplicas: 10 }] }, replicas: 2, from: "07:50", minutes: 800 }, changes: ["08:00: 2 > 10", "20:05: 10 > 2"] },
    { shows: "falls as fast as the policies allow", scene: { spec: { minReplicas: 2, schedules: [{ ...day, minReplicas: 10 }], behavior: { scaleDown: { stabilizationWindowSeconds: 0, policies: [{ type: "Pods", value: 4, periodSeconds: 60 }] } } }, replicas: 10, from: "19:55", minutes: 30 }, changes: ["20:00: 10 > 6", "20:01: 6 > 2"] },
    { shows: "has one size in each window",  scene: { algorithm: "HPA-1.36", spec: { minReplicas: 2, maxReplicas: 2, schedules: [{ ...day, minReplicas: 10, maxReplicas: 10 }] }, replicas: 2, from: "07:50", minutes: 300 }, changes: ["08:00: 2 > 10"] },
    { shows: "corrects what another author sets", scene: { spec: { minReplicas: 2, schedules: [{ ...day, minReplicas: 10 }] }, replicas: 14, from: "09:00", minutes: 60 }, changes: ["09:05: 14 > 10"] },
    { shows: "leaves its own 0",             scene: { spec: { minReplicas: 0, schedules: [{ ...day, minReplicas: 3 }] }, replicas: 3, from: "19:50", minutes: 740 }, changes: ["20:05: 3 > 0", "08:00: 0 > 3"] },
  ])("$shows", ({ scene, changes }) => {
    const played = play(scene);
    expect(played.changes).toEqual(changes);
    expect(played.active).toEqual(["True"]);
  });

  it("leaves a 0 of a person", () => {
    const spec = { minReplicas: 2, schedules: [{ ...day, minReplicas: 3 }] };
    expect(play({ spec, replicas: 0, from: "07:50", minutes: 60 }).changes).toEqual([]);
  });
});
