import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { valueAt } from "../../engine/schema/structure.ts";
import { renderExplanation } from "../explain/explain.ts";
import { explain } from "../explain/explanation.ts";
import { plain } from "../terminal/style.ts";
import { ingress, now, objectOf, web } from "../testing/objects.ts";
import { rowsOf } from "../top/rows.ts";
import { scalingObjectOf } from "./scaling-object.ts";

const webWith = (status: object) => objectOf({ ...web, status: { ...web.status, ...status } });
const { decision } = web.status;

describe("an object that the CRD does not describe", () => {
  it("has everything that a newer release may have written", () => {
    const [step] = decision.steps;
    const object = objectOf({
      ...{ ...web, apiVersion: "autoscaling.trimtab.dev/v1", metadata: { name: "web", shard: 1 } },
      spec: { ...web.spec, mode: "Shadow", shards: 2 },
      status: {
        ...web.status,
        shards: [{ name: 1 }],
        monitored: { objects: 2, replicas: -1, shards: 3 },
        decision: { ...decision, steps: Array.from({ length: 99 }, () => ({ ...step, shard: 1 })) },
      },
    });
    expect(object).toMatchObject({ name: "web", mode: "Shadow", isUpToDate: true });
    expect(object.targets[0]?.monitored).toEqual({ objects: 2, replicas: -1 });
    expect(object.targets[0]?.decision?.steps).toHaveLength(99);
    expect(object.load).toEqual(objectOf(web).load);
  });

  it("has what is left without the values of a wrong type", () => {
    const [vote] = decision.votes;
    const [condition] = web.status.conditions;
    const object = webWith({
      currentReplicas: "10",
      desiredReplicas: 9.5,
      lastScaleTime: 7,
      conditions: [null, { ...condition, message: {} }, "Ready"],
      decision: { ...decision, votes: [null, { ...vote, replicas: [] }, 1], steps: {} },
    });
    expect(object.conditions).toMatchObject([{ type: "Ready", status: "True", message: "" }]);
    expect(object.targets).toMatchObject([
      {
        ...{ currentReplicas: null, desiredReplicas: null, lastScaleTime: null, maxReplicas: 10 },
        decision: { from: 6, to: 10, votes: [{ source: "cpu" }], steps: [] },
      },
    ]);
    expect(object.targets[0]?.decision?.votes[0]).not.toHaveProperty("replicas");
  });

  it("has only text that is safe on a terminal", () => {
    const text = " a\u001b[2J\r\n b\u202e";
    const [step] = decision.steps;
    const reported = { type: text, status: text, reason: text, message: text };
    const object = objectOf({
      apiVersion: web.apiVersion,
      kind: "Autoscaler",
      metadata: { name: text, namespace: text },
      spec: {
        ...{ maxReplicas: 3, mode: text },
        targetSelector: {
          apiVersion: text,
          kind: text,
          selector: { matchLabels: { [text]: text } },
        },
        metrics: [
          { type: "Resource", resource: { name: text, target: { averageValue: text } } },
          { type: text },
        ],
      },
      status: {
        conditions: [reported],
        target: { apiVersion: text, kind: text, name: text },
        currentMetrics: [{ type: "Resource", resource: { current: { value: text } } }],
        decision: {
          votes: [{ ...reported, source: text, type: text }],
          steps: [{ ...step, ...reported, step: text, until: text }],
        },
      },
    });
    const page = { width: 80, paint: plain };
    const shown = [
      JSON.stringify(object),
      renderExplanation(explain(object, now), page, now),
    ].join();
    expect(shown).toContain("a [2J b");
    expect(shown).not.toMatch(/[\u001b\r\u202e]|\\u|\\r/);
  });

  it.each<{ generation: unknown }>([
    { generation: "1" },
    { generation: {} },
    { generation: { toString: 1 } },
    { generation: null },
  ])("may have the generation $generation", ({ generation }) => {
    const object = objectOf({ ...web, metadata: { ...web.metadata, generation } });
    expect(object).toMatchObject({ name: "web", isUpToDate: true });
  });
});

/** The paths of all values in an object. */
function pathsIn(value: unknown): string[][] {
  const fields = typeof value === "object" && value !== null ? Object.entries(value) : [];
  return [[], ...fields.flatMap(([key, field]) => pathsIn(field).map(path => [key, ...path]))];
}

function withValue(object: object, path: readonly string[], value: unknown): unknown {
  const [key, ...parents] = path.toReversed();
  if (key === undefined) return value;
  const copy = structuredClone(object);
  Object.assign(valueAt(copy, parents.reverse()) as object, { [key]: value });
  return copy;
}

it.each([web, ingress])("the commands show a $kind with any JSON in any place", sample => {
  const values = fc.oneof(fc.jsonValue(), fc.constant({ toString: 1, valueOf: 1 }));
  const show = (path: readonly string[], value: unknown): void => {
    const object = scalingObjectOf(withValue(sample, path, value));
    if (object === null) return;
    rowsOf([object], now);
    renderExplanation(explain(object, now), { width: 80, paint: plain }, now);
  };
  fc.assert(fc.property(fc.constantFrom(...pathsIn(sample)), values, show));
});
