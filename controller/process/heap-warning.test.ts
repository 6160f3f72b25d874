import { spawnSync } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect, it } from "vitest";

import { heapWarning } from "./heap-warning.ts";

// prettier-ignore
it.each([
  { shows: "a heap with room",                            shares: [0.2, 0.84],             warnings: 0 },
  { shows: "a heap at the threshold: not yet",            shares: [0.85],                  warnings: 0 },
  { shows: "a heap that fills up: once",                  shares: [0.5, 0.86, 0.95],       warnings: 1 },
  { shows: "a heap that stays near the threshold: once",  shares: [0.86, 0.84, 0.86],      warnings: 1 },
  { shows: "a heap that fills up again: again",           shares: [0.86, 0.5, 0.86, 0.9],  warnings: 2 },
])("warns of $shows", ({ shares, warnings }) => {
  const warned: object[] = [];
  const observe = heapWarning({ warn: (figures: object) => void warned.push(figures) });
  for (const share of shares) observe({ used: share * 400 * 2 ** 20, limit: 400 * 2 ** 20 });
  expect(warned).toHaveLength(warnings);
  if (warnings > 0) expect(warned[0]).toEqual({ usedMi: 344, limitMi: 400 });
});

it("warns before V8 ends a process whose heap grows steadily", () => {
  // Pauses between small steps give V8's concurrent marker a core, even on a busy machine.
  const program = `
    import { warnOfFullHeap } from ${JSON.stringify(join(import.meta.dirname, "heap-warning.ts"))};
    warnOfFullHeap({ warn: (figures, text) => console.log(text) });
    let kept;
    setInterval(() => { for (let i = 0; i < 1_000; i++) kept = { kept }; });
  `;
  const args = ["--max-old-space-size=40", "--max-semi-space-size=1", "--input-type=module"];
  const { stdout, stderr } = spawnSync(process.execPath, [...args, "--eval", program], {
    encoding: "utf8",
    // For a core file.
    cwd: tmpdir(),
    timeout: 240_000,
  });
  expect(stderr).toContain("heap");
  expect(stdout.trim().split("\n")).toEqual([expect.stringContaining("the heap is nearly full")]);
});
