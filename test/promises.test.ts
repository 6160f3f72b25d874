import { describe, expect, it } from "vitest";

import { PUNCTUAL_MS } from "../engine/history/scale-record.ts";
import { behaviorOf } from "./faults/fleet.ts";
import { roomsOf } from "./faults/promises.ts";
import type { ScaleWrite } from "./faults/scale-log.ts";

const behavior = behaviorOf({
  scaleUp: { policies: [{ type: "Pods", value: 2, periodSeconds: 5 }] },
});

const write = (
  from: number,
  to: number,
  ...[decided, written, received = written]: [decided: number, written: number, received?: number]
): ScaleWrite => ({ ...{ name: "web", from, to, decided, received, written } });

/** The smallest remaining room under the policies, by either clock. */
const roomsIn = (writes: readonly ScaleWrite[]) => ({
  decided: Math.min(...roomsOf({ behavior }, writes, { at: w => w.decided, slack: 0 })),
  written: Math.min(
    ...roomsOf({ behavior }, writes, {
      at: w => w.written,
      earliest: w => w.received,
      begun: w => w.decided,
      slack: PUNCTUAL_MS,
    }),
  ),
});

describe("the room under the policies, by the decisions and by the API server, after", () => {
  it.each([
    {
      when: "a late change that counts from its decision: only the API server's clock shows it",
      writes: [write(1, 3, 0, 4_000), write(3, 5, 5_000, 5_010)],
      rooms: { decided: 0, written: -2 },
    },
    {
      when: "a late change that counts from its arrival",
      writes: [write(1, 3, 0, 4_000), write(3, 5, 9_000, 9_010)],
      rooms: { decided: 0, written: 0 },
    },
    {
      when: "a punctual change that counts from its decision",
      writes: [write(1, 3, 0, PUNCTUAL_MS), write(3, 5, 5_000, 5_010)],
      rooms: { decided: 0, written: 0 },
    },
    {
      when: "a late change after one in the other direction, which leaves the window meanwhile",
      writes: [write(2, 1, 0, 50), write(1, 2, 3_000, 3_050), write(2, 4, 4_900, 6_900)],
      rooms: { decided: 0, written: 0 },
    },
    {
      when: "a punctual change with a slow response: it happened after the request's arrival",
      writes: [write(1, 3, 0, PUNCTUAL_MS + 200, 900), write(3, 5, 5_000, 5_010)],
      rooms: { decided: 0, written: 0 },
    },
  ])("$when", ({ writes, rooms }) => {
    expect(roomsIn(writes)).toEqual(rooms);
  });
});
