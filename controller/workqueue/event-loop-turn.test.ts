import { setImmediate as turn } from "node:timers/promises";

import { expect, it } from "vitest";

import { PacedStarts } from "./event-loop-turn.ts";

/** Each task takes a few milliseconds by this clock. */
function starts(taskMs: number) {
  let now = 0;
  const started: number[] = [];
  const paced = new PacedStarts({ now: () => now, monotonic: () => now });
  const add = (...names: readonly number[]): void => {
    for (const name of names) {
      paced.add(() => {
        started.push(name);
        now += taskMs;
      });
    }
  };
  return { add, started };
}

it.each<{ shows: string; taskMs: number; turns: readonly number[] }>([
  { shows: "start at once if they are short", taskMs: 1, turns: [6, 6, 6] },
  { shows: "stop after 10 ms and continue in the next turn", taskMs: 4, turns: [3, 6, 6] },
  { shows: "start one in each turn if each takes longer", taskMs: 50, turns: [1, 2, 3] },
])("six tasks $shows", async ({ taskMs, turns }) => {
  const { add, started } = starts(taskMs);
  add(1, 2, 3, 4, 5, 6);
  for (const count of turns) {
    expect(started).toHaveLength(count);
    await turn();
  }
  expect(started).toEqual([1, 2, 3, 4, 5, 6].slice(0, started.length));
});

it("a task that arrives while others wait is the last one to start", async () => {
  const { add, started } = starts(20);
  add(1, 2);
  await turn();
  add(3);
  await turn();
  await turn();
  expect(started).toEqual([1, 2, 3]);
});
