import { quantileOf } from "../load/load.ts";
import { type Random, seeded } from "../random.ts";

/** How long a pod takes from its creation until it is ready, once it has a node; milliseconds. */
export type PodStart =
  | { readonly type: "Constant"; readonly ms: number }
  | { readonly type: "Uniform"; readonly from: number; readonly to: number }
  /** A log-normal distribution with this median and this 90th percentile. */
  | { readonly type: "LogNormal"; readonly median: number; readonly p90: number }
  /** Drawn from recorded pods, with their source for people. */
  | { readonly type: "Recorded"; readonly ms: readonly number[]; readonly source: string };

/** The 90th percentile of the standard normal distribution. */
const z90 = 1.281551565545;

/** The durations of the pods in the order of their creation: the same for every candidate. */
export function podStarts(start: PodStart, seed: number): () => number {
  const random = seeded(seed ^ 0x9e3779b9);
  switch (start.type) {
    case "Constant":
      return () => start.ms;
    case "Uniform":
      return () => Math.round(start.from + (start.to - start.from) * random());
    case "LogNormal": {
      const sigma = Math.log(start.p90 / start.median) / z90;
      return () => Math.round(start.median * Math.exp(sigma * normal(random)));
    }
    case "Recorded":
      return () => start.ms[Math.floor(random() * start.ms.length)] ?? 0;
  }
}

const seconds = (ms: number): string => `${Math.round(ms / 100) / 10}s`;

export function podStartText(start: PodStart): string {
  switch (start.type) {
    case "Constant":
      return seconds(start.ms);
    case "Uniform":
      return `${seconds(start.from)}..${seconds(start.to)}`;
    case "LogNormal":
      return `p50=${seconds(start.median)},p90=${seconds(start.p90)}`;
    case "Recorded": {
      const sorted = start.ms.toSorted((a, b) => a - b);
      const at = (share: number): string => seconds(quantileOf(sorted, share));
      return `${sorted.length} pods of ${start.source}: p50=${at(0.5)},p90=${at(0.9)}`;
    }
  }
}

/** A standard normal deviate. Source  Box and Muller. */
export const normal = (random: Random): number =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
