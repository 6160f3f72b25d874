import { describe, expect, it } from "vitest";

import { beginHistory } from "../history/begin-history.ts";
import { emptyHistory, type History, type Interval } from "../model/history.ts";
import type { StabilizationRule } from "../history/recommendation-range.ts";
import { stabilize as stage } from "./stabilize.ts";

const NOW = 100_000;

interface Input {
  readonly windowed?: number | null;
  readonly fired?: number | null;
  readonly recommended: number;
  readonly currentReplicas: number;
  readonly now: number;
  readonly rule: StabilizationRule;
  readonly history: History;
}

/** The stage, and what the pipeline makes of its result. */
function stabilize({ recommended, history: before, ...context }: Input) {
  const result = stage.run({ count: recommended, history: before }, context);
  if (result === null) throw new Error("this stage always runs");
  const { step, history = before, due = step.until ?? null } = result;
  return { step, history, due };
}

const run = (row: {
  readonly recommended: number;
  readonly current: number;
  readonly past: readonly Interval[];
  readonly window?: number;
}): ReturnType<typeof stabilize> =>
  stabilize({
    recommended: row.recommended,
    currentReplicas: row.current,
    now: NOW,
    rule: { kind: "PerDirection", scaleUpSeconds: 0, scaleDownSeconds: row.window ?? 30 },
    history: beginHistory(
      { ...emptyHistory("uid"), recommendations: row.past },
      "Intervals",
      row.current,
      NOW,
    ),
  });

describe("stabilize", () => {
  const seconds = (value: number, ago: number): Interval => ({ value, since: NOW - ago * 1000 });

  // prettier-ignore
  it.each<{ shows: string; recommended: number; current: number; past: Interval[]; window?: number; after: number; due: number | null }>([
    { shows: "scales up at once",                    recommended: 9, current: 5, past: [seconds(5, 60)],                after: 9, due: null },
    { shows: "keeps an equal count",                 recommended: 5, current: 5, past: [seconds(5, 60)],                after: 5, due: null },
    { shows: "waits a window before scaling down",   recommended: 3, current: 5, past: [seconds(5, 60)],                after: 5, due: NOW + 30_000 },
    { shows: "scales down once the window has passed", recommended: 3, current: 5, past: [seconds(5, 60), seconds(3, 30)], after: 3, due: null },
    { shows: "does not scale down a second earlier", recommended: 3, current: 5, past: [seconds(5, 60), seconds(3, 29)], after: 5, due: NOW + 1_000 },
    { shows: "scales down to the highest of the window", recommended: 2, current: 9, past: [seconds(4, 20), seconds(2, 10)], after: 4, due: NOW + 20_000 },
    { shows: "never scales up because of the past",  recommended: 2, current: 3, past: [seconds(8, 20), seconds(2, 10)], after: 3, due: NOW + 20_000 },
    { shows: "starts an empty history at the present", recommended: 3, current: 5, past: [],                              after: 5, due: NOW + 30_000 },
    { shows: "does not wait before scaling up",      recommended: 9, current: 5, past: [],                              after: 9, due: null },
    { shows: "does not wait with a window of 0",     recommended: 3, current: 5, past: [seconds(9, 1)], window: 0,      after: 3, due: null },
    { shows: "does not wait with an empty history either", recommended: 0, current: 5, past: [],              window: 0,      after: 0, due: null },
  ])("$shows", ({ recommended, current, past, window, after, due }) => {
    const stabilized = run({ recommended, current, past, ...(window !== undefined && { window }) });
    expect(stabilized.step).toMatchObject({
      step: "stabilize",
      before: recommended,
      after,
      reason: after === recommended ? "ReadyForNewScale" : "ScaleDownStabilized",
    });
    expect(stabilized.due).toBe(due);
  });

  it("does not change what a threshold asks for", () => {
    const past = { ...emptyHistory("uid"), recommendations: [seconds(9, 10)] };
    const rule = { kind: "PerDirection", scaleUpSeconds: 0, scaleDownSeconds: 30 } as const;
    const stabilized = stabilize({
      ...{ recommended: 3, currentReplicas: 5, windowed: null, now: NOW, rule, history: past },
    });
    expect(stabilized.step).toMatchObject({ after: 3, reason: "ReadyForNewScale" });
  });

  it("records the recommendation and not the result", () => {
    const { history } = run({ recommended: 3, current: 5, past: [] });
    expect(history.recommendations).toEqual([seconds(5, 0), seconds(3, 0)]);
  });
});

