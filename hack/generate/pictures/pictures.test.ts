import { describe, expect, it } from "vitest";

import { causesPicture } from "./causes.ts";
import { growthPicture } from "./growth.ts";
import { tableIn } from "./page-table.ts";

const page = `# Results

| CPU caused by  | HPA   | Trimtab |
| -------------- | ----- | ------- |
| the autoscaler | 20.0% | 5.0%    |
| etcd           | 60.0% | -1.0%   |
| in all         | 80.0% | 4.0%    |

| objects    | 100  | 1,000 | 10,000 |
| ---------- | ---- | ----- | ------ |
| CPU        | 0.2% | 2.0%  | 20.0%  |
| memory, MB | 26   | 260   | 2,600  |
`;
const causes = causesPicture(tableIn(page, "CPU caused by"));
const growth = growthPicture(tableIn(page, "objects"), "256Mi");
const textsIn = (svg: string) =>
  Array.from(svg.matchAll(/<text[^>]*>([^<]*)</g), ([, text]) => text);

describe("a table of a page", () => {
  it("has numbers without units and separators", () => {
    const { columns, rows } = tableIn(page, "objects");
    expect(columns).toEqual(["100", "1,000", "10,000"]);
    expect(Object.fromEntries(rows)).toEqual({ CPU: [0.2, 2, 20], "memory, MB": [26, 260, 2_600] });
  });

  it("is found by its first cell, or an error names the cell", () => {
    expect(() => tableIn(page, "nodes")).toThrow('no table with the first cell "nodes"');
  });
});

describe("the picture of causes", () => {
  it("has a bar for each column, and the row with the sum as its text", () => {
    expect(textsIn(causes).slice(2, 6)).toEqual(["HPA", "80.0%", "Trimtab", "4.0%"]);
  });

  it("has a part for each row, in proportion, and none for one that saves CPU", () => {
    const widths = Array.from(causes.matchAll(/width="([\d.]+)" height="26"/g), ([, width]) =>
      Number(width),
    );
    expect(widths).toEqual([160, 480, 40, 0]);
  });

  it("names each part once", () => {
    expect(textsIn(causes).slice(6, 8)).toEqual(["the autoscaler", "etcd"]);
  });
});

describe("the picture of growth", () => {
  const points = Array.from(growth.matchAll(/<circle [^>]*cx="([\d.]+)" cy="([\d.]+)"/g), point =>
    point.slice(1).map(Number),
  );

  it.each([
    { panel: "the CPU", of: points.slice(0, 3) },
    { panel: "the memory", of: points.slice(3) },
  ])("has a straight line for $panel if it grows with the number of objects", ({ of }) => {
    const [first = [], second = [], third = []] = of;
    for (const axis of [0, 1]) {
      const step = (second[axis] ?? NaN) - (first[axis] ?? NaN);
      expect((third[axis] ?? NaN) - (second[axis] ?? NaN)).toBeCloseTo(step, 0);
    }
  });

  it("marks a limit of 256Mi, which is 268 MB, a little above a memory of 260 MB", () => {
    const [, marked] = /class="limit" d="M[\d.]+,([\d.]+)/.exec(growth) ?? [];
    const [, below = NaN] = points[4] ?? [];
    expect(Number(marked)).toBeGreaterThan(below - 3);
    expect(Number(marked)).toBeLessThan(below);
  });
});
