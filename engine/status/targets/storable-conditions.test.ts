import { describe, expect, it } from "vitest";

import * as autoscaler from "../../../crds/generated/autoscaler.validator.js";
import type { Condition } from "../../../crds/generated/shared.ts";
import * as proportional from "../../../crds/generated/cluster-proportional-autoscaler.validator.js";
import { conform } from "../../schema/structure.ts";
import { toAutoscalerStatus } from "../autoscaler-status.ts";
import { toClusterProportionalStatus } from "../cluster-proportional-status.ts";
import { storableConditions } from "./conditions.ts";
import { autoscalerReports, proportionalReports } from "../testing/reports.ts";

const good: Condition = {
  ...{ type: "ScalingActive", status: "True", reason: "ValidMetricFound", message: "" },
  ...{ observedGeneration: 1, lastTransitionTime: "2026-01-01T00:00:00Z" },
};
const without = (field: keyof Condition): Condition => {
  const rest = Object.entries(good).filter(([name]) => name !== field);
  return Object.fromEntries(rest) as unknown as Condition;
};

/** What the schema of a CRD refuses in a status; it checks no formats. */
const refusalsOf = (structure: typeof autoscaler, status: object): readonly string[] =>
  conform(structure, { status })
    .errors.map(({ path, code }) => `${path}: ${code}`)
    .filter(text => text.startsWith("status"));

// prettier-ignore
const rows: readonly { shows: string; condition: Condition; storable: boolean }[] = [
  { shows: "all fields",                  condition: good,                                          storable: true },
  { shows: "no generation",               condition: without("observedGeneration"),                 storable: true },
  { shows: "the longest texts",           condition: { ...good, reason: "R".repeat(1024), message: "m".repeat(32_768) }, storable: true },
  { shows: "a type with a domain",        condition: { ...good, type: "example.com/Ready" },        storable: true },
  { shows: "no type",                     condition: without("type"),                               storable: false },
  { shows: "no status",                   condition: without("status"),                             storable: false },
  { shows: "no transition time",          condition: without("lastTransitionTime"),                 storable: false },
  { shows: "no reason",                   condition: without("reason"),                             storable: false },
  { shows: "no message",                  condition: without("message"),                            storable: false },
  { shows: "an empty reason",             condition: { ...good, reason: "" },                       storable: false },
  { shows: "a reason of two words",       condition: { ...good, reason: "Two words" },              storable: false },
  { shows: "a reason that is too long",   condition: { ...good, reason: "R".repeat(1025) },         storable: false },
  { shows: "a message that is too long",  condition: { ...good, message: "m".repeat(32_769) },      storable: false },
  { shows: "a type of two words",         condition: { ...good, type: "Two words" },                storable: false },
  { shows: "a type that is too long",     condition: { ...good, type: "T".repeat(317) },            storable: false },
  { shows: "another status",              condition: { ...good, status: "Maybe" as "True" },        storable: false },
  { shows: "a negative generation",       condition: { ...good, observedGeneration: -1 },           storable: false },
];

describe("a stored condition with", () => {
  it.each(rows)("$shows may be stored again: $storable", ({ condition, storable }) => {
    expect(storableConditions([condition])).toEqual(storable ? [condition] : []);
    const ofTarget = { targets: [{ ref: {}, conditions: [condition] }] };
    const refusals = [
      refusalsOf(autoscaler, { conditions: [condition] }),
      refusalsOf(proportional, { conditions: [condition] }),
      refusalsOf(proportional, ofTarget).filter(text => text.includes("conditions")),
    ];
    expect(refusals.map(({ length }) => length === 0)).toEqual([storable, storable, storable]);
  });
});

interface WithConditions {
  readonly conditions?: Condition[];
  readonly targets?: readonly { readonly conditions?: Condition[] }[];
}

const conditionsIn = (status: WithConditions): Condition[] =>
  [status, ...(status.targets ?? [])].flatMap(({ conditions = [] }) => conditions);

/** As earlier releases, a person, or a restored backup may have left them. */
const stored = rows.map(({ condition }, index) =>
  index === 0 || condition.type !== good.type ? condition : { ...condition, type: `Own${index}` },
);

const before = { conditions: stored, targets: [] };
const ref = { apiVersion: "apps/v1", kind: "Deployment", name: "web" };
const proportionalBefore = { conditions: stored, targets: [{ ref, conditions: stored }] };

describe("every status has conditions that the API server accepts", () => {
  const accepted = (structure: typeof autoscaler, status: WithConditions): void => {
    const { conditions = [], targets = [] } = status;
    const refused = refusalsOf(structure, {
      conditions,
      targets: targets.map(target => ({ ref, conditions: target.conditions })),
    });
    expect(refused).toEqual([]);
    for (const { lastTransitionTime } of conditionsIn(status)) {
      expect(lastTransitionTime).toMatch(/^2026-01-01T00:(00|10):00Z$/);
    }
  };

  it.each([undefined, before])("of an Autoscaler", previous => {
    for (const report of autoscalerReports) {
      accepted(autoscaler, toAutoscalerStatus(report, previous));
    }
  });

  it.each([undefined, proportionalBefore])("of a ClusterProportionalAutoscaler", previous => {
    for (const report of proportionalReports) {
      accepted(proportional, toClusterProportionalStatus(report, previous));
    }
  });
});
