import { describe, expect, it } from "vitest";

import { heading, row, totals } from "./table.ts";
import {
  oneSided,
  passingProblems,
  problemsOf,
  strayProblems,
  totalsOf,
  type Step,
} from "./verdict.ts";

const step = (hpa: readonly number[], trimtab: readonly number[], number = 1): Step => ({
  ...{ twin: "cpu", number, load: "1850m", unrest: null },
  values: { hpa, trimtab },
});

const none = { rises: 0, falls: 0 };
const times = (count: number, one: Step): Step[] => Array.from({ length: count }, () => one);

describe("oneSided", () => {
  // prettier-ignore
  it.each([
    { when: "both scale directly",               hpa: [2, 4],       trimtab: [2, 4],          want: [] },
    { when: "both pass through one size",        hpa: [2, 3, 4],    trimtab: [2, 3, 4],       want: [] },
    { when: "one has an intermediate size",      hpa: [2, 3, 4],    trimtab: [2, 4],          want: ["hpa 3"] },
    { when: "the intermediate sizes differ",     hpa: [2, 3, 6],    trimtab: [2, 4, 6],       want: ["hpa 3", "trimtab 4"] },
    { when: "one passes a size twice",           hpa: [2, 4, 3, 4, 5], trimtab: [2, 4, 5],    want: ["hpa 3", "hpa 4"] },
    { when: "one overshoots and returns",        hpa: [2, 4],       trimtab: [2, 4, 5, 4],    want: ["trimtab 4", "trimtab 5"] },
    { when: "neither scales",                    hpa: [4],          trimtab: [4],             want: [] },
    { when: "one passes the other's end",        hpa: [2, 4],       trimtab: [2, 4, 5],       want: ["trimtab 4"] },
  ])("$when: $want", ({ hpa, trimtab, want }) => {
    expect(oneSided(step(hpa, trimtab)).map(({ side, replicas }) => `${side} ${replicas}`)).toEqual(want);
  });
});

describe("problemsOf", () => {
  // prettier-ignore
  it.each([
    { when: "both scale alike",            steps: [step([2, 4], [2, 4]), step([4, 1], [4, 1])],   least: { rises: 1, falls: 1 }, want: [] },
    { when: "the settled sizes differ",    steps: [step([2, 4], [2, 5])],                         least: none,                   want: ["cpu, step 1, 1850m: settled apart: HPA 4, Trimtab 5"] },
    { when: "a step is aborted",           steps: [{ ...step([2], [2]), unrest: "HPA: waits" }],  least: none,                   want: ["cpu, step 1, 1850m: not still; HPA: waits"] },
    { when: "there are too few rises",     steps: [step([4, 2], [4, 2])],                         least: { rises: 1, falls: 1 }, want: ["cpu: 0 rises, not 1"] },
    { when: "only one side rises",         steps: [step([2, 4], [4])],                            least: { rises: 1, falls: 0 }, want: ["cpu: 0 rises, not 1"] },
    { when: "there are too few falls",     steps: [step([2, 4], [2, 4])],                         least: { rises: 1, falls: 1 }, want: ["cpu: 0 falls, not 1"] },
    { when: "nothing is written",          steps: [step([2], [2])],                               least: none,                   want: [] },
  ])("$when", ({ steps, least, want }) => {
    expect(problemsOf(steps, least)).toEqual(want);
  });

  it.each([
    {
      when: "one value in ten",
      odd: step([2, 5], [2, 3, 5]),
      last: step([2, 3], [2, 3]),
      want: [],
    },
    {
      ...{ when: "more than one in ten", odd: step([2, 5], [2, 3, 5]), last: step([2], [2]) },
      want: ["cpu: 1 of 9 values on one side only, more than one in ten"],
    },
  ])("$when may occur on one side only: $want", ({ odd, last, want }) => {
    expect(passingProblems([...times(3, step([2, 4], [2, 4])), odd, last])).toEqual(want);
  });

  // prettier-ignore
  it.each([
    { when: "both pass through a size between",   steps: [step([3, 2, 1], [3, 1])],       want: [] },
    { when: "one overshoots and returns",         steps: [step([2, 4], [2, 5, 4])],       want: ["cpu, step 1, 1850m: Trimtab passes 5 from 2 to 4"] },
    { when: "one falls first",                    steps: [step([2, 1, 4], [2, 4])],       want: ["cpu, step 1, 1850m: HPA passes 1 from 2 to 4"] },
  ])("$when: $want", ({ steps, want }) => {
    expect(strayProblems(steps)).toEqual(want);
  });

  it("counts the values written on both sides", () => {
    const steps = [step([2, 3, 4], [2, 4]), step([4, 1], [4, 1])];
    expect(totalsOf(steps)).toEqual({ rises: 1, falls: 1, values: 5, oneSided: 1 });
  });
});

describe("the table", () => {
  it("stays within 80 columns and shows the differences", () => {
    const steps = [step([1, 5, 8], [1, 8]), step([8, 4, 2], [8, 4, 3], 2)];
    const gaveUp = { ...step([2], [2], 3), unrest: "Trimtab: ScaleUpLimit" };
    const lines = [heading, ...steps.map(row), row(gaveUp), totals([steps])].join("\n").split("\n");
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(80);
    expect(lines).toEqual([
      "TWIN       STEP  LOAD    HPA              TRIMTAB          SETTLED  EQUAL",
      "cpu        1     1850m   1 → 5 → 8        1 → 8            8, 8     yes",
      "  in passing on one side only: 5 HPA",
      "cpu        2     1850m   8 → 4 → 2        8 → 4 → 3        2, 3     NO",
      "cpu        3     1850m   2                2                not yet  NO",
      "TWIN       RISES  FALLS  ALIKE    VALUES  ON ONE SIDE ONLY",
      "cpu        1      1      1 of 2   7       1",
    ]);
  });
});
