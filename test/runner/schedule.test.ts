import { describe, expect, it } from "vitest";

import { lanesToStart, runLanes, share, slowFirst } from "./schedule.ts";

const clusters: Readonly<Record<string, number>> = {
  ...{ long: 1, patient: 1, faults: 1, image: 1, integration: 1, pair: 2 },
  ...{ lint: 0, math: 0, unit: 0 },
};
const known: Readonly<Record<string, number>> = {
  ...{ long: 400, patient: 100, faults: 200, image: 50, integration: 300, pair: 20 },
  ...{ lint: 25, math: 40, unit: 30 },
};
const loads: Readonly<Record<string, "busy" | "idle">> = {
  ...{ integration: "busy", patient: "idle" },
};
const laneOf = (name: string) => ({
  ...{ name, clusters: clusters[name] ?? 1 },
  ...(loads[name] ? { load: loads[name] } : {}),
});
const lanesOf = (text: string) => text.split(" ").filter(Boolean).map(laneOf);
const seconds = (name: string) => known[name];

describe("lanesToStart", () => {
  // prettier-ignore
  it.each([
    { shows: "nothing waits",                                waiting: "",                         running: "image",             starts: "" },
    { shows: "the longest first, at most two clusters",      waiting: "image faults integration", running: "",                  starts: "integration faults" },
    { shows: "the longest that still fits",                  waiting: "image faults",             running: "integration",       starts: "faults" },
    { shows: "a lane with two clusters before longer ones",  waiting: "faults pair integration",  running: "",                  starts: "pair" },
    { shows: "a lane that keeps the cores busy first",       waiting: "long integration",         running: "image",             starts: "integration" },
    { shows: "next to it a lane that waits",                 waiting: "long patient integration", running: "",                  starts: "integration patient" },
    { shows: "a lane with two clusters waits for both",      waiting: "pair",                     running: "faults",            starts: "" },
    { shows: "others overtake a lane that does not fit",     waiting: "pair image",               running: "faults",            starts: "image" },
    { shows: "a lane without a cluster next to two",         waiting: "unit pair",                running: "",                  starts: "pair unit" },
    { shows: "all lanes without a cluster at once",          waiting: "unit lint math",           running: "faults image",      starts: "math unit lint" },
    { shows: "a new lane counts as the longest",             waiting: "image faults new",         running: "integration",       starts: "new" },
  ])("$shows: of [$waiting] next to [$running] it starts [$starts]", row => {
    const lanes = lanesToStart(lanesOf(row.waiting), lanesOf(row.running), seconds);
    expect(lanes.map(({ name }) => name)).toEqual(row.starts.split(" ").filter(Boolean));
  });
});

describe("runLanes", () => {
  /** Runs the lanes in virtual time and records their start times. */
  async function play(lanes: string) {
    const ends = new Map<string, { at: number; end: () => void }>();
    const steps: string[] = [];
    let now = 0;
    const done = runLanes(lanesOf(lanes), seconds, ({ name }) => {
      const outcome = new Promise<string>(resolve => {
        const end = () => {
          resolve(`${name} ended`);
        };
        ends.set(name, { at: now + (seconds(name) ?? 1), end });
      });
      return outcome;
    });
    while (ends.size > 0) {
      steps.push(`${now}: ${[...ends.keys()].join(" ")}`);
      const [[name, { at, end }] = expect.fail("nothing runs")] = [...ends].sort(
        ([, a], [, b]) => a.at - b.at,
      );
      now = at;
      ends.delete(name);
      end();
      await new Promise(setImmediate);
    }
    return { steps, outcomes: await done };
  }

  it("keeps two clusters in use until the end", async () => {
    const { steps, outcomes } = await play("lint math unit pair image faults integration");
    expect(steps).toEqual([
      "0: pair math unit lint",
      "20: math unit lint integration faults",
      "25: math unit integration faults",
      "30: math integration faults",
      "40: integration faults",
      "220: integration image",
      "270: integration",
    ]);
    expect(outcomes).toEqual(
      ["lint", "math", "unit", "pair", "image", "faults", "integration"].map(
        name => `${name} ended`,
      ),
    );
  });

  it("runs nothing without lanes", async () => {
    expect(await play("")).toEqual({ steps: [], outcomes: [] });
  });
});

describe("share", () => {
  // prettier-ignore
  it.each([
    { shows: "no files",                          files: [],                               others: [0, 0], want: [[], []] },
    { shows: "the longest first",                 files: ["a9", "b5", "c4", "d3", "e2"],   others: [0, 0], want: [["a9", "d3"], ["b5", "c4", "e2"]] },
    { shows: "files in any order",                files: ["e2", "d3", "c4", "b5", "a9"],   others: [0, 0], want: [["a9", "d3"], ["b5", "c4", "e2"]] },
    { shows: "a new file counts as the longest",  files: ["a9", "new", "b5", "c4"],        others: [0, 0], want: [["new", "b5"], ["a9", "c4"]] },
    { shows: "only new files",                    files: ["new", "newer", "newest"],       others: [0, 0], want: [["new", "newest"], ["newer"]] },
    { shows: "one group",                         files: ["b5", "a9"],                     others: [0],    want: [["a9", "b5"]] },
    { shows: "fewer to where others run longer",  files: ["a9", "b5", "c4", "d3", "e2"],   others: [9, 0], want: [["b5", "e2"], ["a9", "c4", "d3"]] },
  ])("distributes $shows", ({ files, others, want }) => {
    const digit = (file: string) => (/\d/.test(file) ? Number(/\d/.exec(file)) : undefined);
    expect(share(files, others, digit)).toEqual(want);
  });
});

describe("slowFirst", () => {
  it("sorts new items first and keeps the order of equal items", () => {
    const of: Readonly<Record<string, number>> = { b: 2, c: 2, d: 3 };
    expect(slowFirst(["b", "a", "c", "d", "e"], name => of[name])).toEqual([
      "a",
      "e",
      "d",
      "b",
      "c",
    ]);
  });
});
