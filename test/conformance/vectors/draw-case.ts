import { decideAutoscalerCase, type StepOutcome } from "../../../cli/evaluate/autoscaler-case.ts";
import { waits } from "../../../engine/testing/autoscaler-world.ts";
import { timestamp } from "../../../engine/model/values/time.ts";
import { drawAnswers } from "./answers.ts";
import { Dice } from "./dice.ts";
import { type Expectation, expectationOf } from "./expectation.ts";
import { type Capacity, drawCapacity } from "./measures.ts";
import { type DrawnSpec, drawSpec } from "./spec.ts";
import { DrawnWorkload } from "./workload.ts";

/** A recorded case with the decision of each sync, as in docs/recorded-cases.md. */
export interface Vector {
  readonly name: string;
  readonly settings: object;
  readonly autoscaler: object;
  readonly steps: readonly (Readonly<Record<string, unknown>> & { readonly expect: Expectation })[];
}

const START = Date.parse("2026-01-01T12:00:00Z");

/** Plays a workload under an Autoscaler that follows Trimtab-1, for this number of syncs. */
export function drawCase(seed: number, syncs: number): Vector {
  const dice = new Dice(seed);
  const capacity = drawCapacity(dice);
  const drawn = drawSpec(dice, capacity);
  const drawnSettings = {
    downscaleStabilizationSeconds: dice.pick([0, 15, 30, 60, 300]),
    ...(dice.chance(0.3) && { tolerance: dice.pick([0, 0.2]) }),
    ...(dice.chance(0.3) && { cpuInitializationPeriodSeconds: dice.pick([0, 60]) }),
    scaleToZero: dice.chance(drawn.spec.minReplicas === 0 ? 0.8 : 0.2),
  };
  const begin = {
    ...{ name: `trimtab-1-${seed}`, settings: drawnSettings },
    autoscaler: { kind: "Autoscaler", spec: { ...drawn.spec, algorithm: "Trimtab-1" } },
  };
  const play = new Play(dice, drawn, capacity);
  const steps: Vector["steps"][number][] = [];
  for (let index = 0; index < syncs; index += 1) {
    const step = play.next(index);
    const outcome = lastOf({ ...begin, steps: [...steps, step] });
    if (outcome.scaleTo !== null) play.scale(outcome.scaleTo);
    steps.push({ ...step, expect: expectationOf(outcome) });
  }
  return { ...begin, steps };
}

function lastOf(recorded: object): StepOutcome {
  const outcome = decideAutoscalerCase(recorded);
  if (!outcome.ok) throw new Error(outcome.error);
  const last = outcome.value.steps.at(-1);
  if (!last) throw new Error("a case has steps");
  return last;
}

/** The workloads, the load and the accidents of a case. */
class Play {
  readonly #dice: Dice;
  readonly #capacity: Capacity;
  readonly #loads: DrawnSpec["loads"];
  readonly #target: DrawnWorkload;
  readonly #others: readonly DrawnWorkload[];
  #spec: DrawnSpec["spec"];
  #mode = "Active";
  /** The next counts that a person sets. */
  #byHand: number[] = [];
  /** Whether scaling to zero is allowed at the beginning. */
  readonly #mayIdle: boolean;
  #now = START;
  #demand: number;

  constructor(dice: Dice, { spec, loads }: DrawnSpec, capacity: Capacity) {
    this.#dice = dice;
    this.#capacity = capacity;
    this.#loads = loads;
    this.#spec = spec;
    this.#mayIdle = spec.minReplicas === 0;
    this.#demand = dice.between(0, spec.maxReplicas);
    const count = dice.between(spec.minReplicas, spec.maxReplicas);
    this.#target = new DrawnWorkload(dice, "web", count);
    this.#others = (spec.monitorSelectors ?? []).map(
      (_, index) => new DrawnWorkload(dice, `other-${index}`, dice.between(0, 2)),
    );
    for (const workload of this.#workloads) workload.settle(this.#now);
  }

  get #workloads(): readonly DrawnWorkload[] {
    return [this.#target, ...this.#others];
  }

  scale(replicas: number): void {
    this.#target.replicas = replicas;
    this.#target.writer = "Operator";
  }

