import { describe, expect, it } from "vitest";

import { emptyHistory } from "../model/history.ts";
import { pauseScaleDown } from "./pause.ts";

const NOW = Date.parse("2026-01-01T12:00:00Z");
const pauseOf = (seconds: number, reason = "INC-7") => ({ until: NOW + seconds * 1000, reason });

// prettier-ignore
const rows = [
  { when: "the votes ask for less",              pause: pauseOf(60),     desired: 2, after: 5, reason: "ScaleDownPaused", message: "scale-down is paused until 2026-01-01T12:01:00Z: INC-7" },
  { when: "there is no reason",                  pause: pauseOf(60, ""), desired: 2, after: 5, reason: "ScaleDownPaused", message: "scale-down is paused until 2026-01-01T12:01:00Z" },
  { when: "the votes ask for none",              pause: pauseOf(60),     desired: 0, after: 5, reason: "ScaleDownPaused", message: "scale-down is paused until 2026-01-01T12:01:00Z: INC-7" },
  { when: "the votes ask for more",              pause: pauseOf(60),     desired: 9, after: 9, reason: "PauseUnaffected", message: "nothing is taken away; scale-down is paused until 2026-01-01T12:01:00Z: INC-7" },
  { when: "the votes ask for the current count", pause: pauseOf(60),     desired: 5, after: 5, reason: "PauseUnaffected", message: "nothing is taken away; scale-down is paused until 2026-01-01T12:01:00Z: INC-7" },
];

describe("pauseScaleDown", () => {
  it.each(rows)("turns $desired into $after, from 5, when $when", row => {
    const { pause: scaleDownPause, desired, after, reason, message } = row;
    const progress = { count: desired, history: emptyHistory("uid") };
    const result = pauseScaleDown.run(progress, { now: NOW, currentReplicas: 5, scaleDownPause });
    const ends = after === desired ? {} : { until: NOW + 60_000 };
    const step = { step: "pause", before: desired, after, atLeast: 5, ...ends, reason, message };
    expect(result).toEqual({ step });
  });

  it.each([
    { scaleDownPause: null },
    {},
    { scaleDownPause: pauseOf(0) },
    { scaleDownPause: pauseOf(-1) },
  ])("does not run with %j", context => {
    const progress = { count: 2, history: emptyHistory("uid") };
    expect(pauseScaleDown.run(progress, { now: NOW, currentReplicas: 5, ...context })).toBeNull();
  });
});
