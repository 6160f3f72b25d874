import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";

import { beforeAll, describe, expect, it } from "vitest";

import { decideAutoscalerCase } from "../../cli/evaluate/autoscaler-case.ts";
import { stories } from "./stories.ts";
import { PERIOD_SECONDS, play, type Story, type Told } from "./story.ts";

interface Recorded {
  readonly name: string;
  readonly autoscaler?: { readonly spec: object };
  readonly steps: readonly object[];
}

const vectors = new URL("../conformance/hpa-1.36.jsonl.gz", import.meta.url);
/** Every twelfth of upstream's recorded cases with one object. */
const recorded = gunzipSync(readFileSync(vectors))
  .toString()
  .trimEnd()
  .split("\n")
  .filter((_, index) => index % 12 === 0)
  .map(line => JSON.parse(line) as Recorded)
  .filter(({ autoscaler }) => autoscaler !== undefined);

/** Decisions with these fields in the spec, as the recorded kind and as an Autoscaler. */
const decidedWith = (fields: object) =>
  recorded.flatMap(one =>
    ["HorizontalPodAutoscaler", "Autoscaler"].map(kind => {
      const spec = { ...one.autoscaler?.spec, ...fields };
      const outcome = decideAutoscalerCase({ ...one, autoscaler: { kind, spec } });
      if (!outcome.ok) throw new Error(outcome.error);
      return outcome.value.steps;
    }),
  );

describe("a disabled feature", () => {
  let without: ReturnType<typeof decidedWith>;
  beforeAll(() => {
    without = decidedWith({});
  });

  it.each([
    { shows: "no cooldown", fields: { cooldown: null } },
    { shows: "a rollout that allows everything", fields: { rollout: { scaleDown: "Allow" } } },
    { shows: "no rollout", fields: { rollout: null } },
    { shows: "mode Active", fields: { mode: "Active" } },
    { shows: "no thresholds", fields: { thresholds: [] } },
    { shows: "no health gate", fields: { healthGate: null } },
    { shows: "all pods of the selector", fields: { selectionStrategy: "LabelSelector" } },
    { shows: "no schedules", fields: { schedules: [] } },
    { shows: "no selectors", fields: { targetSelector: null, monitorSelectors: [] } },
  ])("does not affect upstream's recorded syncs and traces: $shows", ({ fields }) => {
    expect(recorded.length).toBeGreaterThan(3);
    expect(decidedWith(fields)).toEqual(without);
  });
});

/** A story without some fields of its spec. */
const lacking =
  (...fields: readonly string[]) =>
  (story: Story): Story => {
    const spec = Object.entries(story.spec).filter(([field]) => !fields.includes(field));
    return { ...story, spec: Object.fromEntries(spec) as unknown as Story["spec"] };
  };

const withoutTheMode = (story: Story): Story => {
  const events = story.events.filter(({ told }) => !told?.startsWith("mode"));
  return { ...story, events };
};

const withoutZeroOfItsOwn = (story: Story): Story => ({
  ...story,
  settings: { ...story.settings, scaleToZero: false },
});

/** The times at which a story's counts differ from those without the feature. */
function differing(story: Story, off: (story: Story) => Story): string[] {
  const others = play(off(story));
  const times = play(story).flatMap((sync, index) =>
    countsOf(sync) === countsOf(others[index]) ? [] : [sync.seconds],
  );
  return ranges(times);
}

/** The count after a sync: a dry run writes nothing. */
function countsOf(sync: Told | undefined): string {
  if (!sync) return "";
  const { from, to } = sync.decision;
  return [...sync.sizes, sync.mode === "DryRun" ? from : to].join();
}

/** "60-105": all syncs from the first to the last of these seconds. */
function ranges(times: readonly number[]): string[] {
  const starts = times.filter(time => !times.includes(time - PERIOD_SECONDS));
  const ends = times.filter(time => !times.includes(time + PERIOD_SECONDS));
  return starts.map((start, index) => `${start}-${ends[index] ?? ""}`);
}

describe("an enabled feature", () => {
  it.each([
    {
      story: "behavior",
      shows: "slower up from the rise on, and earlier down",
      off: lacking("behavior"),
      differs: ["120-405", "600-765"],
    },
    {
      story: "cooldown",
      shows: "later up again with what was removed",
      off: lacking("cooldown"),
      differs: ["300-405"],
    },
    {
      story: "schedules",
      shows: "a minimum and more than the maximum in the window, and the descent after it",
      off: lacking("schedules"),
      differs: ["120-645"],
    },
    {
      story: "rollout",
      shows: "later down, during the rollouts",
      off: lacking("rollout"),
      differs: ["90-285", "450-495", "570-645"],
    },
    {
      story: "thresholds-beside-a-metric",
      shows: "earlier up one by one, and at the end of the window first down by one",
      off: lacking("thresholds"),
      differs: ["90-165", "480-480"],
    },
    {
      story: "thresholds",
      shows: "up and down one by one, without the feature no change",
      off: lacking("thresholds"),
      differs: ["90-645", "705-720"],
    },
    {
      story: "intention",
      shows: "toward 60%, without the feature toward the default of 80%",
      off: lacking("thresholds"),
      differs: ["60-105", "135-390"],
    },
    {
      story: "blue-green-unannounced",
      shows: "green is scaled as soon as it is larger",
      off: lacking("targetSelector"),
      differs: ["270-660"],
    },
    {
      story: "blue-green",
      shows: "green is scaled once the tool has removed blue",
      off: lacking("targetSelector"),
      differs: ["270-660"],
    },
    {
      story: "rolling-controllers",
      shows: "the target compensates for the others",
      off: lacking("monitorSelectors"),
      differs: ["75-315"],
    },
    {
      story: "people",
      shows: "at 0 while there is no load; a user's 0 stays in either case",
      off: withoutZeroOfItsOwn,
      differs: ["90-165"],
    },
    {
      story: "dry-run",
      shows: "nothing is written, and Active then waits for a window",
      off: withoutTheMode,
      differs: ["90-165", "300-435"],
    },
  ])("changes the size only at these seconds: $story, $shows", row => {
    expect(differing(stories[row.story]!, row.off)).toEqual(row.differs);
  });
});
