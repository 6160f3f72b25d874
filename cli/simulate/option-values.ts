import { InvalidArgumentError } from "commander";

import { durationMs } from "../terminal/times.ts";
import type { PodStart } from "./world/pod-start.ts";
import type { NodeSettings } from "./world/pods.ts";

/** Quotients and products of such numbers are finite. */
const [least, most] = [1e-9, 1e15];

export function duration(text: string): number {
  const value = durationMs(text);
  if (value !== null) return value;
  throw new InvalidArgumentError("It is a time such as 15s, 5m or 28d.");
}

export function positive(text: string): number {
  const value = Number(text);
  if (text.trim() !== "" && value >= least && value <= most) return value;
  throw new InvalidArgumentError(`It is a number above 0, from ${least} to ${most}.`);
}

export function count(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new InvalidArgumentError("It is a whole number.");
}

/** 60s, 30s..90s, or p50=30s,p90=90s */
export function podStart(text: string): PodStart {
  const constant = durationMs(text);
  if (constant !== null) return { type: "Constant", ms: constant };
  const [from, to] = text.split("..").map(durationMs);
  if (from != null && to != null && to >= from) return { type: "Uniform", from, to };
  const [, low = "", high = ""] = /^p50=([^,]+),p90=(.+)$/.exec(text) ?? [];
  const [median, p90] = [durationMs(low), durationMs(high)];
  if (median !== null && median > 0 && p90 !== null && p90 >= median) {
    return { type: "LogNormal", median, p90 };
  }
  throw new InvalidArgumentError("It is 60s, 30s..90s or p50=30s,p90=90s.");
}

/** count=3,pods=10,start=90s */
export function nodes(text: string): NodeSettings {
  const fields = new Map(text.split(",").map(part => part.split("=", 2) as [string, string]));
  const [nodeCount, pods] = [Number(fields.get("count") ?? 1), Number(fields.get("pods") ?? NaN)];
  const startMs = durationMs(fields.get("start") ?? "90s");
  const known = [...fields.keys()].every(name => ["count", "pods", "start"].includes(name));
  const isWhole = Number.isInteger(nodeCount) && Number.isInteger(pods);
  if (known && isWhole && nodeCount >= 0 && pods > 0 && startMs !== null) {
    return { count: nodeCount, podsPerNode: pods, startMs };
  }
  throw new InvalidArgumentError(
    "It is count=3,pods=10,start=90s: nodes, pods for each, and its start.",
  );
}

/** NAME=FACTOR, collected in a map. */
export function factor(text: string, before: ReadonlyMap<string, number>): Map<string, number> {
  const at = text.lastIndexOf("=");
  const value = Number(text.slice(at + 1));
  if (at < 1 || !(value >= least && value <= most))
    throw new InvalidArgumentError("It is NAME=FACTOR, such as cpu=0.5.");
  return new Map(before).set(text.slice(0, at), value);
}

export const collected = (text: string, before: readonly string[] = []): string[] => [
  ...before,
  text,
];
