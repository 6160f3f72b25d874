import { toleranceOf } from "../arithmetic/usage-ratio.ts";
import { type EpochMs, ok } from "../model/values/result.ts";
import type { DecisionOutcome } from "../model/feature.ts";
import type { Answer, Observation, ObservedForecast } from "../model/observation/observation.ts";
import type { AutoscalerProfile } from "../model/spec/profile.ts";
import { type Settings, upstreamSettings } from "../model/spec/settings.ts";
import { afterWrite, syncTarget } from "../sync.ts";
import { type DefaultedSpec, withDefaults } from "../spec/defaults.ts";
import { emptyMemory, type TargetMemory } from "../transition.ts";
import { type Rival, windowOf } from "./account.ts";

/** The object whose decisions are repeated. */
export interface ShadowedObject {
  readonly spec: DefaultedSpec;
  readonly settings: Settings;
  readonly profile: AutoscalerProfile;
  /** From the creation of a pod until it is ready. */
  readonly startMs: number;
}

/** Demand in pods at their target: the load at which the account counts a replica as missing. */
const shortAt = 1.1;
const lostAt = 1.33;
const hourMs = 3_600_000;

/**
 * The decisions that the engine would make for the same load: in pods at their target, as one metric of the whole load.
 * It is a pipeline of its own, with a memory of its own, from the same functions as the operator's.
 */
export class Shadow {
  readonly #object: ShadowedObject;
  readonly #rival: Rival | undefined;
  #memory: TargetMemory = emptyMemory;
  #count: number;
  /**
   * The counts of the last start-up time, ascending. A pod is ready once it has been asked for that long, so the first
   * one, which is the smallest, is ready; it counts until the next one has been there for long enough.
   */
  readonly #recent: { readonly since: EpochMs; readonly count: number }[] = [];
  #sums = { shortage: 0, lost: 0, replicas: 0 };
  /** What the last decision answered with its own count; null: it changed something. */
  #settled: Settled | null = null;
  #last: EpochMs = -Infinity;

