import { gunzipSync } from "node:zlib";

import { beforeEach, describe, expect, it, vi } from "vitest";

import type { PageData } from "../model/report.ts";
import { madeUpReport, type ReportShape } from "../testing/reports.ts";
import { fleetPage } from "./page.ts";

describe("the page of a report", () => {
  beforeEach(() => {
    vi.stubGlobal("FLEET_ASSETS", { script: "", style: "", licence: "" });
    return () => vi.unstubAllGlobals();
  });

  const page = (shape: Partial<ReportShape> = {}) =>
    fleetPage(madeUpReport({ objects: 90, ...shape }));

  it("has the findings for its script", () => {
    const [, text = ""] = /id="report">([^<]*)</.exec(page()) ?? [];
    const data = JSON.parse(gunzipSync(Buffer.from(text, "base64")).toString()) as PageData;
    const { findings, history, price, ranked } = madeUpReport({ objects: 90 });
    expect(data).toEqual({ findings, history, price, ranked });
    expect(page()).not.toContain("Suggestions");
  });

  it("has a place for suggestions, and how to read them, where there is a past", () => {
    for (const text of ['id="ranking"', 'id="excluded"', "A month has 730 hours"]) {
      expect(page({ ranked: 5 })).toContain(text);
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
