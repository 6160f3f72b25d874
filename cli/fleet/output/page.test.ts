import { gunzipSync } from "node:zlib";

import { beforeEach, describe, expect, it, vi } from "vitest";

import { type Drawing, expand } from "../../report/model/compact.ts";
import type { PageData } from "../model/report.ts";
import { reportOf, type ReportShape } from "../testing/reports.ts";
import { fleetPage } from "./page.ts";

describe("the page of a report", () => {
  beforeEach(() => {
    vi.stubGlobal("FLEET_ASSETS", { script: "", style: "", licence: "" });
    return () => vi.unstubAllGlobals();
  });

  const page = (shape: Partial<ReportShape> = {}) =>
    fleetPage(reportOf({ objects: 90, ranked: 3, days: 2, ...shape }));
  const embedded = (of: string, id: string): unknown => {
    const [, text = ""] = new RegExp(`id="${id}">([^<]*)<`).exec(of) ?? [];
    return JSON.parse(gunzipSync(Buffer.from(text, "base64")).toString());
  };

  // prettier-ignore
  it.each([
    { shows: "money first",                    shape: {},                    want: [/^Saved a month/, /^Fewer minutes short a day/, /^Replay well/, /^Errors found/] },
    { shows: "no money without a price",       shape: { hasPrice: false },   want: [/^Fewer minutes short a day/, /^Replay well/, /^Errors found/] },
    { shows: "findings alone without a past",  shape: { hasHistory: false }, want: [/^Errors found/] },
  ])("has $shows", ({ shape, want }) => {
    const titles = [...page(shape).matchAll(/<dt>(.*?)<\/dt>/g)].map(([, title]) => title);
    expect(titles).toEqual(want.map(title => expect.stringMatching(title) as string));
  });

  it("has the report for its script, and the charts apart", () => {
    const text = page();
    const report = reportOf({ objects: 90, ranked: 3, days: 2 });
    const data = embedded(text, "report") as PageData;
    expect(data.findings).toEqual(report.findings);
    expect(data.ranked.map(({ object, patch, chart }) => ({ object, patch, chart }))).toEqual(
      report.ranked.map(({ object, patch }) => ({ object, patch, chart: null })),
    );
    expect(data.ranked[0]!.saving!.value).toBeCloseTo(report.ranked[0]!.saving!.value, 2);
    const [drawing] = embedded(text, "charts") as Drawing[];
    expect(expand(drawing!)).toEqual(report.ranked[0]!.chart);
  });

  it("has the charts of the 200 largest gains, and the digits that it shows", () => {
    const text = page({ objects: 205, ranked: 205, days: 1 });
    expect(embedded(text, "charts")).toHaveLength(200);
    const { ranked } = embedded(text, "report") as PageData;
    expect(ranked).toHaveLength(205);
    for (const { today } of ranked) {
      expect(today.replicaHours).toBe(Number(today.replicaHours.toPrecision(6)));
    }
  });

  it("says what was not read, and why", () => {
    expect(page()).toContain(
      "<li>prod-us: scaledobjects.keda.sh were not read: The cluster does not serve it.</li>",
    );
  });

  it("has hostile names as text", () => {
    const text = page({ hostile: `</script><img src=x onerror="alert(1)">\u001b[31m` });
    expect(text).not.toContain("<img");
    expect(text).not.toContain("\u001b");
    expect(text).toContain(
      "prod-eu&lt;/script&gt;&lt;img src=x onerror=&quot;alert(1)&quot;&gt; [31m",
    );
  });
});
