import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { emptyHistory, type History } from "./model/history.ts";
import { parseHistory, serializeHistory } from "./memory.ts";
import { ZERO_TIME } from "./model/values/time.ts";
import { freshTimer } from "./model/threshold-timer.ts";
import { runs } from "./testing/runs.ts";

const NOW = Date.parse("2026-01-01T01:00:00Z");

const full: History = {
  version: 1,
  targetUID: "uid",
  recommendations: [
    { value: 5, since: NOW - 20_000 },
    { value: 3, since: NOW - 1 },
  ],
  lowestRecommendations: [{ value: 2, since: NOW - 9_000 }],
  scaleEvents: [
    { time: NOW - 90_000, change: 3, span: { since: NOW - 95_000, up: 4, down: -1 } },
    { time: NOW - 60_000, change: -2, cause: "Bounds" },
  ],
  pending: {
    ...{ from: 5, to: 0, time: NOW, targetUID: "uid", scaledToZero: true },
    ...{ cause: "Bounds", answered: 7 },
  },
  scaledToZero: false,
  added: { to: 9, time: NOW - 70_000 },
  healthHold: { since: NOW - 45_000, until: NOW - 15_000 },
  cap: { max: 5, since: NOW - 60_000, from: 9 },
  rollout: { since: NOW - 30_000, kind: "Rolling", announced: NOW - 90_000 },
  thresholds: [
    {
      name: "busy",
      condition: "rps > 50",
      addsReplicas: true,
      since: NOW - 20_000,
      last: NOW,
      replicas: 4,
      notBefore: null,
      gapSeconds: [],
    },
    {
      name: "idle",
      condition: "rps < 25",
      addsReplicas: false,
      since: null,
      last: null,
      replicas: null,
      notBefore: NOW - 60_000,
      gapSeconds: [60, 75],
    },
  ],
  idle: { since: NOW - 40_000 },
  failures: [{ metric: 'External {"metric":{"name":"queue"}}', since: NOW - 50_000 }],
  points: [
    { metric: "queue", time: NOW - 120_000, gapSeconds: [300, 360] },
    { metric: "orders", time: NOW - 130_000, gapSeconds: [] },
  ],
  lists: null,
  terms: null,
};

const saved = serializeHistory(full);

describe("serializeHistory", () => {
  it("writes times as RFC 3339 with milliseconds", () => {
    expect(saved).toEqual({
      version: 1,
      targetUID: "uid",
      recommendations: [
        { value: 5, since: "2026-01-01T00:59:40.000Z" },
        { value: 3, since: "2026-01-01T00:59:59.999Z" },
      ],
      lowestRecommendations: [{ value: 2, since: "2026-01-01T00:59:51.000Z" }],
      scaleEvents: [
        {
          time: "2026-01-01T00:58:30.000Z",
          change: 3,
          span: { since: "2026-01-01T00:58:25.000Z", up: 4, down: -1 },
        },
        { time: "2026-01-01T00:59:00.000Z", change: -2, cause: "Bounds" },
      ],
      pending: {
        ...{ from: 5, to: 0, time: "2026-01-01T01:00:00.000Z", targetUID: "uid" },
        ...{ scaledToZero: true, cause: "Bounds", answered: 7 },
      },
      scaledToZero: false,
      added: { to: 9, time: "2026-01-01T00:58:50.000Z" },
      cap: { max: 5, since: "2026-01-01T00:59:00.000Z", from: 9 },
      rollout: {
        ...{ since: "2026-01-01T00:59:30.000Z", kind: "Rolling" },
        announced: "2026-01-01T00:58:30.000Z",
      },
      healthHold: { since: "2026-01-01T00:59:15.000Z", until: "2026-01-01T00:59:45.000Z" },
      thresholds: [
        {
          ...{ name: "busy", condition: "rps > 50", addsReplicas: true },
          ...{ since: "2026-01-01T00:59:40.000Z", last: "2026-01-01T01:00:00.000Z", replicas: 4 },
        },
        {
          ...{ name: "idle", condition: "rps < 25" },
          ...{ notBefore: "2026-01-01T00:59:00.000Z", gapSeconds: [60, 75] },
        },
      ],
      idleSince: "2026-01-01T00:59:20.000Z",
      failures: [
        { metric: 'External {"metric":{"name":"queue"}}', since: "2026-01-01T00:59:10.000Z" },
      ],
      points: [
        { metric: "queue", time: "2026-01-01T00:58:00.000Z", gapSeconds: [300, 360] },
        { metric: "orders", time: "2026-01-01T00:57:50.000Z" },
      ],
    });
  });

  it("keeps the slots of upstream's events, which change only with a rescale", () => {
    const event = { time: NOW, change: 2 };
    const lists = {
      recommendations: [{ value: 5, time: NOW }],
      scaleUps: [{ ...event, isOutdated: true }],
      scaleDowns: [],
    };
    const stored = serializeHistory({ ...full, lists });
    const time = "2026-01-01T01:00:00.000Z";
    const slots = { scaleUps: [{ time, change: 2, outdated: true }], scaleDowns: [] };
    expect(stored).toEqual({ ...saved, slots });

    // A recommendation interval is a sample at its end.
    const parsed = parseHistory(stored, NOW + 5_000);
    const recommendations = [
      { value: 5, time: NOW - 1 },
      { value: 3, time: NOW + 5_000 },
      { value: 2, time: NOW + 5_000 },
    ];
    expect(parsed.ok && parsed.value.lists).toEqual({ ...lists, recommendations });
  });

  it("drops slots in favour of events if there are too many", () => {
    const slot = { time: NOW, change: 1, isOutdated: false };
    const scaleUps = Array.from({ length: 129 }, () => slot);
    const lists = { recommendations: [], scaleUps, scaleDowns: [] };
    expect(serializeHistory({ ...full, lists })).toEqual(saved);
  });

  it("omits empty fields", () => {
    expect(serializeHistory(emptyHistory("uid"))).toEqual({ version: 1, targetUID: "uid" });
  });
});

