import { constants, PerformanceObserver, type PerformanceEntry } from "node:perf_hooks";
import { getHeapStatistics } from "node:v8";

import type { Logger } from "pino";

/** Shares of V8's limit that are in use after a full garbage collection. */
const nearlyFull = 0.85;
/** A heap at the threshold does not warn after each collection. */
const hasRoom = 0.75;
const mebibyte = 2 ** 20;

/** The types of Node.js lack it. */
interface GarbageCollection extends PerformanceEntry {
  readonly detail: { readonly kind: number };
}

/** Returns a function that warns once each time that a full garbage collection leaves the heap nearly full. */
export function heapWarning(log: Pick<Logger, "warn">) {
  let isFull = false;
  return ({ used, limit }: Readonly<Record<"used" | "limit", number>>): void => {
    const share = used / limit;
    if (share > nearlyFull && !isFull) {
      isFull = true;
      const figures = { usedMi: inMi(used), limitMi: inMi(limit) };
      log.warn(
        figures,
        "the heap is nearly full; raise the chart's resources.limits.memory before V8 ends the process",
      );
    }
    if (share < hasRoom) isFull = false;
  };
}

const inMi = (bytes: number): number => Math.round(bytes / mebibyte);

/** V8 leaves no time for a message when it ends a process, and Kubernetes shows no more than an exit code. */
export function warnOfFullHeap(log: Pick<Logger, "warn">): void {
  const warn = heapWarning(log);
  const isFullCollection = (entry: PerformanceEntry): boolean =>
    (entry as GarbageCollection).detail.kind === constants.NODE_PERFORMANCE_GC_MAJOR;
  const observer = new PerformanceObserver(list => {
    if (!list.getEntries().some(isFullCollection)) return;
    // A turn after the collection: what is new since then counts, too.
    const { used_heap_size: used, heap_size_limit: limit } = getHeapStatistics();
    warn({ used, limit });
  });
  observer.observe({ entryTypes: ["gc"] });
}
