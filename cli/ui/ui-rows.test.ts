import { describe, expect, it } from "vitest";

import { blocked, fresh, held, ingress, now, web } from "../testing/objects.ts";
import { observedObject } from "./testing/observed-object.ts";
import { uiRowsOf } from "./live-objects.ts";

const rowsOf = (raw: Parameters<typeof observedObject>[0]) => uiRowsOf(observedObject(raw), now);

const withReason = (reason: string) => ({
  ...web,
  status: {
    ...web.status,
    conditions: [{ ...web.status.conditions[0], status: "False", reason }],
    currentReplicas: 3,
    decision: undefined,
  },
});

const withStep = (step: object) => ({
  ...web,
  status: {
    ...web.status,
    currentReplicas: 3,
    conditions: [],
    decision: { ...web.status.decision, steps: [step] },
  },
});

const paused = (until: string) => ({
  ...withStep({ step: "combine", before: 3, after: 3, reason: "AllAbstain", message: "" }),
  metadata: {
    ...web.metadata,
    annotations: {
      "autoscaling.trimtab.dev/scale-down-paused-until": until,
      "autoscaling.trimtab.dev/paused-reason": "<b>sale</b>",
    },
  },
});

// prettier-ignore
const states = [
  { object: "at its maximum",                            raw: web,      states: ["maximum"] },
  { object: "held by its window",                        raw: held,     states: ["held"] },
  { object: "without metrics",                           raw: blocked,  states: ["held", "obstacle"] },
  { object: "in conflict",                               raw: withReason("ConflictingAutoscaler"), states: ["conflict", "obstacle"] },
  { object: "with an invalid spec",                      raw: withReason("InvalidSpec"), states: ["obstacle"] },
  { object: "raised to its minimum",                     raw: withStep({ step: "bound", before: 1, after: 2, reason: "TooFewReplicas", message: "" }), states: [] },
  { object: "limited by a policy",                       raw: withStep({ step: "limit", before: 9, after: 4, reason: "ScaleUpLimit", message: "" }), states: ["held"] },
  { object: "whose scale-down is paused",                raw: paused("2026-01-02T12:00:00Z"), states: ["held"] },
  { object: "whose pause has ended",                     raw: paused("2025-01-01T00:00:00Z"), states: [] },
  { object: "that the operator has not looked at",       raw: fresh,    states: [] },
];

describe("a row", () => {
  it.each(states)("of an object $object is $states", ({ raw, states }) => {
    expect(rowsOf(raw)[0]?.states).toEqual(states);
  });

  it("has the texts of trimtab top", () => {
    expect(rowsOf(web)).toEqual([
      {
        ...{ key: "shop web Autoscaler 0", kind: "Autoscaler", namespace: "shop", name: "web" },
        ...{ index: 0, version: "1", target: "Deployment web", vote: "cpu 12", range: "2 to 10" },
        load: "cpu 140%/70% memory 300Mi/512Mi",
        ...{ limits: ["limited by the maximum"], states: ["maximum"] },
        ...{ current: 10, desired: 10, sizes: [], lastScaleTime: "2026-01-02T10:00:00.000Z" },
      },
    ]);
  });

  it("exists for each workload of an object", () => {
    const rows = rowsOf(ingress);
    expect(rows.map(({ index, target }) => ({ index, target }))).toEqual([
      { index: 0, target: "Deployment ingress-controller" },
      { index: 1, target: "StatefulSet ingress-cache" },
    ]);
    expect(rows[0]).toMatchObject({ range: "2 to any", limits: ["dry run"] });
  });

  it("says until when and why it is paused, word for word", () => {
    expect(rowsOf(paused("2026-01-02T12:00:00Z"))[0]?.limits).toEqual([
      "scale-down is paused until 2026-01-02 12:00:00Z (<b>sale</b>)",
    ]);
  });
});