describe("parseHistory", () => {
  const since = "2026-01-01T00:00:00Z";
  const times = (count: number, item: object): object[] => Array<object>(count).fill(item);

  it.each([
    { shows: "a full history", history: full },
    { shows: "an empty history", history: emptyHistory("uid") },
  ])("reads back $shows", ({ history }) => {
    const stored: unknown = JSON.parse(JSON.stringify(serializeHistory(history)));
    expect(parseHistory(stored, NOW)).toEqual({ ok: true, value: history });
  });

  it("reads a time in the future as the current time", () => {
    const behind = NOW - 30_000;
    const parsed = parseHistory(saved, behind);
    expect(parsed.ok && parsed.value).toMatchObject({
      recommendations: [{ since: behind }, { since: behind }],
      scaleEvents: [{ time: NOW - 90_000 }, { time: NOW - 60_000 }],
      pending: { time: behind },
    });
  });

  it("reads an event in the future so that no limit is loosened", () => {
    const events = [{ time: "2026-01-01T02:00:00Z", change: -2 }];
    const parsed = parseHistory({ ...saved, scaleEvents: events }, NOW);
    const span = { since: ZERO_TIME, up: 0, down: -2 };
    expect(parsed.ok && parsed.value.scaleEvents).toEqual([{ time: NOW, change: -2, span }]);
  });

  it("reads a rollout of an earlier version, which stored no kind", () => {
    const parsed = parseHistory({ ...saved, rollout: { since: "2026-01-01T00:00:00Z" } }, NOW);
    const since = Date.parse("2026-01-01T00:00:00Z");
    expect(parsed.ok && parsed.value.rollout).toEqual({ since });
  });

  it("reads a day that the month does not have as one of the next month", () => {
    const parsed = parseHistory({ ...saved, rollout: { since: "2025-02-30T00:00:00Z" } }, NOW);
    expect(parsed.ok && parsed.value.rollout).toEqual({
      since: Date.parse("2025-03-02T00:00:00Z"),
    });
  });

  it("reads the history of an earlier release, without the fields that no longer exist", () => {
    const parsed = parseHistory({ ...saved, zeroReadings: { cpu: 1 } }, NOW);
    expect(parsed).toEqual({ ok: true, value: full });
  });

  it("drops the level that an earlier version saved, and the run at a size that it did not save", () => {
    const timer = { name: "busy", condition: "rps > 50", since, last: since, level: 3 };
    const parsed = parseHistory({ ...saved, thresholds: [timer] }, NOW);
    const read = { ...freshTimer("busy", "rps > 50"), last: Date.parse(since) };
    expect(parsed.ok && parsed.value.thresholds).toEqual([read]);
  });

  it("reads null as absent, as JSON tools write it", () => {
    const lists = { recommendations: null, lowestRecommendations: null, scaleEvents: null };
    const nulls = { ...saved, ...lists, thresholds: null, pending: null, rollout: null };
    const rest = {
      ...{ scaledToZero: null, rollout: null, healthHold: null, cap: null },
      ...{ idleSince: null, failures: null, added: null, points: null },
    };
    expect(parseHistory({ ...nulls, ...rest }, NOW)).toEqual({
      ok: true,
      value: emptyHistory("uid"),
    });
  });

  it.each<{ shows: string; raw: unknown; names: string }>([
    { shows: "nothing", raw: undefined, names: "history: is required" },
    { shows: "a text", raw: "history", names: "history: must be an object" },
    { shows: "a list", raw: [], names: "history: must be an object" },
    { shows: "another version", raw: { ...saved, version: 2 }, names: "history.version: 2 is not supported" },
    { shows: "no uid", raw: { version: 1 }, names: "history.targetUID: is required" },
    { shows: "an overlong uid", raw: { ...saved, targetUID: "x".repeat(129) }, names: "history.targetUID: has 129 characters" },
    { shows: "recommendations in an object", raw: { ...saved, recommendations: {} }, names: "recommendations: must be a list" },
    { shows: "a null among them", raw: { ...saved, recommendations: [null] }, names: "recommendations[0]: must be an object" },
    { shows: "a fraction", raw: { ...saved, recommendations: [{ value: 1.5, since }] }, names: "recommendations[0].value: must be a whole number" },
    { shows: "a negative value", raw: { ...saved, recommendations: [{ value: -1, since }] }, names: "recommendations[0].value: must be at least 0" },
    { shows: "more than int32", raw: { ...saved, recommendations: [{ value: 2 ** 31, since }] }, names: "recommendations[0].value: must be at most 2147483647" },
    { shows: "a number as text", raw: { ...saved, recommendations: [{ value: "1", since }] }, names: "recommendations[0].value: must be a whole number" },
    { shows: "a time as a number", raw: { ...saved, recommendations: [{ value: 1, since: 5 }] }, names: "recommendations[0].since: must be text" },
    { shows: "a date in another format", raw: { ...saved, recommendations: [{ value: 1, since: "Jan 1, 2026" }] }, names: 'recommendations[0].since: "Jan 1, 2026" is not an RFC 3339 time' },
    { shows: "month 13", raw: { ...saved, recommendations: [{ value: 1, since: "2026-13-01T00:00:00Z" }] }, names: 'recommendations[0].since: "2026-13-01T00:00:00Z" is not an RFC 3339 time' },
    { shows: "hour 25", raw: { ...saved, rollout: { since: "2026-01-01T25:00:00Z" } }, names: 'rollout.since: "2026-01-01T25:00:00Z" is not an RFC 3339 time' },
    { shows: "rising values", raw: { ...saved, recommendations: [{ value: 1, since }, { value: 2, since }] }, names: "do not fall" },
    { shows: "falling times", raw: { ...saved, recommendations: [{ value: 2, since: "2026-01-01T00:00:01Z" }, { value: 1, since }] }, names: "do not fall" },
    { shows: "falling values of the lowest recommendations", raw: { ...saved, lowestRecommendations: [{ value: 2, since }, { value: 1, since }] }, names: "do not rise" },
    { shows: "a span as text", raw: { ...saved, scaleEvents: [{ time: since, change: 1, span: "long" }] }, names: "scaleEvents[0].span: must be an object" },
    { shows: "a span with a negative rise", raw: { ...saved, scaleEvents: [{ time: since, change: 1, span: { since, up: -1, down: 0 } }] }, names: "span.up: must be at least 0" },
    { shows: "a slot with a change of 0", raw: { ...saved, slots: { scaleUps: [{ time: since, change: 0 }] } }, names: "slots.scaleUps[0].change: must be at least 1" },
    { shows: "too many slots", raw: { ...saved, slots: { scaleDowns: times(129, { time: since, change: 1 }) } }, names: "slots.scaleDowns: has 129 entries" },
    { shows: "slots in a list", raw: { ...saved, slots: [] }, names: "history.slots: must be an object" },
    { shows: "a zero flag as text", raw: { ...saved, scaledToZero: "yes" }, names: "history.scaledToZero: must be true or false" },
    { shows: "a pending zero flag as a number", raw: { ...saved, pending: { ...saved.pending, scaledToZero: 1 } }, names: "pending.scaledToZero: must be true or false" },
    { shows: "too many intervals", raw: { ...saved, recommendations: times(33, { value: 1, since }) }, names: "recommendations: has 33 entries, but must have at most 32" },
    { shows: "a change beyond int32", raw: { ...saved, scaleEvents: [{ time: since, change: -(2 ** 31) }] }, names: "scaleEvents[0].change: must be at least -2147483647" },
    { shows: "events out of order", raw: { ...saved, scaleEvents: [{ time: "2026-01-01T00:00:01Z", change: 1 }, { time: since, change: 1 }] }, names: "history.scaleEvents: are not in order" },
    { shows: "too many events", raw: { ...saved, scaleEvents: times(33, { time: since, change: 1 }) }, names: "scaleEvents: has 33 entries, but must have at most 32" },
    { shows: "a rollout as text", raw: { ...saved, rollout: "yes" }, names: "history.rollout: must be an object" },
    { shows: "a rollout of an unknown kind", raw: { ...saved, rollout: { since: "2026-01-01T00:00:00Z", kind: "Slow" } }, names: 'rollout.kind: "Slow" is not supported' },
    { shows: "a rollout without a start", raw: { ...saved, rollout: {} }, names: "rollout.since: is required" },
    { shows: "an idle time that is no time", raw: { ...saved, idleSince: "noon" }, names: 'idleSince: "noon" is not an RFC 3339 time' },
    { shows: "a failure that is text", raw: { ...saved, failures: ["queue"] }, names: "failures[0]: must be an object" },
    { shows: "a failure without a metric", raw: { ...saved, failures: [{ since }] }, names: "failures[0].metric: is required" },
    { shows: "a failure without a beginning", raw: { ...saved, failures: [{ metric: "queue" }] }, names: "failures[0].since: is required" },
    { shows: "more failures than metrics and thresholds", raw: { ...saved, failures: Array.from({ length: 65 }, () => ({ metric: "queue", since })) }, names: "failures: has 65 entries" },
    { shows: "a threshold that is text", raw: { ...saved, thresholds: ["busy"] }, names: "thresholds[0]: must be an object" },
    { shows: "a threshold without a name", raw: { ...saved, thresholds: [{ condition: "" }] }, names: "thresholds[0].name: is required" },
    { shows: "a threshold without a condition", raw: { ...saved, thresholds: [{ name: "a" }] }, names: "thresholds[0].condition: is required" },
    { shows: "a wait as text", raw: { ...saved, thresholds: [{ name: "a", condition: "", since: "long" }] }, names: 'thresholds[0].since: "long" is not an RFC 3339 time' },
    { shows: "a wait without a sample", raw: { ...saved, thresholds: [{ name: "a", condition: "", since, replicas: 1 }] }, names: "thresholds[0].since: is later than last" },
    { shows: "a wait after its last sample", raw: { ...saved, thresholds: [{ name: "a", condition: "", since, last: "2025-01-01T00:00:00Z", replicas: 1 }] }, names: "thresholds[0].since: is later than last" },
    { shows: "a size below 0", raw: { ...saved, thresholds: [{ name: "a", condition: "", replicas: -1 }] }, names: "thresholds[0].replicas: must be at least 0" },
    { shows: "too many gaps", raw: { ...saved, thresholds: [{ name: "a", condition: "", gapSeconds: [60, 60, 60] }] }, names: "thresholds[0].gapSeconds: has 3 entries, but must have at most 2" },
    { shows: "too many thresholds", raw: { ...saved, thresholds: times(33, { name: "a", condition: "" }) }, names: "thresholds: has 33 entries, but must have at most 32" },
    { shows: "pending as text", raw: { ...saved, pending: "yes" }, names: "history.pending: must be an object" },
    { shows: "a pending change without a uid", raw: { ...saved, pending: { from: 1, to: 2, time: since } }, names: "pending.targetUID: is required" },
    { shows: "a pending count below 0", raw: { ...saved, pending: { ...saved.pending, to: -1 } }, names: "pending.to: must be at least 0" },
  ])("refuses $shows", ({ raw, names }) => {
    const parsed = parseHistory(raw, NOW);
    expect(parsed).toMatchObject({ ok: false, error: expect.stringContaining(names) as string });
  }); // prettier-ignore

  it("returns a value for any input and never throws", () => {
    const like = fc.record(
      {
        version: fc.constantFrom<unknown>(1, "1"),
        targetUID: fc.constantFrom<unknown>("uid", 1),
        recommendations: fc.oneof(fc.anything(), fc.array(fc.anything())),
        lowestRecommendations: fc.oneof(fc.anything(), fc.array(fc.anything())),
        scaledToZero: fc.anything(),
        scaleEvents: fc.oneof(fc.anything(), fc.array(fc.anything())),
        pending: fc.anything(),
      },
      { requiredKeys: [] },
    );
    const property = fc.property(fc.oneof(fc.anything(), like), raw => {
      expect(typeof parseHistory(raw, NOW).ok).toBe("boolean");
    });
    fc.assert(property, runs(500));
  });
});
