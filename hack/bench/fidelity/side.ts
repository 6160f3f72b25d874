// hack/bench/fidelity/: whether the operator does the same on the replay API server and on the real one.

import type { ApiTarget } from "../../cluster/api.ts";
import type { Counts, Population } from "../../replay/replay.ts";

/** The share of their requests that all pods use at first, which is the target. */
export const usual = 0.5;
/**
 * Far enough from all limits: the noise of 4% never changes a decision. Two pods become 2.8, so three, and three
 * become 4.2, so four, which is the maximum.
 */
export const raised = 0.7;

/** One of the two API servers. Both have the same population. */
export interface Side {
  readonly name: string;
  readonly target: ApiTarget;
  /** Instead of the token of a service account. */
  readonly token?: string;
  /** Sets the share of their requests that all pods use. */
  readonly use: (used: number) => Promise<void>;
  /** The operator's requests so far, by verb and resource. */
  readonly requests: () => Promise<Counts>;
  readonly stop: () => Promise<void>;
}

/** `namespace/name` of each object. */
export const keysOf = ({ objects, namespaces }: Population): string[] =>
  Array.from({ length: objects }, (_, index) => `scale-${index % namespaces}/web-${index}`);