  constructor(object: ShadowedObject, count: number, rival?: Rival) {
    [this.#object, this.#count, this.#rival] = [object, count, rival];
    this.#become(count, -Infinity);
  }

  get count(): number {
    return this.#count;
  }

  /** Adds what has come together since the last call to three sums, at a place in their list. */
  addTo(sums: Float64Array, at: number): void {
    const { shortage, lost, replicas } = this.#sums;
    sums[at] = (sums[at] ?? 0) + shortage;
    sums[at + 1] = (sums[at + 1] ?? 0) + lost;
    sums[at + 2] = (sums[at + 2] ?? 0) + replicas;
    this.#sums = { shortage: 0, lost: 0, replicas: 0 };
  }

  /**
   * One sync.
   *
   * @param demand in pods at their target; null: the load is unknown
   * @param passedMs since the last sync
   */
  sync(now: EpochMs, demand: number | null, passedMs: number, forecast?: ObservedForecast): void {
    this.#add(now, demand, passedMs);
    // A clock that was set back: what was settled was settled for later.
    if (now < this.#last) this.#settled = null;
    this.#last = now;
    const asked = this.#asked(demand, forecast);
    // The engine is a function: the same question has the same answer until a time that the answer names.
    if (asked !== null && isSame(this.#settled, asked) && now < (this.#settled?.until ?? 0)) return;
    const { settings, profile } = this.#object;
    // Made when it is needed: an operator has seven pipelines for each of thousands of objects.
    const spec = shadowSpec(this.#object.spec, this.#rival, this.#target);
    const { memory, outcome } = syncTarget(this.#memory, {
      ...{ uid: "", mode: "Active", isTotal: false, now, spec, settings, profile },
      observation: observationOf(this.#count, now, demand, forecast),
    });
    this.#memory = memory;
    this.#settled = null;
    if (outcome) this.#apply(outcome, asked);
  }

  #apply({ decision, due }: DecisionOutcome, asked: Asked | null): void {
    const { time: now, from, to } = decision;
    if (from === to) {
      // Upstream's lists change at every sync.
      const isSettled = asked !== null && !this.#memory.history?.lists;
      if (isSettled) this.#settled = { ...asked, until: due ?? Infinity };
      return;
    }
    this.#memory = afterWrite(this.#memory, { from, to, now });
    this.#become(to, now);
  }

  /** For each pod, in thousandths. */
  get #target(): number {
    return Math.max(1, Math.round(1_000 * (this.#rival?.target ?? 1)));
  }

  /** null: so close to the edge of the tolerance that only the engine can tell. */
  #asked(demand: number | null, forecast: ObservedForecast | undefined): Asked | null {
    const expected = forecast?.expected[0]?.load ?? null;
    const returnsTo = forecast?.without ?? null;
    if (demand === null) return { replicas: -1, expected, returnsTo };
    const [milli, target] = [Math.round(1_000 * demand), this.#target];
    const ratio = milli / target / Math.max(1, this.#count);
    const { behavior } = this.#object.spec;
    const { scaleDown, scaleUp } = toleranceOf(behavior, this.#object.settings);
    const distances = [ratio - 1 + scaleDown, 1 + scaleUp - ratio];
    if (distances.some(distance => Math.abs(distance) < 1e-6)) return null;
    // At 0, nothing is within the tolerance.
    const isHeld = this.#count > 0 && distances.every(distance => distance > 0);
    return {
      replicas: isHeld ? this.#count : Math.ceil(milli / target),
      expected,
      returnsTo,
    };
  }

  #add(now: EpochMs, demand: number | null, passedMs: number): void {
    const since = now - this.#object.startMs;
    while ((this.#recent[1]?.since ?? Infinity) <= since) this.#recent.shift();
    const hours = passedMs / hourMs;
    this.#sums.replicas += this.#count * hours;
    if (demand === null) return;
    const ready = this.#recent[0]?.count ?? this.#count;
    this.#sums.shortage += Math.max(0, demand / shortAt - ready) * hours;
    this.#sums.lost += Math.max(0, demand / lostAt - ready) * hours;
  }

  #become(count: number, now: EpochMs): void {
    this.#count = count;
    while ((this.#recent.at(-1)?.count ?? -1) >= count) this.#recent.pop();
    this.#recent.push({ since: now, count });
  }
}

/** What a decision depends on, besides the memory and the time. */
interface Asked {
  readonly replicas: number;
  readonly expected: number | null;
  readonly returnsTo: number | null;
}

interface Settled extends Asked {
  readonly until: EpochMs;
}

const isSame = (a: Asked | null, b: Asked): boolean =>
  a !== null &&
  a.replicas === b.replicas &&
  a.expected === b.expected &&
  a.returnsTo === b.returnsTo;

/** The same bounds, rules and schedules, with the whole load as the only metric. */
function shadowSpec(spec: DefaultedSpec, rival: Rival | undefined, milli: number): DefaultedSpec {
  const target = { type: "AverageValue", averageValue: `${milli}m` };
  const shadow: DefaultedSpec = {
    ...spec,
    ...{ formula: null, thresholds: [] },
    metrics: [{ type: "External", external: { metric: { name: "load" }, target } }],
  };
  if (!rival) return shadow;
  // Without rules of its own, an object of HPA-1.36 has upstream's, and a rival needs them written out.
  const behavior = spec.behavior ?? withDefaults({ maxReplicas: 1 }, upstreamSettings).behavior;
  if (!behavior) return shadow;
  const own = behavior.scaleDown.stabilizationWindowSeconds;
  const stabilizationWindowSeconds = windowOf(rival, own);
  return {
    ...shadow,
    behavior: { ...behavior, scaleDown: { ...behavior.scaleDown, stabilizationWindowSeconds } },
  };
}

function observationOf(
  count: number,
  now: EpochMs,
  demand: number | null,
  forecast: ObservedForecast | undefined,
): Observation {
  const measured = { time: now, windowMs: 30_000 };
  const answer: Answer =
    demand === null
      ? { kind: "Failed", message: "the load is unknown" }
      : { kind: "Values", values: [BigInt(Math.round(1_000 * demand))], measured };
  return {
    scale: { specReplicas: count, statusReplicas: count },
    pods: noPods,
    answers: [answer],
    ...(forecast ? { forecast } : {}),
  };
}

const noPods = ok([]);
