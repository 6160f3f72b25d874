import {
  type ObjectJson,
  objectOf,
  type StepJson,
  stepOf,
} from "../../cli/evaluate/recorded-step.ts";
import { after, begin, type Standings } from "../../cli/evaluate/recorded-state.ts";
import { sync, type Synced } from "../../cli/evaluate/recorded-sync.ts";
import { historyInForce } from "../../engine/transition.ts";
import { type Settings, upstreamSettings } from "../../engine/model/spec/settings.ts";

const settings: Settings = { ...upstreamSettings, scaleToZero: true };

/** Decides step by step what `trimtab evaluate` decides for the same case, with the operator's own functions. */
export class LoopController {
  #object: ObjectJson;
  #standings: Standings;
  readonly #first: ObjectJson;
  readonly #steps: StepJson[] = [];
  readonly #isRecorded: boolean;

  /** @param isRecorded  whether it keeps the steps: most runs need no case */
  constructor(object: ObjectJson, isRecorded = false) {
    const recorded = objectOf(object, false);
    this.#first = object;
    this.#isRecorded = isRecorded;
    this.#object = object;
    this.#standings = new Map([[recorded.key, begin(recorded)]]);
  }

  /** The uid of the workload to scale next, as the latest decision names it. */
  get nextTarget(): string | null | undefined {
    const { memory } = this.#standings.get("")!;
    return historyInForce(memory).nextTarget;
  }

  /** The object as it is from now on; the same one: it has not changed. */
  edit(object: ObjectJson): void {
    this.#object = object;
  }

  sync(step: StepJson): Synced {
    const complete = { ...step, autoscaler: this.#object };
    if (this.#isRecorded) this.#steps.push(complete);
    const { synced, standings } = this.#decide(complete);
    this.#standings = new Map(standings).set("", synced.standing);
    return synced;
  }

  /** The decision on other data, without an effect. */
  peek(step: StepJson): Synced {
    return this.#decide({ ...step, autoscaler: this.#object }).synced;
  }

  #decide(json: StepJson) {
    const step = stepOf(json, false);
    let standings = this.#standings;
    for (const event of step.events) standings = after(standings, event, step.now);
    const before = standings.get("");
    if (!before) throw new Error("the object does not exist");
    const standing = { ...before, spec: step.spec ?? before.spec };
    return { synced: sync({ settings, step, standing, standings }), standings };
  }

  /** The case for `trimtab evaluate`. */
  recorded(name: string): object {
    return { name, settings, autoscaler: this.#first, steps: this.#steps };
  }
}
