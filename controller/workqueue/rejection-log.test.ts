import { describe, expect, it } from "vitest";

import type { PassOutcome } from "./work-queue.ts";
import { RejectionLog } from "./rejection-log.ts";

const done: PassOutcome = { kind: "done", dueInMs: null };
const refused = (reason: string): PassOutcome => ({
  kind: "retry",
  reason,
  refusal: `no ${reason}`,
});

function scene() {
  const lines: string[] = [];
  const write = (level: string) => (data: { key: string; error?: string }, text: string) => {
    lines.push([level, data.key, data.error ?? text].join(" "));
  };
  const refusals = new RejectionLog({ warn: write("warn"), info: write("info") } as never);
  const report = (key: string, ...outcomes: PassOutcome[]): void => {
    for (const outcome of outcomes) refusals.report(key, outcome);
  };
  return { lines, report };
}

describe("a rejection", () => {
  it("that occurs once, as in a race with an edit, is not logged", () => {
    const { lines, report } = scene();
    report("a", refused("Invalid"), done, refused("Invalid"), done);
    expect(lines).toEqual([]);
  });

  it("that repeats is logged once, and its end is logged once", () => {
    const { lines, report } = scene();
    report("a", ...Array.from({ length: 9 }, () => refused("Forbidden")), done, done);
    expect(lines).toEqual(["warn a no Forbidden", "info a no longer refused"]);
  });

  it("for alternating reasons is logged once for each reason and object", () => {
    const { lines, report } = scene();
    const turns = [refused("Forbidden"), refused("Invalid")];
    report("a", ...turns, ...turns, ...turns);
    report("b", ...turns.slice(1), ...turns.slice(1));
    expect(lines).toEqual(["warn a no Forbidden", "warn a no Invalid", "warn b no Invalid"]);
  });

  it("is logged again when it returns; transient failures are not logged", () => {
    const { lines, report } = scene();
    const away: PassOutcome = { kind: "retry", reason: "Timeout" };
    report("a", refused("Forbidden"), away, away, refused("Forbidden"), away, done);
    report("a", refused("Forbidden"), refused("Forbidden"));
    expect(lines).toEqual([
      "warn a no Forbidden",
      "info a no longer refused",
      "warn a no Forbidden",
    ]);
  });
});
