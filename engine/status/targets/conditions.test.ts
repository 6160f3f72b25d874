import { describe, expect, it } from "vitest";
import type { Condition } from "../../../crds/generated/shared.ts";
import { timestamp } from "../../model/values/time.ts";
import { type ConditionDraft, toConditions } from "./conditions.ts";

const now = Date.parse("2026-01-01T00:10:00.789Z");
const before = "2026-01-01T00:00:00Z";
const draft: ConditionDraft = { type: "Ready", status: "True", reason: "Ready", message: "fine" };

describe("timestamp", () => {
  it.each([
    { time: now, want: "2026-01-01T00:10:00Z" },
    { time: 0, want: "1970-01-01T00:00:00Z" },
  ])("writes whole seconds: $want", ({ time, want }) => {
    expect(timestamp(time)).toBe(want);
  });
});

describe("toConditions", () => {
  const stored: Condition = { ...draft, observedGeneration: 1, lastTransitionTime: before };
  // An earlier release did not require a time.
  const timeless = { type: "Ready", status: "True" } as Condition;

  it.each<{ when: string; previous: Condition[] | undefined; moved: boolean }>([
    { when: "it is new", previous: undefined, moved: true },
    { when: "there were only others", previous: [{ ...stored, type: "Stalled" }], moved: true },
    { when: "its status changed", previous: [{ ...stored, status: "False" }], moved: true },
    { when: "it has no time", previous: [timeless], moved: true },
    { when: "nothing changed", previous: [stored], moved: false },
    { when: "its reason changed", previous: [{ ...stored, reason: "Else" }], moved: false },
    { when: "its message changed", previous: [{ ...stored, message: "else" }], moved: false },
  ])("updates the transition time when $when: $moved", ({ previous, moved }) => {
    const [condition] = toConditions([draft], previous, { now, generation: 2 });
    expect(condition).toEqual({
      ...draft,
      observedGeneration: 2,
      lastTransitionTime: moved ? "2026-01-01T00:10:00Z" : before,
    });
  });

  it("drops conditions without a draft, and keeps the order of the drafts", () => {
    const drafts = [
      { ...draft, type: "B" },
      { ...draft, type: "A" },
    ];
    const previous = [
      { ...stored, type: "Stalled" },
      { ...stored, type: "A" },
    ];
    const types = toConditions(drafts, previous, { now, generation: 2 }).map(({ type }) => type);
    expect(types).toEqual(["B", "A"]);
  });
});
