import { describe, expect, it } from "vitest";

import { notQueried } from "../model/observation/observation.ts";
import { trimPod } from "../model/observation/pod.ts";
import { fromKubernetes } from "../sources/from-kubernetes.ts";
import { syncProportionalTarget, syncTarget } from "../sync.ts";
import { parametersFromSpec } from "../proportional/spec-parameters.ts";
import { proportionalBehavior, withDefaults } from "../spec/defaults.ts";
import { profiles } from "../model/spec/profile.ts";
import { upstreamSettings } from "../model/spec/settings.ts";
import { emptyMemory, type TargetMemory } from "../transition.ts";
import type { Mode } from "../model/spec/autoscaler-spec.ts";
import { noPauses, type Pauses } from "../model/pauses.ts";

const NOON = Date.parse("2026-01-01T12:00:00Z");
const PAUSED_FROM = 900;
const PAUSED_UNTIL = 3600;

interface Synced {
  readonly memory: TargetMemory;
  readonly outcome: { readonly decision: { readonly to: number } } | null;
}

type Sync = (before: TargetMemory, at: At) => Synced;

interface At {
  readonly now: number;
  readonly replicas: number;
  readonly mode: Mode;
  readonly pauses: Pauses;
  readonly fails: boolean;
}

/** Each metric asks for 10 replicas. */
const metrics = [
  {
    type: "External" as const,
    external: { metric: { name: "queue" }, target: { type: "AverageValue", averageValue: "5" } },
  },
];

const pod = trimPod({
  metadata: { name: "web", labels: { app: "web" } },
  status: { phase: "Running", conditions: [{ type: "Ready", status: "True" }] },
});

const autoscaler =
  (algorithm: "Trimtab-1" | "HPA-1.36"): Sync =>
  (before, { now, replicas, mode, pauses, fails }) =>
    syncTarget(before, {
      ...{ now, mode, pauses, uid: "web", isTotal: false, settings: upstreamSettings },
      spec: withDefaults({ algorithm, minReplicas: 2, maxReplicas: 60, metrics }, upstreamSettings),
      profile: profiles[algorithm],
      observation: fromKubernetes(
        {
          scale: { specReplicas: replicas, statusReplicas: replicas, selector: "app=web" },
          pods: [pod],
          answers: [fails ? notQueried : { kind: "ExternalValues", values: [{ value: "50" }] }],
        },
        metrics,
      ),
    });

const parameters = parametersFromSpec({ linear: { nodesPerReplica: 1 } })!;

const proportional: Sync = (before, { now, replicas, mode, pauses }) =>
  syncProportionalTarget(before, {
    ...{ now, mode, pauses, parameters, uid: "dns", currentReplicas: replicas },
    profile: "Trimtab-1",
    behavior: proportionalBehavior({}, "Trimtab-1"),
    size: { nodes: 10, schedulableNodes: 10, cores: 40, schedulableCores: 40 },
  });

/** The times, in seconds after the end of the pause, and the counts of all changes. */
function changes(sync: Sync, during: (seconds: number) => Partial<At>): string[] {
  let [memory, replicas] = [emptyMemory, 10];
  const written: string[] = [];
  for (let seconds = 0; seconds <= 2 * PAUSED_UNTIL; seconds += 15) {
    const isPaused = seconds >= PAUSED_FROM && seconds < PAUSED_UNTIL;
    // The person on call sets the size while the object is paused.
    if (seconds === PAUSED_FROM + 600) replicas = 30;
    const at = { now: NOON + seconds * 1000, replicas, mode: "Active", fails: false } as const;
    const synced = sync(memory, { ...at, pauses: noPauses, ...(isPaused && during(seconds)) });
    const to = synced.outcome?.decision.to ?? replicas;
    memory = synced.memory;
    if (to === replicas || (isPaused && during(seconds).mode === "DryRun")) continue;
    written.push(`${seconds - PAUSED_UNTIL}: ${replicas} > ${to}`);
    replicas = to;
  }
  return written;
}

const until = { until: NOON + PAUSED_UNTIL * 1000, reason: "" };

describe("a size set by hand waits a whole window after the end of", () => {
  // prettier-ignore
  it.each<{ pause: string; during: (seconds: number) => Partial<At> }>([
    { pause: "mode Paused",                           during: () => ({ mode: "Paused" }) },
    { pause: "paused-until",                          during: () => ({ mode: "Paused", pauses: { ...noPauses, all: until } }) },
    { pause: "scale-down-paused-until",               during: () => ({ pauses: { ...noPauses, scaleDown: until } }) },
    { pause: "the same while the metric fails",       during: seconds => ({ pauses: { ...noPauses, scaleDown: until }, fails: seconds > PAUSED_FROM + 300 }) },
    { pause: "a dry run",                             during: () => ({ mode: "DryRun" }) },
  ])("$pause", ({ during }) => {
    // The window begins with the last decision of the pause, or with the first one after it.
    const held = [expect.stringMatching(/^(285|300): 30 > 10$/)] as unknown;
    expect(changes(autoscaler("Trimtab-1"), during)).toEqual(held);
    // Without `behavior`, upstream's window includes its end.
    const inclusive = [expect.stringMatching(/^(300|315): 30 > 10$/)] as unknown;
    expect(changes(autoscaler("HPA-1.36"), during)).toEqual(inclusive);
    expect(changes(proportional, during)).toEqual(held);
  });
});
