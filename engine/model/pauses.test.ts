import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { formatFieldError } from "./values/result.ts";
import { runs } from "../testing/runs.ts";
import { checkPauses, modeDuring, noPauses, pausesAt, pickPauses } from "./pauses.ts";

const now = Date.parse("2026-01-01T12:00:00Z");
const at = (time: string) => Date.parse(time);

/** Annotations, without their prefix. */
const annotations = (given: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(given).map(([key, value]) => [`autoscaling.trimtab.dev/${key}`, value]),
  );
const until = (value: unknown) => annotations({ "paused-until": value });

describe("a time in an annotation", () => {
  // prettier-ignore
  it.each<{ text: unknown; until: string | null }>([
    { text: "2026-01-01T14:00:00Z",          until: "2026-01-01T14:00:00Z" },
    { text: "2026-01-01T14:00:00.5Z",        until: "2026-01-01T14:00:00.500Z" },
    { text: "2026-01-01T14:00:00+02:00",     until: null },
    { text: "2026-01-01T14:00:00-02:30",     until: "2026-01-01T16:30:00Z" },
    { text: "2026-01-01T12:00:00.001Z",      until: "2026-01-01T12:00:00.001Z" },
    { text: "2026-01-01T12:00:00Z",          until: null },
    { text: "2025-12-31T00:00:00Z",          until: null },
    { text: "2026-01-31T12:00:00Z",          until: "2026-01-31T12:00:00Z" },
    { text: null,                            until: null },
    { text: undefined,                       until: null },
  ])("$text pauses until $until", ({ text, until: end }) => {
    for (const key of ["paused-until", "scale-down-paused-until"]) {
      const pauses = pausesAt(annotations({ [key]: text }), now);
      const pause = end === null ? null : { until: at(end), reason: "" };
      const [all, scaleDown] = key === "paused-until" ? [pause, null] : [null, pause];
      const due = pause?.until ?? null;
      expect(pauses).toEqual({ all, scaleDown, ignored: [], due });
    }
  });

  // prettier-ignore
  it.each<{ text: unknown; says: string; due?: string }>([
    { text: "2026-01-01T14:00:00",           says: '"2026-01-01T14:00:00" has no time zone; append the zone: 2026-01-01T14:00:00Z for UTC, or an offset such as +02:00' },
    { text: "2026-01-01",                    says: '"2026-01-01" is not an RFC 3339 time; write date, time and zone: 2026-01-01T14:00:00Z is in two hours' },
    { text: "2h",                            says: '"2h" is not' },
    { text: "",                              says: '"" is not' },
    { text: 1_767_276_000,                   says: '"1767276000" is not' },
    { text: {},                              says: '"{}" is not' },
    { text: "2026-02-30T00:00:00Z",          says: '"2026-02-30T00:00:00Z" is not' },
    { text: "2026-13-01T00:00:00Z",          says: '"2026-13-01T00:00:00Z" is not' },
    { text: "2026-01-01T24:00:00Z",          says: '"2026-01-01T24:00:00Z" is not' },
    { text: "2026-01-01T14:00:60Z",          says: '"2026-01-01T14:00:60Z" is not' },
    { text: "2026-01-01T14:00:00+25:00",     says: '"2026-01-01T14:00:00+25:00" is not' },
    { text: "2026-01-01 14:00:00Z",          says: '"2026-01-01 14:00:00Z" is not' },
    { text: "2026-01-01T14:00:00z",          says: '"2026-01-01T14:00:00z" is not' },
    { text: " 2026-01-01T14:00:00Z",         says: '" 2026-01-01T14:00:00Z" is not' },
    { text: "x".repeat(500),                 says: `"${"x".repeat(61)}…" is not` },
    { text: "2026-01-31T12:00:01Z",          says: "2026-01-31T12:00:01Z is more than 30 days ahead; write a time until 2026-01-31T12:00:00Z, or write mode: Paused", due: "2026-01-01T12:00:01Z" },
    { text: "9999-12-31T23:59:59Z",          says: "9999-12-31T23:59:59Z is more than 30 days ahead", due: "9999-12-01T23:59:59Z" },
  ])("$text is ignored: $says", ({ text, says, due }) => {
    const pauses = pausesAt(until(text), now);
    expect(pauses).toMatchObject({ all: null, scaleDown: null, due: due ? at(due) : null });
    const path = "metadata.annotations[autoscaling.trimtab.dev/paused-until]";
    expect(pauses.ignored.map(formatFieldError)).toEqual([expect.stringContaining(`${path}: ${says}`)]);
    // Admission refuses it with the same words, unless it was there before.
    expect(checkPauses(until(text), undefined, now)).toEqual(pauses.ignored);
    expect(checkPauses(until(text), until(text), now)).toEqual([]);
  });

  it("decides by itself at any moment, and changes only when it is due", () => {
    const second = fc.integer({ min: -40 * 86_400, max: 40 * 86_400 });
    const holds = fc.property(second, second, fc.nat(80 * 86_400), (all, scaleDown, later) => {
      const given = annotations({
        "paused-until": new Date(now + all * 1000).toISOString(),
        "scale-down-paused-until": new Date(now + scaleDown * 1000).toISOString(),
      });
      const first = pausesAt(given, now);
      const next = now + later * 1000;
      if (first.due !== null && next >= first.due) return;
      expect(pausesAt(given, next)).toMatchObject({ all: first.all, scaleDown: first.scaleDown });
    });
    fc.assert(holds, runs(200));
  });
});

