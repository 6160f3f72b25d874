// cli/fleet/judge/: the replays of all objects, the largest first, and what would be better for each.

import { formatFieldError } from "../../../engine/model/values/result.ts";
import { readObject, type SimulatedObject } from "../../simulate/objects.ts";
import type { Finding } from "../model/finding.ts";
import {
  type FleetObject,
  type Inventory,
  keyOf,
  type ObjectRef,
  type Workload,
} from "../model/inventory.ts";
import { type Price, replicaPrice, usualPrice } from "../rank/price.ts";

/** An object with its workload, and how much it costs. */
export interface Subject {
  readonly object: FleetObject;
  /** null: it was not read. */
  readonly workload: Workload | null;
  /** The HorizontalPodAutoscaler that decides, for a replay; a text: why there is none. */
  readonly simulated: SimulatedObject | string;
  /** Of all replicas, an hour; without prices, a core counts as eight GiB. */
  readonly size: number;
  /** Of one replica, an hour; null: there is no price, or no request. */
  readonly price: number | null;
}

/** Objects of one namespace, whose answers fit into memory. */
export interface Batch {
  readonly namespace: string;
  readonly subjects: readonly Subject[];
}

/** All objects, the largest first. */
export function subjectsIn(
  inventories: readonly Inventory[],
  findings: readonly Finding[],
  price: Price | null,
): Subject[] {
  const pathOf = ({ cluster, ...ref }: ObjectRef): string => `${cluster} ${keyOf(ref)}`;
  const twice = new Set(
    findings.filter(({ rule }) => rule === "TwoWriters").map(({ object }) => pathOf(object)),
  );
  const all = inventories.flatMap(({ objects, workloads }) => {
    const byKey = new Map(workloads.map(workload => [keyOf(workload), workload]));
    return objects.map((object): Subject => {
      const workload = byKey.get(keyOf({ ...object.target, namespace: object.namespace })) ?? null;
      const each = workload && replicaPrice(price ?? usualPrice, workload);
      const isWrittenTwice = twice.has(pathOf(object));
      return {
        ...{ object, workload, price: price && each },
        simulated: isWrittenTwice
          ? "its replicas are also written by another autoscaler"
          : simulatedOf(object),
        size: (each ?? 0) * (workload?.replicas ?? 0),
      };
    });
  });
  return all.toSorted((a, b) => b.size - a.size);
}

function simulatedOf({ manifest, name }: FleetObject): SimulatedObject | string {
  const read = readObject(manifest);
  if (!read) return "it is of another kind";
  return read.ok ? { ...read.value, place: name } : formatFieldError(read.error);
}

const mostInBatch = 40;

/** By namespace, in the order of the first object of each. */
export function batchesOf(subjects: readonly Subject[]): readonly Batch[] {
  const open = new Map<string, Subject[]>();
  const batches: { readonly namespace: string; readonly subjects: Subject[] }[] = [];
  for (const subject of subjects) {
    const { cluster, namespace } = subject.object;
    const key = JSON.stringify([cluster, namespace]);
    let own = open.get(key);
    if (!own || own.length === mostInBatch) {
      own = [];
      open.set(key, own);
      batches.push({ namespace, subjects: own });
    }
    own.push(subject);
  }
  return batches;
}
