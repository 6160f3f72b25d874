import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, it } from "vitest";
import { parse } from "yaml";

import { slugOf } from "../hack/site/stage.ts";
import { metricTypes } from "../engine/sources/registry.ts";
import { pausedType } from "../engine/status/pause-status.ts";
import { forecastType } from "../engine/status/forecast-status.ts";
import { anchorOf } from "../engine/status/reason-texts.ts";
import { fallbackType } from "../engine/status/targets/conditions.ts";
import { targetClaimed } from "../engine/status/targets/target-claim.ts";
import { historyReset } from "../engine/status/targets/target-status.ts";
import { stageReasons } from "../engine/words.ts";

const root = join(import.meta.dirname, "..");
const textOf = (file: string): string => readFileSync(join(root, file), "utf8");

const page = textOf("docs/troubleshooting.md");
const headings = Array.from(page.matchAll(/^#+ (.+)$/gm), ([, heading = ""]) => heading);

/** The product's files that name conditions and reasons. */
const sources = globSync("{engine,controller,capabilities}/**/*.ts", { cwd: root })
  .filter(file => !/\.test\.ts$|\.cases\.ts$|\/(testing|generated|validate)\//.test(file))
  .map(textOf);

const namedBy = (pattern: RegExp): string[] =>
  sources.flatMap(source => Array.from(source.matchAll(pattern), ([, name = ""]) => name));

/** With a literal type, with a constant, and Stalled, which is a copy of Ready. */
const conditions = new Set([
  ...namedBy(/\bcondition\(\s*"(\w+)"/g),
  ...namedBy(/\btype: "(Stalled)"/g),
  ...[fallbackType, pausedType, targetClaimed, historyReset, forecastType],
]);

/** Of the condition ForecastActive. */
const forecastReasons = Array.from(
  (/const needs.*?^};/ms.exec(textOf("engine/status/forecast-status.ts"))?.[0] ?? "").matchAll(
    /^ {2}(\w+): /gm,
  ),
  ([, name = ""]) => name,
);

/** Reasons of work queues, of nodes and of errors in files: no status and no event has them. */
const internal = new Set(["InternalError", "NodeStatusNeverUpdated", "LeftOut", "Unknown"]);

const reasons = new Set(
  [
    ...stageReasons.keys(),
    ...metricTypes.map(type => `FailedGet${type}Metric`),
    // The phrases that the column Why has for reasons.
    ...namedBy(/^ {2}([A-Z][a-z]\w+): \["[^"]+", "[^"]+"\],$/gm),
    ...namedBy(/\breason: "([A-Z][a-z]\w+)"/g),
    ...namedBy(/"((?:Nodes|ObjectCounts)Forbidden)"/g),
    ...forecastReasons,
    ...namedBy(/"(Forecast(?:Opened|Closed))"/g),
    ...namedBy(/\breason = "(NoParameters)"/g),
    ...namedBy(/\b(?:problem|unable|warning)\(\s*"([A-Z]\w+)"/g),
    ...namedBy(/\["(\w*Paused\w*)", /g),
    // Of events only.
    ...namedBy(/\["(\w+Rescale)", /g),
    ...namedBy(/: "(\w+Rescale)" /g),
    ...namedBy(/\[reason = ""\] = \["(\w+)"\]/g),
    ...namedBy(/\bReason = "([A-Z]\w+)"/g),
    ...namedBy(/^ {2}([A-Z]\w+): "another release has written/gm),
    ...namedBy(/^ {2}([A-Z]\w+): "the history in the status/gm),
  ].filter(reason => !internal.has(reason)),
);

describe("docs/troubleshooting.md", () => {
  it("finds the conditions and the reasons in the code", () => {
    expect([...conditions]).toEqual(expect.arrayContaining(["Ready", "Stalled", "TargetClaimed"]));
    expect([...reasons]).toEqual(
      expect.arrayContaining([
        ...["NewestPodsFailing", "FailedGetPrometheusMetric", "MostNodesLost", "TooManyMatches"],
        ...["FallbackEnded", "PausedUntil", "InvalidAnnotation", "ConflictingAutoscaler"],
        ...[
          "UnknownVersion",
          "NodesForbidden",
          "RivalDoesAsWell",
          "ForecastOnly",
          "ForecastClosed",
        ],
      ]),
    );
  });

  it.each([...conditions])("has a section about the condition %s", type => {
    expect(headings).toContain(`${type} (condition)`);
  });

  it.each([...reasons])("has a section about the reason %s, to which explain leads", reason => {
    const found = headings.filter(each => anchorOf(reason) === slugOf(each));
    expect(found).toEqual([reason]);
  });

  it("has no section about a reason that the product does not have", () => {
    const [, part = ""] = page.split(/^## Reasons$/m);
    const listed = Array.from(part.matchAll(/^### (\w+)/gm), ([, name = ""]) => name);
    expect(listed.filter(name => !reasons.has(name))).toEqual([]);
  });

  it("needs only kubectl", () => {
    const blocks = Array.from(page.matchAll(/^```(?:sh)?\n(.*?)^```/gms), ([, body = ""]) => body);
    const lines = blocks.flatMap(body => body.replaceAll("\\\n", "").trim().split("\n"));
    expect(lines.filter(line => !line.startsWith("kubectl "))).toEqual([]);
  });
});

describe("the runbooks", () => {
  const runbooks = parse(textOf("charts/trimtab/alerts/runbooks.yaml")) as Record<string, string>;

  it.each([
    { alert: "TrimtabWritesRefused", section: "FailedUpdateScale" },
    { alert: "TrimtabMetricsUnavailable", section: "A metric fails" },
    { alert: "TrimtabFallbackActive", section: "FallbackActive (condition)" },
    { alert: "TrimtabStuck", section: "Desired and Current differ" },
    { alert: "TrimtabMetricFailing", section: "A metric fails" },
    { alert: "TrimtabAtMaximum", section: "At the maximum" },
    { alert: "TrimtabConflictingAutoscaler", section: "Another autoscaler scales the target" },
    { alert: "TrimtabObjectsNotReady", section: "Reasons" },
  ])("of $alert leads to the section: $section", ({ alert, section }) => {
    expect(headings).toContain(section);
    expect(runbooks[alert]).toContain(`/troubleshooting.html#${slugOf(section)})`);
  });
});
