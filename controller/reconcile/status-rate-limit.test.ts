import { describe, expect, it } from "vitest";

import type { WritePriority, WriteAssessment } from "../../engine/status/write-priority.ts";
import { afterWrite, freshBudget, writeInMs, type StatusRateLimit } from "./status-rate-limit.ts";

const period = 15_000;
const worth = (priority: WritePriority | null, valuesMoved = false): WriteAssessment => ({
  priority,
  valuesMoved,
});
const nuance = worth("Nuance");

/** The budget after writes of these priorities, all at the same time. */
const spent = (novelties: readonly WritePriority[], at: number, periodMs: number | null = period) =>
  novelties.reduce<StatusRateLimit>(
    (budget, priority) => afterWrite(worth(priority), budget, at, periodMs),
    freshBudget,
  );

describe("writeInMs", () => {
  // prettier-ignore
  it.each<{ shows: string; of: WriteAssessment; budget: StatusRateLimit; periodMs?: null; want: number | null }>([
    { shows: "no change",                                            of: worth(null),          budget: freshBudget,                                 want: null },
    { shows: "a fact",                                               of: worth("Fact"),        budget: spent(Array<WritePriority>(9).fill("Nuance"), 0),  want: 0 },
    { shows: "a caution",                                            of: worth("Caution"),     budget: spent(Array<WritePriority>(9).fill("Nuance"), 0),  want: 0 },
    { shows: "the first nuance",                                     of: nuance,               budget: freshBudget,                                 want: 0 },
    { shows: "the third nuance",                                     of: nuance,               budget: spent(["Nuance", "Nuance"], 0),              want: 0 },
    { shows: "the fourth nuance",                                    of: nuance,               budget: spent(["Nuance", "Nuance", "Nuance"], 0),    want: 450_000 },
    { shows: "a nuance after several cautions",                      of: nuance,               budget: spent(["Nuance", "Caution", "Caution"], 0),  want: 450_000 },
    { shows: "a nuance after more cautions than the budget counts",  of: nuance,               budget: spent(Array<WritePriority>(99).fill("Caution"), 0), want: 4 * 450_000 },
    { shows: "a nuance after many facts",                            of: nuance,               budget: spent(Array<WritePriority>(9).fill("Fact"), 0),    want: 0 },
    { shows: "the fourth nuance without a period",                   of: nuance,               budget: spent(["Nuance", "Nuance", "Nuance"], 0, null), periodMs: null, want: 0 },
    { shows: "new values",                                           of: worth(null, true),    budget: spent(["Fact"], 0),                          want: 300_000 },
    { shows: "the first values",                                     of: worth(null, true),    budget: freshBudget,                                 want: 0 },
    { shows: "a nuance together with values that are due before it", of: worth("Nuance", true), budget: spent(["Nuance", "Nuance", "Nuance"], 0),   want: 300_000 },
  ])("of $shows is $want", ({ of, budget, periodMs = period, want }) => {
    expect(writeInMs(of, budget, 0, periodMs)).toBe(want);
  });

  it("decreases with time", () => {
    const budget = spent(["Nuance", "Nuance", "Nuance"], 0);
    expect([100_000, 450_000, 900_000].map(now => writeInMs(nuance, budget, now, period))).toEqual([
      350_000, 0, 0,
    ]);
  });

  it.each([3_000, 15_000, 60_000])(
    "writes a recommendation that alternates with every sync (%i ms) once per thirty syncs",
    periodMs => {
      let budget = freshBudget;
      let writes = 0;
      let saved = 3;
      const syncs = 3_000;
      for (let sync = 0; sync < syncs; sync++) {
        const now = sync * periodMs;
        const recommended = sync % 2 === 0 ? 2 : 3;
        if (recommended === saved) continue;
        // A saved value that is too low is raised at once.
        const of = worth(recommended > saved ? "Caution" : "Nuance");
        if (writeInMs(of, budget, now, periodMs) !== 0) continue;
        budget = afterWrite(of, budget, now, periodMs);
        saved = recommended;
        writes += 1;
      }
      expect(writes / syncs).toBeLessThan(1 / 28);
    },
  );
});
