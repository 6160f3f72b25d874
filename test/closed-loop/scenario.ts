import { type Random, seeded } from "../../cli/simulate/random.ts";
import { type Combination, eventsOf, surroundingsOf } from "./combinations.ts";
import { type EventName, eventNames, events } from "./world/events.ts";
import type { Surroundings } from "./features.ts";
import { type Demand, demandOf, type LoadName, loadNames, variesSeconds } from "./world/loads.ts";
import { LoopWorkload } from "./world/pods.ts";
import { type Happening, LoopWorld, NOON } from "./world/loop-world.ts";

/** All that a seed and the surroundings of the features decide. Two worlds of one scenario differ only by decisions. */
export interface Scenario {
  readonly seed: number;
  readonly load: LoadName;
  readonly events: readonly EventName[];
  readonly surroundings: Surroundings;
  readonly startSeconds: number;
  readonly lagSeconds: number;
}

/** A number of its own for each aspect, so that one more draw of one does not change another. */
const randomFor = (seed: number, aspect: string): Random =>
  seeded(Array.from(aspect).reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), seed * 7919));

export function scenarioOf(seed: number, combination: Combination): Scenario {
  const random = randomFor(seed, "scenario");
  const first = Math.floor(random() * eventNames.length);
  const second = first + 1 + Math.floor(random() * (eventNames.length - 1));
  const drawn = [first, second].map(index => eventNames[index % eventNames.length]!);
  return {
    ...{ seed, load: loadNames[seed % loadNames.length]! },
    events: Array.from(new Set([...drawn, ...eventsOf(combination)])).sort(),
    surroundings: surroundingsOf(combination),
    startSeconds: 15 + Math.floor(random() ** 2 * 225),
    lagSeconds: Math.floor(random() * 31),
  };
}

export function worldOf(scenario: Scenario): LoopWorld {
  const { seed, load, surroundings, startSeconds, lagSeconds } = scenario;
  const {
    hasQueue = false,
    cpuShare = 1,
    hasSilence = false,
    deploys,
    pointSeconds = null,
    announces = null,
  } = surroundings;
  const demand = demandOf(load, randomFor(seed, "demand"));
  const kind = scenario.events.includes("partition") ? "StatefulSet" : "Deployment";
  const workloads = Object.entries(counts(deploys)).map(([name, replicas]) => {
    const startMs = (made: number) =>
      Math.round(startSeconds * (0.8 + 0.4 * randomFor(seed, `${name}-${made}`)()) * 1000);
    return new LoopWorkload({ name, replicas, kind, now: NOON, startMs });
  });
  const world = new LoopWorld({
    ...{ workloads, lagSeconds, hasQueue, cpuShare, pointSeconds, announces },
    demand: hasSilence ? withSilence(demand) : demand,
    startUsage: Math.round(50 + 600 * randomFor(seed, "start")()),
    happenings: [
      ...scenario.events.flatMap(name => events[name](randomFor(seed, name))),
      ...(deploys ? deployments[deploys] : []),
    ],
  });
  if (deploys === "blue and green") world.serving = "web";
  return world;
}

const counts = (deploys: Surroundings["deploys"]): Readonly<Record<string, number>> =>
  deploys === undefined
    ? { web: 4 }
    : deploys === "canary"
      ? { web: 4, canary: 0 }
      : { web: 4, green: 0 };

const withSilence =
  (demand: Demand): Demand =>
  seconds =>
    seconds >= 1200 && seconds < 2700 && seconds < variesSeconds ? 0 : demand(seconds);

/** A tool starts other workloads without an announcement, and removes them again. */
const deployments: Readonly<Record<NonNullable<Surroundings["deploys"]>, readonly Happening[]>> = {
  "blue and green": [
    {
      from: 900,
      begin: world => {
        const web = world.workload("web");
        web.isAnnounced = world.announces === "rollout";
        world.start("green", Math.max(2, web.replicas));
      },
    },
    { from: 3000, begin: world => (world.serving = "green") },
    { from: 3600, begin: world => world.stop("web") },
  ],
  canary: [
    { from: 900, begin: world => world.start("canary", 2) },
    { from: 3600, begin: world => world.stop("canary") },
  ],
};
