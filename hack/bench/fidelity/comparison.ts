import { aligned } from "../../host/aligned.ts";
import type { Played } from "./play.ts";

/** What may differ: a step begins and ends within a period, so each namespace may be read once more or less. */
const allowedShare = 0.02;
/** Their number grows with the time that a step takes. */
const repeated = ["list podmetrics", "list leases", "update leases"];
/** While objects join, and as long as they wait for pods, a step takes as long as the server needs. */
const isComparable = (step: string, kind: string): boolean =>
  step === "steady" || !repeated.includes(kind);
/** Enough to see what they have in common. */
const mostProblems = 10;

export interface Comparison {
  /** A table of the requests, the decisions and the costs. */
  readonly table: string;
  /** The differences that are not explained by the boundaries of periods; empty: the sides agree. */
  readonly problems: readonly string[];
}

/** Compares what the operator did on both sides. */
export function compare(real: Played, replay: Played, namespaces: number): Comparison {
  const requests = real.steps.flatMap((step, index) => {
    const other = replay.steps[index]?.requests ?? {};
    const kinds = [...new Set([...Object.keys(step.requests), ...Object.keys(other)])].sort();
    return kinds.map(kind => {
      const counts = [step.requests[kind] ?? 0, other[kind] ?? 0] as const;
      return { step: step.name, kind, counts };
    });
  });
  const isExplained = ([a, b]: readonly [number, number]): boolean =>
    Math.abs(a - b) <= Math.max(namespaces, allowedShare * Math.max(a, b));
  const different = [...new Set([...real.decisions.keys(), ...replay.decisions.keys()])].filter(
    key => real.decisions.get(key) !== replay.decisions.get(key),
  );
  const lines = [
    ["", "real", "replay"],
    ...requests.map(({ step, kind, counts }) => [`${step}: ${kind}`, ...counts.map(String)]),
    ...rowsOfDecisions(real, replay),
    ...real.steps.map(({ name }, index) => [
      `CPU time of the operator, ${name}`,
      ...[real, replay].map(({ steps }) => `${(steps[index]?.cpuSeconds ?? NaN).toFixed(1)} s`),
    ]),
    ["memory", ...[real, replay].map(({ memoryBytes }) => `${Math.round(memoryBytes / 1e6)} MB`)],
    ...Object.keys(real.latencies).map(verb => [
      `duration of a ${verb}, median`,
      ...[real, replay].map(({ latencies }) => `${(latencies[verb] ?? NaN).toFixed(1)} ms`),
    ]),
  ];
  return {
    table: aligned(lines),
    problems: [
      ...requests
        .filter(({ step, kind, counts }) => isComparable(step, kind) && !isExplained(counts))
        .map(({ step, kind, counts: [a, b] }) => `${step}: ${a} and ${b} ${kind}`),
      ...different.slice(0, mostProblems).map(key => {
        const [a, b] = [real, replay].map(({ decisions }) => decisions.get(key) ?? "nothing");
        return `${key} was scaled ${a ?? ""} and ${b ?? ""}`;
      }),
    ],
  };
}

function rowsOfDecisions(real: Played, replay: Played): string[][] {
  const counted = [real, replay].map(({ decisions }) => {
    const counts = new Map<string, number>();
    for (const path of decisions.values()) counts.set(path, (counts.get(path) ?? 0) + 1);
    return counts;
  });
  const paths = [...new Set(counted.flatMap(counts => [...counts.keys()]))].sort();
  return paths.map(path => [
    `scaled ${path}`,
    ...counted.map(counts => `${counts.get(path) ?? 0} objects`),
  ]);
}
