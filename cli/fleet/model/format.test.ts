import { expect, it } from "vitest";

import { madeUpReport } from "../testing/reports.ts";
import { conclusionOf, nameOf } from "./format.ts";

const object = {
  ...{ cluster: "prod", kind: "HorizontalPodAutoscaler", namespace: "shop", name: "web" },
};
const report = madeUpReport({ objects: 20 });
const none = { objects: 1, findings: { error: 1, warning: 0, note: 2 } };
const [one] = report.clusters;

// prettier-ignore
it.each([
  { shows: "no kind of what most are",   text: nameOf(object),                                       want: "prod/shop/web" },
  { shows: "the kind of others",         text: nameOf({ ...object, kind: "ScaledObject" }),          want: "prod/shop/web (ScaledObject)" },
  { shows: "one of each in the singular", text: conclusionOf({ clusters: [one!], sums: none }),      want: "1 autoscaler in 1 cluster: 1 error, 0 warnings and 2 notes." },
  { shows: "several in the plural",      text: conclusionOf(report),                                 want: expect.stringMatching(/^20 autoscalers in 3 clusters: /) as string },
])("a text has $shows", ({ text, want }) => {
  expect(text).toEqual(want);
});
