import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { isAsSafe, serializeHistory } from "./memory.ts";
import { emptyHistory, type History } from "./model/history.ts";
import {
  highestRecommendation,
  lowestRecommendation,
  recordHigh,
  recordLow,
} from "./history/recommendations.ts";
import { runs } from "./testing/runs.ts";

const START = Date.parse("2026-01-01T00:00:00Z");
const hour = 3_600_000;

const saved = (history: History) => serializeHistory(history);

describe("isAsSafe", () => {
  /** The values for windows longer than the whole history or shorter than a moment. */
  const windows = [1, 14_999, 15_000, 60_000, 150_000, 300_000, hour];
  const recommendations = fc.array(
    fc.record({ wait: fc.constantFrom(0, 15_000, 15_000, 60_000), value: fc.nat(6) }),
    { minLength: 1, maxLength: 20 },
  );

  it("never returns true if a window could find a less conservative value at a later time", () => {
    const property = fc.property(recommendations, recommendations, (common, later) => {
      let now = START;
      const push = (history: History, { wait, value }: { wait: number; value: number }) => {
        now += wait;
        return recordHigh(recordLow(history, value, now, hour), value, now, hour);
      };
      const before = common.reduce(push, emptyHistory("uid"));
      const after = later.reduce(push, before);
      const finds = (history: History, at: number) =>
        windows.map(window => ({
          high: highestRecommendation(history, at - window) ?? 0,
          low: lowestRecommendation(history, at - window) ?? Infinity,
        }));
      const isBolder = [0, 1, 20_000, 400_000].some(pause => {
        const [mine, theirs] = [finds(before, now + pause), finds(after, now + pause)];
        return mine.some(({ high, low }, index) => {
          const actual = theirs[index]!;
          return high < actual.high || low > actual.low;
        });
      });
      if (isBolder) expect(isAsSafe(saved(before), saved(after))).toBe(false);
      expect(isAsSafe(saved(after), saved(after))).toBe(true);
    });
    fc.assert(property, runs(1_000));
  });

  const at = (second: number): string => new Date(START + second * 1000).toISOString();
  const queue = (...intervals: [value: number, second: number][]) =>
    intervals.map(([value, second]) => ({ value, since: at(second) }));
  const bare = { version: 1, targetUID: "uid" };
  const wait = (fields: object) => ({
    ...bare,
    thresholds: [{ name: "busy", condition: "rps > 50", replicas: 2, ...fields }],
  });

  const point = (second: number, ...gapSeconds: number[]) => ({
    ...bare,
    points: [{ metric: "queue", time: at(second), gapSeconds }],
  });
  const failing = (second: number, metric = "queue") => ({
    ...bare,
    failures: [{ metric, since: at(second) }],
  });

  // prettier-ignore
  it.each<{ shows: string; before: unknown; after: unknown; want: boolean }>([
    { shows: "no recommendations",                   before: bare,                                              after: bare,                                              want: true },
    { shows: "a lowest recommendation above the saved one", before: { ...bare, lowestRecommendations: queue([2, 0]) }, after: { ...bare, lowestRecommendations: queue([2, 0], [5, 9]) }, want: true },
    { shows: "a lowest recommendation below the saved one", before: { ...bare, lowestRecommendations: queue([2, 0]) }, after: { ...bare, lowestRecommendations: queue([1, 0]) }, want: false },
    { shows: "a new lowest recommendation",          before: bare,                                              after: { ...bare, lowestRecommendations: queue([2, 0]) }, want: false },
    { shows: "a lowest recommendation that has ended", before: { ...bare, lowestRecommendations: queue([2, 0]) }, after: bare,                                              want: true },
    { shows: "a lower recommendation that began earlier", before: { ...bare, recommendations: queue([3, 5]) },       after: { ...bare, recommendations: queue([3, 0], [2, 4]) }, want: true },
    { shows: "a higher recommendation that ended earlier", before: { ...bare, recommendations: queue([3, 5]) },       after: { ...bare, recommendations: queue([4, 0], [3, 4]) }, want: false },
    { shows: "a hold for failing pods that begins",  before: bare,                                              after: { ...bare, healthHold: { since: at(3) } },          want: false },
    { shows: "such a hold that continues",           before: { ...bare, healthHold: { since: at(3) } },         after: { ...bare, healthHold: { since: at(3) } },          want: true },
    { shows: "such a hold that has ended",           before: { ...bare, healthHold: { since: at(3) } },         after: { ...bare, healthHold: { since: at(3), until: at(5) } }, want: false },
    { shows: "the end of the rest after it",         before: { ...bare, healthHold: { since: at(3), until: at(5) } }, after: bare,                                         want: false },
    { shows: "another hold",                         before: { ...bare, healthHold: { since: at(3) } },         after: { ...bare, healthHold: { since: at(9) } },          want: false },
    { shows: "a rollout that has started",           before: bare,                                              after: { ...bare, rollout: { since: at(3) } },             want: true },
    { shows: "a rollout that continues",             before: { ...bare, rollout: { since: at(3) } },            after: { ...bare, rollout: { since: at(3) } },             want: true },
    { shows: "a rollout that has ended",             before: { ...bare, rollout: { since: at(3) } },            after: bare,                                              want: false },
    { shows: "a rollout that differs from the saved one", before: { ...bare, rollout: { since: at(3) } },            after: { ...bare, rollout: { since: at(9) } },             want: false },
    { shows: "a rollout that has become an announcement", before: { ...bare, rollout: { since: at(3), kind: "Rolling" } }, after: { ...bare, rollout: { since: at(3), kind: "Announced" } }, want: false },
    { shows: "an announcement that began earlier",   before: { ...bare, rollout: { since: at(9), kind: "Rolling" } }, after: { ...bare, rollout: { since: at(9), kind: "Rolling", announced: at(3) } }, want: true },
    { shows: "the first maximum of a schedule",      before: bare,                                              after: { ...bare, cap: { max: 5, since: at(3) } },         want: false },
    { shows: "a maximum that a window has raised",   before: { ...bare, cap: { max: 5, since: at(3) } },        after: { ...bare, cap: { max: 8, since: at(9) } },         want: false },
    { shows: "a maximum that a window has lowered",  before: { ...bare, cap: { max: 8, since: at(3) } },        after: { ...bare, cap: { max: 5, since: at(9), from: 7 } }, want: true },
    { shows: "a count on its way to a maximum",      before: { ...bare, cap: { max: 5, since: at(3), from: 9 } }, after: { ...bare, cap: { max: 5, since: at(3), from: 7 } }, want: true },
    { shows: "a maximum without its schedules",      before: { ...bare, cap: { max: 5, since: at(3) } },        after: bare,                                               want: true },
    { shows: "an announcement that is over",         before: { ...bare, rollout: { since: at(9), kind: "Rolling", announced: at(3) } }, after: { ...bare, rollout: { since: at(9), kind: "Rolling" } }, want: false },
    { shows: "a wait that has started",              before: bare,                                              after: wait({ since: at(0), last: at(9) }),                want: true },
    { shows: "a wait with a newer sample",           before: wait({ since: at(0), last: at(0) }),               after: wait({ since: at(0), last: at(9) }),                want: true },
    { shows: "a wait that was interrupted",          before: wait({ since: at(0), last: at(9) }),               after: wait({ last: at(9) }),                              want: false },
    { shows: "a wait that was restarted",            before: wait({ since: at(0), last: at(9) }),               after: wait({ since: at(5), last: at(9) }),                want: false },
    { shows: "a wait that started earlier",          before: wait({ since: at(5), last: at(9) }),               after: wait({ since: at(0), last: at(9) }),                want: true },
    { shows: "a wait of a removed threshold",        before: wait({ since: at(0), last: at(9) }),               after: bare,                                              want: true },
    { shows: "a wait for another condition",         before: wait({ since: at(0), last: at(9) }),               after: wait({ condition: "rps > 60" }),                    want: true },
    { shows: "a wait at another size",               before: wait({ since: at(0), last: at(9) }),               after: wait({ last: at(9), replicas: 3, notBefore: at(9) }), want: false },
    { shows: "samples that no longer count",         before: bare,                                              after: wait({ notBefore: at(9) }),                         want: false },
    { shows: "samples that are too far apart",       before: wait({ last: at(9), gapSeconds: [60] }),           after: wait({ last: at(9), gapSeconds: [60, 60] }),        want: false },
    { shows: "samples that are close again",         before: wait({ last: at(9), gapSeconds: [60, 60] }),       after: wait({ last: at(9) }),                              want: true },
    { shows: "a failure that has started",           before: bare,                                              after: failing(3),                                         want: true },
    { shows: "a failure that continues",             before: failing(3),                                        after: failing(3),                                         want: true },
    { shows: "a failure that has ended",             before: failing(3),                                        after: bare,                                              want: false },
    { shows: "a failure that has ended and started again", before: failing(3),                                  after: failing(9),                                         want: false },
    { shows: "a failure of another metric",          before: failing(3),                                        after: failing(3, "rps"),                                  want: false },
    { shows: "a point of a metric that is new",      before: bare,                                              after: point(3),                                           want: true },
    { shows: "the first distance between points",    before: point(3),                                          after: point(300, 300),                                    want: false },
    { shows: "the second distance",                  before: point(300, 300),                                   after: point(600, 300, 300),                               want: false },
    { shows: "further points at the same distance",  before: point(600, 300, 300),                              after: point(900, 300, 300),                               want: true },
    { shows: "a shorter distance",                   before: point(600, 300, 300),                              after: point(720, 300, 120),                               want: false },
    { shows: "a longer distance",                    before: point(600, 300, 300),                              after: point(1800, 600, 600),                              want: true },
    { shows: "distances that matter no longer",      before: point(600, 300, 300),                              after: bare,                                               want: false },
    { shows: "a point that matters no longer, after which the next one seems late", before: point(3),           after: bare,                                               want: false },
    { shows: "an idle time that has started",        before: bare,                                              after: { ...bare, idleSince: at(3) },                      want: true },
    { shows: "an idle time that has ended",          before: { ...bare, idleSince: at(3) },                     after: bare,                                              want: false },
    { shows: "an idle time that has started again",  before: { ...bare, idleSince: at(3) },                     after: { ...bare, idleSince: at(9) },                      want: false },
    { shows: "an idle time that has stopped",        before: { ...bare, idleSince: at(3) },                     after: { ...bare, idleForSeconds: 9 },                     want: false },
    { shows: "an idle time that has stopped later",  before: { ...bare, idleForSeconds: 5 },                    after: { ...bare, idleForSeconds: 9 },                     want: true },
    { shows: "an idle time that has stopped earlier", before: { ...bare, idleForSeconds: 9 },                   after: { ...bare, idleForSeconds: 5 },                     want: false },
    { shows: "an idle time that goes on",            before: { ...bare, idleForSeconds: 5 },                    after: { ...bare, idleSince: at(3) },                      want: false },
    { shows: "a zero of its own that is over",       before: { ...bare, scaledToZero: true },                   after: { ...bare, scaledToZero: false },                   want: false },
    { shows: "a zero of its own",                    before: { ...bare, scaledToZero: false },                  after: { ...bare, scaledToZero: true },                    want: true },
    { shows: "the history of another target",        before: bare,                                              after: { ...bare, targetUID: "other" },                    want: false },
    { shows: "an unreadable history",                before: { ...bare, recommendations: "many" },              after: bare,                                              want: false },
    { shows: "a missing history",                    before: undefined,                                         after: bare,                                              want: false },
  ])("returns $want for $shows", ({ before, after, want }) => {
    expect(isAsSafe(before, after)).toBe(want);
  });
});
