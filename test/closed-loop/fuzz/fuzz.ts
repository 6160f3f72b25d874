// test/closed-loop/fuzz/: random specs and data, and what other data may change about each decision.

import type { StepJson } from "../../../cli/evaluate/recorded-step.ts";
import type { Synced } from "../../../cli/evaluate/recorded-sync.ts";
import { seeded } from "../../../cli/simulate/random.ts";
import { below } from "../../random.ts";
import { LoopController } from "../controller.ts";
import type { SpecJson } from "../features.ts";
import { drawSpec } from "./specs.ts";
import { type MetricsJson, Steps, withMoreUsage } from "./steps.ts";

export interface FuzzResult {
  readonly decisions: number;
  readonly twins: number;
  /** One sentence each. */
  readonly violations: readonly string[];
}

const syncs = 70;
/** A queue that nothing takes from: even a threshold, a window and a policy of five minutes have passed. */
const asleepSyncs = 25;

/** A spec under random data; by default, a random one. */
export function fuzz(seed: number, given?: SpecJson): FuzzResult {
  const random = seeded(seed * 104_729);
  const spec = given ?? drawSpec(random);
  const controller = new LoopController({ kind: "Autoscaler", spec });
  const steps = new Steps(random);
  const violations: string[] = [];
  let replicas = firstCount(spec);
  let twins = 0;
  let asleep = 0;
  for (let index = 0; index < syncs; index++) {
    const step = steps.next(index, replicas);
    if (index > 0) {
      const twinned = new Twins(controller, step, replicas);
      const found = twinned.violations(below(random, replicas));
      violations.push(...found.map(text => `sync ${index}: ${text}`));
      twins += twinned.count;
    }
    replicas = controller.sync(step).scaleTo ?? replicas;
    asleep = replicas === 0 && steps.messages > 5 && !hasFailures(step) ? asleep + 1 : 0;
    if (asleep === asleepSyncs) violations.push(`sync ${index}: asleep with work in the queue`);
  }
  return { decisions: syncs, twins, violations };
}

/** Three or more, in whole groups. */
function firstCount({ minReplicas, replicaMultiple }: SpecJson): number {
  const least = Math.max(minReplicas ?? 1, 3);
  return least - (least % (replicaMultiple ?? 1));
}

const hasFailures = ({ metrics }: StepJson): boolean => (metrics?.errors ?? []).length > 0;

/** The decisions on data that differ in one respect. */
class Twins {
  readonly #controller: LoopController;
  readonly #step: StepJson;
  readonly #replicas: number;
  readonly #decided: Synced;
  readonly #metrics: MetricsJson;
  count = 0;

  constructor(controller: LoopController, step: StepJson, replicas: number) {
    this.#controller = controller;
    this.#step = step;
    this.#replicas = replicas;
    this.#metrics = step.metrics ?? {};
    this.#decided = controller.peek(step);
  }

  violations(removed: number): string[] {
    return [
      ...this.#larger(),
      ...this.#failed(),
      ...this.#withoutSample(removed),
      ...this.#restarted(),
    ];
  }

  get #to(): number {
    return this.#decided.scaleTo ?? this.#replicas;
  }

  #twin(changes: Partial<StepJson>): Synced {
    this.count += 1;
    return this.#controller.peek({ ...this.#step, ...changes });
  }

  #countOf(metrics: MetricsJson): number {
    return this.#twin({ metrics }).scaleTo ?? this.#replicas;
  }

  #fails = (call: string): boolean => (this.#metrics.errors ?? []).includes(call);

  /** More load never gives fewer replicas. */
  #larger(): string[] {
    const queue = Number(this.#metrics.external?.["queue"]?.[0] ?? 0);
    const longer = { ...this.#metrics, external: { queue: [String(queue + 30)] } };
    const more = [
      { name: "a longer queue", call: "external/queue", metrics: longer },
      { name: "more CPU", call: "resource", metrics: withMoreUsage(this.#metrics) },
    ];
    return more.flatMap(({ name, call, metrics }) => {
      if (this.#fails(call)) return [];
      const count = this.#countOf(metrics);
      return count < this.#to ? [`${name} gives ${count} instead of ${this.#to}`] : [];
    });
  }

  /** I2: a metric that fails removes nothing that its answer would have kept, unless its fallback counts. */
  #failed(): string[] {
    return ["resource", "external/queue"].flatMap(call => {
      const errors = [...(this.#metrics.errors ?? []), call];
      const twin = this.#twin({ metrics: { ...this.#metrics, errors } });
      const count = twin.scaleTo ?? this.#replicas;
      const hasFallback = twin.trace.some(
        entry => "reason" in entry && entry.reason === "FallbackActive",
      );
      const kept = Math.min(this.#replicas, this.#to);
      return count < kept && !hasFallback ? [`a failed ${call} gives ${count}, ${kept} stay`] : [];
    });
  }

  /** I2: a sample that is missing makes a change smaller. */
  #withoutSample(removed: number): string[] {
    const { resource = [] } = this.#metrics;
    if (resource.length < 2 || this.#fails("resource")) return [];
    const rest = resource.filter((_, index) => index !== removed % resource.length);
    const count = this.#countOf({ ...this.#metrics, resource: rest });
    const least = Math.min(this.#replicas, this.#to);
    const most = Math.max(this.#replicas, this.#to);
    return count < least || count > most
      ? [`a missing sample gives ${count}, outside ${least} to ${most}`]
      : [];
  }

  /** I3 */
  #restarted(): string[] {
    const { scaleTo } = this.#twin({ events: [{ type: "Restarted" }] });
    const count = scaleTo ?? this.#replicas;
    return count === this.#to ? [] : [`a restart gives ${count} instead of ${this.#to}`];
  }
}

/** The command that repeats a run. */
export const replayOf = (seed: number): string => `make closed-loop FUZZ=${seed}-${seed}`;
