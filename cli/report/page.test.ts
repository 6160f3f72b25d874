import { beforeEach, describe, expect, it, vi } from "vitest";

import { reportPage } from "./page.ts";
import { simulationOf } from "./testing/simulations.ts";

const simulation = simulationOf({ days: 1, stepSeconds: 60, names: ["today", "proposed"] });

describe("a report", () => {
  beforeEach(() => {
    vi.stubGlobal("REPORT_ASSETS", { script: "", style: "", licence: "" });
    return () => vi.unstubAllGlobals();
  });

  const page = (changes: object = {}) => reportPage({ ...simulation, ...changes });
  const assumptions = (changes?: object) => {
    const [, list = ""] = page(changes).split(">Assumptions</h2>");
    return [...list.matchAll(/<li>(.*?)<\/li>/gs)].map(([, text]) => text);
  };

  it("begins with the cost, the comparison and the worst moment", () => {
    const [header = ""] = page().split("</header>");
    const lines = [...header.matchAll(/<p class="[^"]+">(.*?)<\/p>/gs)].map(([, text]) => text);
    expect(lines).toEqual([
      "today costs 216.06 in 1 day.",
      expect.stringMatching(/^Compared with today, proposed costs 5\.00 \(2\.3%\) less, and has /),
      "Worst moment: today is shortest at 2026-06-01 09:36:00Z: a load of 1513, and ready pods for 1300, before the first decision.",
    ]);
  });

  // prettier-ignore
  it.each([
    { shows: "how to give a price",                changes: {},                want: "There is no cost without a price; --price gives the price of one replica for one hour." },
    { shows: "the price",                          changes: { price: 0.04 },   want: "One replica costs 0.04 an hour, whether it is ready or not." },
    { shows: "a note about an object, without the line", changes: { notes: ["web.yaml:11: mode DryRun is simulated as Active"] }, want: "web.yaml: mode DryRun is simulated as Active." },
    { shows: "a note about the whole load",        changes: { notes: ["office.csv: times have no zone"] }, want: "office.csv: times have no zone." },
  ])("assumes: $shows", ({ changes, want }) => {
    expect(assumptions(changes)).toContain(want);
  });

  it("assumes a capacity first, and has no lines of the load", () => {
    const assumed = "a ready pod is assumed to bear 100; --pod-capacity says otherwise";
    const found = assumptions({ notes: [assumed, "office.csv:12: a gap of 22 minutes follows"] });
    expect(found.slice(0, 2)).toEqual([
      "A ready pod bears at most 100 requests/s, on which all results depend; ready pods share the load equally.",
      "A ready pod is assumed to bear 100; --pod-capacity says otherwise.",
    ]);
    expect(found.join()).not.toContain("follows");
  });

  it("has the specs of the objects as text", () => {
    const manifests = ["# a.yaml\nkind: Autoscaler\n", "# b.yaml\nspec: <b>\n"];
    expect(page({ manifests })).toContain(
      "# a.yaml\nkind: Autoscaler\n---\n# b.yaml\nspec: &lt;b&gt;\n</pre>",
    );
  });

  it("has the digits of each measure for all candidates, and the same mark for the same text", () => {
    const shown = [
      ...page().matchAll(/<td class="(.*?)" data-title="(.*?)"><data.*?>(.*?)<\/data>/g),
    ];
    const of = (title: string) => shown.filter(each => each[2] === title);
    expect(of("Replica-hours").map(([, , , text]) => text)).toEqual(["4,321.1", "4,221.1"]);
    expect(of("Lost work").map(([, , , text]) => text)).toEqual(["0.123%", "0.246%"]);
    expect(of("Elastic speedup").map(([, , , text]) => text)).toEqual(["1.00", "1.13"]);
    expect(of("Lost work").map(([, mark]) => mark)).toEqual(["best", ""]);
  });
});