  /** What a sync observes. The first one observes no accident. */
  next(index: number) {
    const dice = this.#dice;
    if (index > 0) this.#pass();
    const accidents = index > 0 ? this.#accidents() : {};
    const [first, ...rest] = this.#workloads.map(scaleOf);
    const { writer, replicas } = this.#target;
    const zeroOf = replicas === 0 && dice.chance(0.6) ? { zeroOf: writer } : {};
    const asked = { now: this.#now, loads: this.#loads, capacity: this.#capacity };
    return {
      now: timestamp(this.#now),
      scale: { ...first, ...zeroOf },
      ...(rest.length > 0 && { monitored: rest }),
      pods: this.#workloads.flatMap(({ pods }) => pods),
      metrics: drawAnswers(dice, {
        ...{ ...asked, demand: this.#demand, workloads: this.#workloads },
      }),
      ...accidents,
    };
  }

  #pass(): void {
    const dice = this.#dice;
    this.#now += Math.max(1000, Math.round(dice.draw(waits) / 1000) * 1000);
    const { maxReplicas } = this.#spec;
    const step = dice.chance(0.25) ? dice.between(-maxReplicas, maxReplicas) : dice.next() - 0.5;
    this.#demand = Math.min(maxReplicas * 1.4, Math.max(0, this.#demand + step));
    if (dice.chance(this.#mayIdle ? 0.3 : 0.05)) this.#demand = 0;
    for (const workload of this.#workloads) {
      if (dice.chance(workload.rollout ? 0.3 : 0.08)) {
        workload.rollout = workload.rollout ? null : dice.pick(["Rolling", "Rolling", "Announced"]);
      }
    }
    for (const other of this.#others) if (dice.chance(0.15)) other.replicas = dice.between(0, 3);
    this.#scaleByHand();
    for (const workload of this.#workloads) workload.advance(this.#now);
  }

  /** A person sets a count, or ends an idle time and then stops the workload. */
  #scaleByHand(): void {
    const dice = this.#dice;
    const { replicas, writer } = this.#target;
    const isIdle = replicas === 0 && writer === "Operator";
    const isStopped = replicas === 0 && writer === "Other";
    if (isIdle && dice.chance(0.4)) this.#byHand = [2, 0];
    const most = this.#spec.maxReplicas + 2;
    const drawn = dice.pick([isStopped ? 2 : 0, 1, dice.between(0, most)]);
    const planned = this.#byHand.shift();
    const count = planned ?? (dice.chance(isStopped ? 0.4 : 0.06) ? drawn : null);
    if (count === null) return;
    this.#target.replicas = count;
    this.#target.writer = "Other";
  }

  /** Edits, restarts, conflicts and failing calls. */
  #accidents(): object {
    const dice = this.#dice;
    const isOften = this.#mode !== "Active" || (this.#mayIdle && this.#target.replicas === 0);
    const edit = dice.chance(isOften ? 0.3 : 0.07) ? this.#edit() : null;
    const errors = ["updateScale", "updateStatus"].filter(() => dice.chance(0.03));
    return {
      ...(edit && { autoscaler: { kind: "Autoscaler", spec: edit } }),
      ...(dice.chance(0.05) && { events: [{ type: "Restarted" }] }),
      ...(dice.chance(0.04) && { conflicts: 1 }),
      ...(errors.length > 0 && { errors }),
    };
  }

  #edit(): object {
    const dice = this.#dice;
    const least = this.#mayIdle ? dice.pick([0, 0, 2]) : dice.between(1, 4);
    const maxReplicas = Math.max(1, least + dice.between(0, 8));
    this.#spec = { ...this.#spec, minReplicas: least, maxReplicas };
    this.#mode = dice.pick(["Active", "Active", "Active", "DryRun", "Paused"]);
    return { ...this.#spec, mode: this.#mode, algorithm: "Trimtab-1" };
  }
}

const scaleOf = ({ replicas, statusReplicas, selector, rollout }: DrawnWorkload) => ({
  ...{ specReplicas: replicas, statusReplicas, selector, ...(rollout && { rollout }) },
});
