// test/closed-loop/: load, metrics with a lag, decision, and pods that start, fail or get no node, in virtual time.
// Each feature and each two features run next to a HorizontalPodAutoscaler under the same load. docs/closed-loop.md
// holds what a feature may cost, and the results. `make closed-loop` runs all of it.

import { type Choice, chooseTarget } from "../../engine/votes/choose-target.ts";
import type { ObjectJson } from "../../cli/evaluate/recorded-step.ts";
import { autoscalerAt, type Combination, hpaAt, periodOf, specOf } from "./combinations.ts";
import { LoopController } from "./controller.ts";
import type { SpecJson } from "./features.ts";
import { endSeconds } from "./world/loads.ts";
import { iso, type LoopWorkload } from "./world/pods.ts";
import { type Scenario, worldOf } from "./scenario.ts";
import { type LoopWorld, NOON } from "./world/loop-world.ts";

export interface Outcome {
  /** Pod-minutes. */
  readonly demanded: number;
  readonly lost: number;
  readonly replicaMinutes: number;
  /** The counts of the last 15 minutes, of all workloads together. */
  readonly least: number;
  readonly most: number;
  /** Work that still waits at the end, in pod-minutes. */
  readonly waiting: number;
  /** "900 s web 4 > 8" */
  readonly changes: readonly string[];
}

interface Pilot {
  sync(world: LoopWorld): void;
  readonly changes: string[];
}

interface PilotOptions {
  readonly isRecorded?: boolean;
  readonly change?: Partial<SpecJson>;
}

interface RecordedPilot extends Pilot {
  recorded(name: string): object;
}

/** @param change  to the spec of the Autoscaler alone, for tests that must fail */
export const runAutoscaler = (
  combination: Combination,
  scenario: Scenario,
  change: Partial<SpecJson> = {},
): Outcome => run(scenario, [autoscalerPilot(combination, { change })]);

/** The case that `trimtab evaluate` replays. */
export function recordAutoscaler(combination: Combination, scenario: Scenario): object {
  const pilot = autoscalerPilot(combination, { isRecorded: true });
  run(scenario, [pilot]);
  return pilot.recorded(`${combination.name}, seed ${scenario.seed}`);
}

/** One for each workload that is not a canary, as an HPA scales one workload. */
export function runHpa(combination: Combination, scenario: Scenario): Outcome {
  const names = scenario.surroundings.deploys === "blue and green" ? ["web", "green"] : ["web"];
  return run(
    scenario,
    names.map(name => hpaPilot(combination, name)),
  );
}

function run(scenario: Scenario, pilots: readonly Pilot[]): Outcome {
  const world = worldOf(scenario);
  const last: number[] = [];
  while (!world.isOver) {
    world.advance();
    for (const pilot of pilots) pilot.sync(world);
    if (world.seconds > endSeconds - 900) last.push(world.replicas);
  }
  const { demanded, lost, replicaMinutes } = world.tally;
  return {
    ...{ demanded, lost, replicaMinutes },
    ...{ least: Math.min(...last), most: Math.max(...last) },
    waiting: world.backlog / 60_000,
    changes: pilots.flatMap(({ changes }) => changes),
  };
}

function autoscalerPilot(
  combination: Combination,
  { isRecorded = false, change = {} }: PilotOptions,
): RecordedPilot {
  const spec = specOf(combination);
  const period = periodOf(combination);
  const objectAt = (seconds: number): ObjectJson => {
    const object = autoscalerAt(combination, seconds);
    return { ...object, spec: { ...object.spec, ...change } };
  };
  const controller = new LoopController(objectAt(0), isRecorded);
  const isTotal = (spec.monitorSelectors ?? []).length > 0;
  const policy = spec.targetSelection ?? "HighestUsage";
  const hasChoice = spec.targetSelector != null;
  const changes: string[] = [];
  let present: string | null = null;
  let isDue = false;
  let restarts = 0;
  return {
    changes,
    sync(world) {
      if (world.seconds % period !== 0 && !isDue) return;
      const choice = { policy, present, next: isTotal ? controller.nextTarget : null };
      const target = hasChoice ? chosenIn(world, choice) : world.workloads[0]!;
      present = target.name;
      const others = isTotal ? world.workloads.filter(one => one !== target) : [];
      controller.edit(objectAt(world.seconds));
      const step = world.observe([target, ...others], { isTotal, isChosen: hasChoice });
      const hasRestarted = world.restarts !== restarts;
      restarts = world.restarts;
      const { scaleTo } = controller.sync(hasRestarted ? { ...step, events: [restart] } : step);
      if (scaleTo !== null) changes.push(scale(world, target, scaleTo));
      // The operator decides about a new target after a second.
      isDue = hasChoice && (controller.nextTarget ?? present) !== present;
    },
    recorded: name => controller.recorded(name),
  };
}

const restart = { type: "Restarted" } as const;

function chosenIn(world: LoopWorld, choice: Choice): LoopWorkload {
  const candidates = world.workloads.map((workload, index) => ({
    workload,
    ...{ name: workload.name, uid: workload.name, replicas: workload.replicas },
    createdAt: iso(NOON - 3_600_000 + index * 60_000),
    ...(workload.replicas === 0 && { zeroOf: workload.writer }),
    isServing: world.isMarkedServing(workload),
  }));
  return chooseTarget(candidates, choice)!.workload;
}

function hpaPilot(combination: Combination, name: string): Pilot {
  const first = hpaAt(combination, 0);
  if (!first) throw new Error("an HPA is on at the beginning");
  const controller = new LoopController(first);
  const period = periodOf(combination);
  const changes: string[] = [];
  let restarts = 0;
  return {
    changes,
    sync(world) {
      if (world.seconds % period !== 0) return;
      const object = hpaAt(combination, world.seconds);
      if (!object) return;
      const target = world.workload(name);
      controller.edit(object);
      const step = world.observe([target]);
      const hasRestarted = world.restarts !== restarts;
      restarts = world.restarts;
      const { scaleTo } = controller.sync(hasRestarted ? { ...step, events: [restart] } : step);
      if (scaleTo !== null) changes.push(scale(world, target, scaleTo));
    },
  };
}

function scale(world: LoopWorld, workload: LoopWorkload, replicas: number): string {
  const change = `${world.seconds} s ${workload.name} ${workload.replicas} > ${replicas}`;
  workload.replicas = replicas;
  workload.writer = "Operator";
  return change;
}