interface Tabled {
  readonly shows: string;
  readonly samples: readonly (readonly [value: number, minutesAgo: number])[];
  readonly current: number;
  readonly recommended: number;
  readonly up?: number;
  readonly down?: number;
  readonly after: number;
  /** The list afterwards; absent: not defined in upstream's table. */
  readonly values?: readonly number[];
}

/** Decides with upstream's lists; windows in seconds. */
function runLists(row: Tabled, kind: "PerDirection" | "Legacy") {
  const { recommended, current: currentReplicas, up: scaleUpSeconds = 0 } = row;
  const recommendations = row.samples.map(([value, ago]) => ({ value, time: NOW - ago * 60_000 }));
  const rule = { kind, scaleUpSeconds, scaleDownSeconds: row.down ?? 0 };
  const lists = { recommendations, scaleUps: [], scaleDowns: [] };
  const history = { ...emptyHistory("uid"), recommendations: [{ value: 0, since: 0 }], lists };
  return stabilize({ recommended, currentReplicas, now: NOW, rule, history });
}

const values = ({ history }: ReturnType<typeof stabilize>): number[] | undefined =>
  history.lists?.recommendations.map(({ value }) => value);

describe("stabilize, as in upstream's table with behavior", () => {
  // prettier-ignore
  it.each<Tabled>([
    { shows: "an empty list",                    samples: [],                                 current: 100, recommended: 5,   after: 5,   values: [5] },
    { shows: "scaling down waits",               samples: [[4, 2], [5, 1]],                   current: 100, recommended: 3,   after: 5,   values: [4, 5, 3], down: 180 },
    { shows: "scaling up waits",                 samples: [[4, 2], [5, 1]],                   current: 1,   recommended: 7,   after: 4,   values: [4, 5, 7], up: 300 },
    { shows: "scaling down without a window",    samples: [[1, 2], [2, 1]],                   current: 100, recommended: 3,   after: 3,   values: [1, 2, 3], up: 300 },
    { shows: "scaling up without a window",      samples: [[4, 2], [5, 1]],                   current: 1,   recommended: 3,   after: 3,   values: [4, 5, 3], down: 300 },
    { shows: "the last expired sample is replaced", samples: [[10, 10], [9, 9]],                 current: 100, recommended: 3,   after: 3,   values: [10, 3] },
    { shows: "also when scaling up",             samples: [[10, 10], [9, 9]],                 current: 1,   recommended: 100, after: 100, values: [10, 100] },
    { shows: "the last expired sample in the list", samples: [[10, 10], [4, 1], [5, 2], [9, 9]], current: 100, recommended: 3,   after: 5,   values: [10, 4, 5, 3], down: 180 },
    { shows: "a sample that has expired for both windows", samples: [[10, 100], [6, 1], [5, 2], [9, 3]], current: 1,  recommended: 100, after: 5,   values: [100, 6, 5, 9], up: 300 },
    { shows: "no scaling up on the way down",    samples: [[2, 100], [3, 3]],                 current: 2,   recommended: 1,   after: 2,   up: 300, down: 300 },
    { shows: "no scaling down on the way up",    samples: [[2, 100], [1, 3]],                 current: 2,   recommended: 3,   after: 2,   up: 300, down: 300 },
    { shows: "a sample as old as its window",    samples: [[9, 5]],                           current: 9,   recommended: 3,   after: 3,   values: [9, 3], down: 300 },
  ])("$shows", row => {
    const stabilized = runLists(row, "PerDirection");
    const { after, recommended, current } = row;
    const held = recommended >= current ? "ScaleUpStabilized" : "ScaleDownStabilized";
    const reason = after === recommended ? "ReadyForNewScale" : held;
    expect(stabilized.step).toMatchObject({ after, reason });
    if (row.values) expect(values(stabilized)).toEqual(row.values);
  });
});