describe("an object", () => {
  // prettier-ignore
  it.each<{ with: string; given: Record<string, unknown> | null; want: object }>([
    { with: "no annotations",       given: null,                                                  want: noPauses },
    { with: "other annotations",    given: { a: "b" },                                            want: noPauses },
    { with: "only a reason",        given: annotations({ "paused-reason": "x" }),                 want: noPauses },
    { with: "a reason of several lines", given: annotations({ "paused-until": "2026-01-01T14:00:00Z", "paused-reason": " INC-7:\n  the queue " }), want: { all: { reason: "INC-7: the queue" } } },
    { with: "two pauses",           given: annotations({ "paused-until": "2026-01-01T14:00:00Z", "scale-down-paused-until": "2026-01-01T13:00:00Z" }), want: { all: { until: at("2026-01-01T14:00:00Z") }, scaleDown: { until: at("2026-01-01T13:00:00Z") }, due: at("2026-01-01T13:00:00Z") } },
    { with: "one that cannot be read and one that can", given: annotations({ "paused-until": "soon", "scale-down-paused-until": "2026-01-01T13:00:00Z" }), want: { all: null, scaleDown: { reason: "" }, ignored: [{ code: "NotATime" }] } },
  ])("with $with", ({ given, want }) => {
    expect(pausesAt(given, now)).toMatchObject(want);
  });

  it.each([
    { mode: "Active", text: "2026-01-01T14:00:00Z", want: "Paused" },
    { mode: "DryRun", text: "2026-01-01T14:00:00Z", want: "Paused" },
    { mode: "Active", text: "2026-01-01T11:00:00Z", want: "Active" },
    { mode: "Paused", text: "2026-01-01T11:00:00Z", want: "Paused" },
  ] as const)("in mode $mode, paused until $text, behaves as $want", ({ mode, text, want }) => {
    expect(modeDuring(mode, pausesAt(until(text), now))).toBe(want);
  });

  it("keeps only these annotations in memory, in the length that is shown", () => {
    const reason = "r".repeat(10_000);
    const kept = pickPauses({
      ...annotations({ "paused-until": "x", "paused-reason": reason }),
      a: "b",
    });
    expect(kept).toEqual(
      annotations({ "paused-until": "x", "paused-reason": `${"r".repeat(253)}…` }),
    );
    expect([pickPauses({ a: "b" }), pickPauses(undefined)]).toEqual([undefined, undefined]);
  });
});

describe("an annotation that a user writes", () => {
  const expired = until("2026-01-01T11:00:00Z");
  const long = annotations({ "paused-reason": "r".repeat(257) });

  // prettier-ignore
  it.each<{ shows: string; next: Record<string, unknown>; before?: Record<string, unknown>; says: readonly string[] }>([
    { shows: "in the past",                    next: expired,                                         says: ["2026-01-01T11:00:00Z has passed, it is 2026-01-01T12:00:00Z; write a time in the future, or remove the annotation"] },
    { shows: "in the past as an edit",         next: expired, before: until("2026-01-01T14:00:00Z"),  says: ["2026-01-01T11:00:00Z has passed, it is"] },
    { shows: "in the past since before",       next: expired, before: expired,                        says: [] },
    { shows: "that removes a pause",           next: {},      before: until("2026-01-01T14:00:00Z"),  says: [] },
    { shows: "with a valid time",              next: until("2026-01-01T14:00:00Z"), before: expired,  says: [] },
    { shows: "with a reason that is too long", next: long,                                            says: ["it has 257 characters, more than 256; write a shorter reason, or a link to it"] },
    { shows: "with such a reason as before",   next: long,    before: long,                           says: [] },
  ])("$shows: $says", ({ next, before, says }) => {
    const found = checkPauses(next, before, now).map(formatFieldError);
    expect(found).toEqual(says.map(text => expect.stringContaining(text) as string));
  });
});
