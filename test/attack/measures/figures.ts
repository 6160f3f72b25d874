import { quantile } from "../../../hack/bench/quantiles.ts";
import type { Witnessed } from "./witness.ts";
import { aligned } from "../../../hack/host/aligned.ts";

/** Measurements of the tenants that are not the attacker. */
export interface Figures {
  /** Milliseconds by which decisions exceeded one period after the previous decision. */
  readonly lateness: readonly number[];
  /** For each object, the number of its decisions as a share of the number that its period promises. */
  readonly decided: readonly number[];
  /** Milliseconds that the webhook took for each dry-run request, as measured by the API server. */
  readonly reviews: readonly number[];
  /** Milliseconds from a dry-run request to its response, including the API server's part. */
  readonly requests: readonly number[];
  /** Messages of the API server about rejected objects, all of which were valid. */
  readonly refused: readonly string[];
  /** How often the metric of an object was looked at that shares its source with the attacker. */
  readonly witnessed: Witnessed;
  /** Peak memory of the operator that the kernel cannot reclaim, in bytes. */
  readonly memory: number;
  /** Null: it ran to the end. */
  readonly ended: number | string | null;
}

export interface Promised {
  readonly what: string;
  readonly before: string;
  readonly during: string;
  readonly promise: string;
  readonly isKept: boolean;
}

/** Users could notice longer delays; shorter ones are noise of two cores that all processes share. */
const leastLateMs = 250;
const slowestReviewMs = 500;
const mebibytes = 2 ** 20;

/** The promises about an attack, and whether they were kept. */
export function judge(before: Figures, during: Figures, memoryLimit: number): Promised[] {
  const [late, later] = [before, during].map(({ lateness }) => quantile(lateness, 0.99));
  const [quick = 0, slow = 0] = [before, during].map(({ reviews }) => quantile(reviews, 0.99));
  const latest = 2 * Math.max(leastLateMs, late ?? NaN);
  const fewest = Math.min(...during.decided);
  return [
    {
      what: "lateness of decisions, p99",
      ...{ before: milliseconds(late), during: milliseconds(later) },
      promise: `${milliseconds(latest)} at most`,
      isKept: (later ?? NaN) <= latest,
    },
    {
      what: "decisions of the object with the fewest",
      ...{ before: percent(Math.min(...before.decided)), during: percent(fewest) },
      promise: "80% of its periods at least",
      isKept: fewest >= 0.8,
    },
    {
      what: "admission, p99",
      ...{ before: milliseconds(quick), during: milliseconds(slow) },
      promise: `below ${slowestReviewMs} ms`,
      isKept: slow < slowestReviewMs,
    },
    {
      what: "reviews refused",
      ...{ before: `${before.refused.length}`, during: `${during.refused.length}` },
      promise: "none",
      isKept: during.refused.length === 0,
    },
    {
      what: "failed metrics of a shared source",
      ...{ before: failures(before), during: failures(during) },
      promise: "none",
      isKept: during.witnessed.looks > 0 && during.witnessed.failed === 0,
    },
    {
      what: "memory, at most",
      ...{ before: megabytes(before.memory), during: megabytes(during.memory) },
      promise: `below ${megabytes(memoryLimit)}`,
      isKept: during.memory < memoryLimit && during.ended === null,
    },
  ];
}

/** What others wait for, which depends on the API server's cores: no promise of ours. */
export const requestTimes = (before: Figures, during: Figures): string => {
  const [calm, slow] = [before, during].map(({ requests }) => quantile(requests, 0.99));
  return `requests of others, p99: ${milliseconds(calm)} before, ${milliseconds(slow)} during`;
};

const failures = ({ witnessed: { failed, looks } }: Figures): string => `${failed} of ${looks}`;
const milliseconds = (ms = NaN): string => `${Math.round(ms)} ms`;
const percent = (share: number): string => `${Math.round(share * 100)}%`;
const megabytes = (bytes: number): string => `${Math.round(bytes / mebibytes)} MiB`;

export function table(rows: readonly Promised[]): string {
  const lines = rows.map(({ what, before, during, promise, isKept }) => [
    ...[what, before, during, promise],
    isKept ? "kept" : "BROKEN",
  ]);
  return aligned([["", "before", "during", "promise", ""], ...lines]);
}
