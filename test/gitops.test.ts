import { readFileSync } from "node:fs";
import { join } from "node:path";

import { beforeAll, describe, expect, it } from "vitest";

import { buildProgram, judge } from "../hack/cluster/gitops/verdicts.ts";
import { steps, wanted, type Recorded } from "./integration/gitops/steps.ts";

const lines = readFileSync(join(import.meta.dirname, "integration/gitops/recorded.jsonl"), "utf8");
const recorded = lines
  .trim()
  .split("\n")
  .map(line => JSON.parse(line) as Recorded);

beforeAll(async () => {
  await buildProgram();
});

const metadata = { name: "web", generation: 2 };
const spec = { scaleTargetRef: { name: "web" } };
const object = (status: object) => ({ kind: "Autoscaler", metadata, spec, ...status });
const ready = { type: "Ready", status: "True", reason: "Ready" };

describe("the health in kstatus and Argo CD", () => {
  it("is as expected for every recorded step of an object's lifecycle", async () => {
    expect(new Set(recorded.map(({ step }) => step))).toEqual(new Set(Object.keys(steps)));
    const verdicts = await judge(recorded.map(each => each.object));
    expect(verdicts).toEqual(recorded.map(({ step }) => wanted(step)));
  });

  it.each([
    // The CRDs set an initial status for this reason.
    { of: "no status at all", status: {}, want: ["Current", "Progressing"] },
    { of: "the CRDs' default", status: { observedGeneration: -1 }, want: ["InProgress", "Progressing"] }, // prettier-ignore
    { of: "no conditions", status: { observedGeneration: 2 }, want: ["Current", "Progressing"] },
    { of: "an earlier spec", status: { observedGeneration: 1, conditions: [ready] }, want: ["InProgress", "Progressing"] }, // prettier-ignore
    { of: "only Ready", status: { observedGeneration: 2, conditions: [ready] }, want: ["Current", "Healthy"] }, // prettier-ignore
    { of: "a previous Stalled", status: { observedGeneration: 2, conditions: [ready, { type: "Stalled", status: "False" }] }, want: ["Current", "Healthy"] }, // prettier-ignore
  ])("is $want for $of", async ({ status, want }) => {
    const hasStatus = Object.keys(status).length > 0;
    const [verdicts] = await judge([object(hasStatus ? { status } : {})]);
    expect([verdicts?.kstatus.status, verdicts?.argo.status]).toEqual(want);
  });
});
