import type { TwinDefinition } from "./definitions.ts";
import { type Side, sides, type TwinSpec } from "./sides.ts";
import type { Trajectories } from "./trajectories.ts";

interface Point {
  /** Milliseconds since the autoscalers exist. */
  readonly at: number;
}

/** What a simulation needs to repeat a twin, and what it must come to. */
export interface RecordedTwin {
  readonly name: string;
  readonly kind: TwinDefinition["load"];
  readonly requests: TwinDefinition["requests"];
  readonly replicas: number;
  readonly specs: Readonly<Record<Side, TwinSpec>>;
  readonly loads: readonly (Point & { readonly total: number })[];
  readonly sizes: Readonly<Record<Side, readonly (Point & { readonly replicas: number })[]>>;
  readonly end: number;
}

/** The load of one twin and the sizes that it led to. */
export class Recording {
  readonly #definition: TwinDefinition;
  readonly #created: number;
  readonly #loads: { at: number; total: number }[] = [];

  constructor(definition: TwinDefinition, created: number) {
    this.#definition = definition;
    this.#created = created;
  }

  load(time: number, total: number): void {
    this.#loads.push({ at: this.#since(time), total });
  }

  end(time: number, trajectories: Trajectories): RecordedTwin {
    const { name, load: kind, requests, replicas, spec } = this.#definition;
    const sizesOf = (side: Side) =>
      trajectories.all(side).map(({ at, ...size }) => ({ at: this.#since(at), ...size }));
    return {
      ...{ name, kind, requests, replicas, loads: this.#loads, end: this.#since(time) },
      specs: { hpa: spec("hpa"), trimtab: spec("trimtab") },
      sizes: { hpa: sizesOf(sides[0]), trimtab: sizesOf(sides[1]) },
    };
  }

  #since(time: number): number {
    return Math.round(time - this.#created);
  }
}
