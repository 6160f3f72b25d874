// cli/fleet/judge/: the replays of all objects, the largest first, and what would be better for each.

import type { FleetObject, Inventory, Workload } from "../model/inventory.ts";
import { keyOf } from "../model/inventory.ts";
import type { Price } from "../model/report.ts";
import { replicaPrice } from "../rank/price.ts";

/** An object with its workload, and how much it costs. */
export interface Subject {
  readonly object: FleetObject;
  /** null: it was not read. */
  readonly workload: Workload | null;
  /** Of all replicas, an hour; without prices, a core counts as eight GiB. */
  readonly size: number;
  /** Of one replica, an hour; null: there is no price, or no request. */
  readonly price: number | null;
}

/** Objects that one set of questions is about. */
export interface Batch {
  readonly cluster: string;
  readonly namespace: string;
  readonly subjects: readonly Subject[];
}

/** Without prices, the larger one counts. */
const usualPrice: Price = { core: 8, gibibyte: 1 };
/** The answers about so many objects fit into memory. */
const mostInBatch = 40;

/** All objects, the largest first. */
export function subjectsIn(inventories: readonly Inventory[], price: Price | null): Subject[] {
  const all = inventories.flatMap(({ objects, workloads }) => {
    const byKey = new Map(workloads.map(workload => [keyOf(workload), workload]));
    return objects.map((object): Subject => {
      const { kind, name } = object.target;
      const workload = byKey.get(keyOf({ kind, name, namespace: object.namespace })) ?? null;
      const each = workload && replicaPrice(price ?? usualPrice, workload);
      const size = (each ?? 0) * (workload?.replicas ?? 0);
      return { object, workload, size, price: price && each };
    });
  });
  return all.toSorted((a, b) => b.size - a.size);
}

/** By namespace, in the order of the first object of each. */
export function batchesOf(subjects: readonly Subject[]): readonly Batch[] {
  const open = new Map<string, Subject[]>();
  const batches: {
    readonly cluster: string;
    readonly namespace: string;
    readonly subjects: Subject[];
  }[] = [];
  for (const subject of subjects) {
    const { cluster, namespace } = subject.object;
    const key = JSON.stringify([cluster, namespace]);
    let batch = open.get(key);
    if (!batch || batch.length === mostInBatch) {
      batch = [];
      open.set(key, batch);
      batches.push({ cluster, namespace, subjects: batch });
    }
    batch.push(subject);
  }
  return batches;
}
