import { describe, expect, it } from "vitest";

import { chart } from "./chart.ts";
import type { Figures } from "./span.ts";

const figures = (busy: Readonly<Record<string, number>>): Figures => ({
  ...{ seconds: 50, busy, requests: {}, memory: {}, lateness: null },
  ...{ counted: 0, changes: 0, reactions: [], unanswered: [] },
});

const round = (name: string, busy: Readonly<Record<string, number>>) => ({
  contender: { name, processes: [name] },
  ...{ steady: figures(busy), changing: figures(busy), allDecidedAfter: 20 },
  restart: { reactions: [], unanswered: [] },
});

const drawn = chart({
  ...{ objects: 1_000, periodSeconds: 15 },
  idle: [figures({ etcd: 0.1 })],
  rounds: [round("HPA", { etcd: 0.5, kcm: 0.4 }), round("Trimtab", { etcd: 0.05, trimtab: 0.2 })],
});
const widths = [...drawn.matchAll(/width="([\d.]+)" height="26"/g)].map(([, width]) =>
  Number(width),
);
const texts = [...drawn.matchAll(/<text[^>]*>([^<]*)</g)].map(([, text]) => text);

describe("the chart", () => {
  it("has a bar for each contender and span, with the CPU beyond an idle cluster", () => {
    const bars = texts.slice(1, 9);
    const expected = ["HPA", "80.0%", "Trimtab", "15.0%"];
    expect(bars.map(text => text?.replace(/, (steady|changing)$/, ""))).toEqual(
      [expected, expected].flat(),
    );
  });

  it("has a part for each process, in proportion, and none for one that saves CPU", () => {
    expect(widths.slice(0, 4)).toEqual([260, 260, 0, 130]);
  });

  it("names each process once", () => {
    expect(texts.slice(9)).toEqual(["etcd", "kcm", "trimtab"]);
  });
});