describe("stabilize, as in upstream's table without behavior", () => {
  // prettier-ignore
  it.each<Tabled>([
    { shows: "an empty list",                 samples: [],                                 current: 9, recommended: 5, after: 5, values: [5] },
    { shows: "the highest",                   samples: [[4, 2], [5, 1]],                   current: 9, recommended: 3, after: 5, values: [4, 5, 3] },
    { shows: "nothing higher",                samples: [[1, 2], [2, 1]],                   current: 9, recommended: 3, after: 3, values: [1, 2, 3] },
    { shows: "expired samples",               samples: [[10, 10], [9, 9]],                 current: 9, recommended: 3, after: 3, values: [10, 3] },
    { shows: "expired and recent samples",    samples: [[10, 10], [4, 1], [5, 2], [9, 9]], current: 9, recommended: 3, after: 5, values: [10, 4, 5, 3] },
    { shows: "a sample as old as the window", samples: [[9, 5]],                           current: 9, recommended: 3, after: 9, values: [9, 3] },
    { shows: "a past value above the current count", samples: [[9, 1]],                           current: 2, recommended: 1, after: 9, values: [9, 1] },
  ])("$shows", row => {
    const stabilized = runLists({ ...row, down: 300 }, "Legacy");
    const reason = row.after === row.recommended ? "ReadyForNewScale" : "ScaleDownStabilized";
    expect(stabilized.step).toMatchObject({ after: row.after, reason });
    expect(values(stabilized)).toEqual(row.values);
  });
});

describe("a window for scaling up, by intervals", () => {
  const rule = { kind: "PerDirection", scaleUpSeconds: 30, scaleDownSeconds: 0 } as const;
  const at = (seconds: number, recommended: number, current: number, history: History) => {
    const now = NOW + seconds * 1000;
    const begun = beginHistory(history, "Intervals", current, now);
    return stabilize({ recommended, currentReplicas: current, now, rule, history: begun });
  };

  it("holds the lowest value for a full window after it ended", () => {
    const first = at(0, 9, 5, emptyHistory("uid"));
    expect(first.step).toMatchObject({ after: 5, reason: "ScaleUpStabilized" });
    const second = at(29, 9, 5, first.history);
    expect(second.step.after).toBe(5);
    expect(at(30, 9, 5, second.history).step.after).toBe(9);
  });

  it("starts, once it is configured, with the current recommendation", () => {
    const none = { ...rule, scaleUpSeconds: 0 };
    const begun = beginHistory(emptyHistory("uid"), "Intervals", 5, NOW);
    const before = { recommended: 4, currentReplicas: 5, now: NOW, history: begun };
    const { history } = stabilize({ ...before, rule: none });
    expect(history.lowestRecommendations).toEqual([]);
    expect(at(15, 9, 5, history).step.after).toBe(5);
    expect(at(15, 9, 3, history).step.after).toBe(4);
  });
});

describe("a recommendation between two decisions", () => {
  const rule = { kind: "PerDirection", scaleUpSeconds: 0, scaleDownSeconds: 60 } as const;

  /** The recommendation is 9 at 0 s, and 3 from 15 s on. */
  function fallsAt(form: "Intervals" | "UpstreamLists"): number {
    let history = beginHistory(emptyHistory("uid"), form, 9, NOW);
    for (let seconds = 0; ; seconds += 15) {
      const now = NOW + seconds * 1000;
      const recommended = seconds === 0 ? 9 : 3;
      const stabilized = stabilize({ recommended, currentReplicas: 9, now, rule, history });
      ({ history } = stabilized);
      if (stabilized.step.after === 3) return seconds;
    }
  }

  it("is held until the same time with upstream's lists, which may change at every sync", () => {
    const hold = (form: "Intervals" | "UpstreamLists") => {
      const past = { ...emptyHistory("uid"), recommendations: [{ value: 9, since: NOW - 10_000 }] };
      const history = beginHistory(past, form, 9, NOW);
      const { step, due } = stabilize({
        recommended: 3,
        currentReplicas: 9,
        now: NOW,
        rule,
        history,
      });
      return { until: step.until, due };
    };
    expect(hold("Intervals")).toEqual({ until: NOW + 60_000, due: NOW + 60_000 });
    expect(hold("UpstreamLists")).toEqual({ until: NOW + 60_000, due: null });
  });

  it.each([
    { form: "Intervals", at: 75, why: "9 held until 15 s" },
    { form: "UpstreamLists", at: 60, why: "9 was sampled at 0 s" },
  ] as const)("expires for $form at $at s: $why", ({ form, at }) => {
    expect(fallsAt(form)).toBe(at);
  });
});
