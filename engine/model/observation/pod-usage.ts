import { isSameJson } from "../values/json-values.ts";
import { commonMilliUnits, milliUnits } from "../values/quantity.ts";
import type { EpochMs } from "../values/result.ts";
import { durationMs, timeOrZero } from "../values/time.ts";

/** An item of metrics.k8s.io, as recorded cases contain it, too. */
export interface RawPodMetrics {
  readonly metadata?: { readonly name?: string };
  readonly timestamp?: string | null;
  readonly window?: string | null;
  readonly containers?: readonly RawContainerMetrics[] | null;
}

interface RawContainerMetrics {
  readonly name: string;
  readonly usage?: Readonly<Record<string, string>> | null;
}

/** A container, its resources, and the place of its first amount. The same for all pods of a template. */
interface ContainerPlace {
  readonly name: string;
  readonly resources: readonly string[];
  readonly at: number;
}

/**
 * Of each pod of a list its time, its window in milliseconds, and its amounts in thousandths; null: unreadable.
 * Nearly always, all are doubles, and garbage collection does not look into an array of these.
 */
type Numbers = (number | bigint | null)[];

/** The usage of one pod. A list of thousands stays in memory until the next one. */
export class PodUsage {
  readonly name: string;
  readonly #numbers: Numbers;
  readonly #first: number;
  readonly #containers: readonly ContainerPlace[];

  constructor(name: string, numbers: Numbers, first: number, of: readonly ContainerPlace[]) {
    this.name = name;
    this.#numbers = numbers;
    this.#first = first;
    this.#containers = of;
  }

  get time(): EpochMs {
    return Number(this.#numbers[this.#first]);
  }

  get windowMs(): number {
    return Number(this.#numbers[this.#first + 1]);
  }

  /**
   * Of all containers, or of one of them, in thousandths. Null: the container is missing, or any counted
   * container lacks the resource, because a partial sum is no sample.
   *
   * Source  upstream metrics/client.go, getPodMetrics and getContainerMetrics.
   */
  amountOf(resource: string, container: string | null): bigint | null {
    // Doubles add up nearly all values exactly, and much faster than bigints.
    let [small, large, isCounted] = [0, 0n, false];
    for (const { name, resources, at } of this.#containers) {
      if (container !== null && (isCounted || name !== container)) continue;
      isCounted = true;
      const which = resources.indexOf(resource);
      const amount = which < 0 ? null : this.#numbers[this.#first + at + which];
      if (amount == null) return null;
      if (typeof amount === "number" && Number.isSafeInteger(small + amount)) small += amount;
      else large += BigInt(amount);
    }
    if (!isCounted) return null;
    // Rarely is there anything to add, and the sum of two bigints is a new object.
    return large === 0n ? BigInt(small) : BigInt(small) + large;
  }
}

/** Reads the pods of one list, one after the other. */
export class PodUsageReader {
  readonly #numbers: Numbers = [];
  #latest: readonly ContainerPlace[] = [];

  read({ metadata, timestamp, window, containers }: RawPodMetrics): PodUsage {
    const first = this.#numbers.length;
    const given = containers ?? [];
    if (!areAt(this.#latest, given)) this.#latest = placesOf(given);
    this.#numbers.push(timeOrZero(timestamp), durationMs(window ?? "") ?? 0);
    for (const { usage } of given) {
      for (const quantity of Object.values<unknown>(usage ?? {}))
        this.#numbers.push(amountIn(typeof quantity === "string" ? quantity : ""));
    }
    return new PodUsage(metadata?.name ?? "", this.#numbers, first, this.#latest);
  }
}

/** Of each container: its first amount comes after the time, the window and the amounts of those before. */
function placesOf(containers: readonly RawContainerMetrics[]): readonly ContainerPlace[] {
  let next = 2;
  return containers.map(each => {
    const resources = resourcesOf(each);
    const at = next;
    next += resources.length;
    return { name: each.name, resources, at };
  });
}

function amountIn(quantity: string): number | bigint | null {
  const common = commonMilliUnits(quantity);
  if (common !== null) return common;
  const amount = milliUnits(quantity);
  return amount.ok ? amount.value : null;
}

const resourcesOf = ({ usage }: RawContainerMetrics): string[] => Object.keys(usage ?? {});

/** Nearly all pods have the same containers as the pod before. */
const areAt = (places: readonly ContainerPlace[], given: readonly RawContainerMetrics[]): boolean =>
  places.length === given.length &&
  given.every((each, index) => {
    const place = places[index];
    return place?.name === each.name && isSameJson(place.resources, resourcesOf(each));
  });

export function readPodUsage(items: readonly RawPodMetrics[]): readonly PodUsage[] {
  const reader = new PodUsageReader();
  return items.map(item => reader.read(item));
}
