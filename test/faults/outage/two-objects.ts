import { expect } from "vitest";

import { deployment, type Place } from "../cluster/fault-cluster.ts";

export const nodeNames = ({ namespace }: Place, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `${namespace}-${index}`);

/** Waits until the targets `now` and `held` have these counts. */
export const countsAre = (place: Place, now: number, held: number): Promise<void> =>
  expect
    .poll(
      async () => [
        (await deployment(place, "now")).replicas,
        (await deployment(place, "held")).replicas,
      ],
      { timeout: 60_000, interval: 50 },
    )
    .toEqual([now, held]);
