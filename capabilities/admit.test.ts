import { describe, expect, it, vi } from "vitest";

import type { TargetObservation } from "../controller/targets.ts";
import type { TargetProblem } from "../engine/status/target-report.ts";
import { judge as judgeBy, lookMs } from "./admit.ts";
import { rules } from "./cluster-proportional-autoscaler/admit.ts";

const ref = { apiVersion: "example.dev/v1", kind: "Gadget", name: "web" };
const spec = { scaleTargetRefs: [ref], linear: { nodesPerReplica: 1 } };

const problem = (reason: TargetProblem["reason"]): TargetObservation => ({
  kind: "problem",
  problem: { reason, message: "what; remedy", permanent: true },
  polled: true,
});

const seen = (observation: TargetObservation | Promise<TargetObservation>) => ({
  observe: vi.fn(() => Promise.resolve(observation)),
});

const judge = (
  observation: TargetObservation | Promise<TargetObservation>,
  object: object = { spec },
  old: { spec?: unknown } | null = null,
) => judgeBy(seen(observation), { namespace: "ns", object: { spec, ...object }, old }, rules);

describe.each(["UnknownKind", "NotScalable"] as const)("a target of a kind that is %s", reason => {
  it("is refused", async () => {
    expect(await judge(problem(reason))).toMatchObject({
      errors: [expect.stringContaining("spec.scaleTargetRefs[0].kind: what")],
      warnings: [],
    });
  });

  // prettier-ignore
  it.each<{ shows: string; object: object; old: object | null }>([
    { shows: "of an object that is paused",       object: { ...spec, mode: "Paused" }, old: spec },
    { shows: "of an object that starts paused",   object: { ...spec, mode: "Paused" }, old: null },
    { shows: "that the object named before",      object: { ...spec, mode: "DryRun" }, old: spec },
  ])("is a warning $shows", async ({ object, old }) => {
    const verdict = await judge(problem(reason), { spec: object }, old && { spec: old });
    expect(verdict.errors).toEqual([]);
    expect(verdict.warnings).toHaveLength(1);
  });

  // prettier-ignore
  it.each<{ shows: string; old: unknown }>([
    { shows: "another name",       old: { ...spec, scaleTargetRefs: [{ ...ref, name: "x" }] } },
    { shows: "another kind",       old: { ...spec, scaleTargetRefs: [{ ...ref, kind: "Deployment" }] } },
    { shows: "no list",            old: { ...spec, scaleTargetRefs: "none" } },
    { shows: "a list of nothing",  old: { ...spec, scaleTargetRefs: [null, {}] } },
    { shows: "no spec",            old: undefined },
  ])("is refused where the object had $shows before", async ({ old }) => {
    expect((await judge(problem(reason), { spec }, { spec: old })).errors).toHaveLength(1);
  });
});

describe("an object", () => {
  it.each<{ shows: string; object: object; old: { spec?: unknown } | null }>([
    {
      shows: "that is being deleted",
      object: {
        spec: { scaleTargetRefs: 5 },
        metadata: { deletionTimestamp: "2026-01-01T00:00:00Z" },
      },
      old: { spec },
    },
    { shows: "whose spec stays as it is", object: { spec }, old: { spec: { ...spec } } },
  ])("$shows passes without a look", async ({ object, old }) => {
    const targets = seen(problem("UnknownKind"));
    const verdict = await judgeBy(
      targets,
      { namespace: "ns", object: { spec, ...object }, old },
      rules,
    );
    expect([verdict, targets.observe.mock.calls]).toEqual([{ errors: [], warnings: [] }, []]);
  });

  it.each(["TargetNotFound", "FailedGetScale"] as const)(
    "whose target is %s passes with a warning",
    async reason => {
      expect(await judge(problem(reason))).toMatchObject({
        errors: [],
        warnings: ["spec.scaleTargetRefs[0]: what; remedy"],
      });
    },
  );
});

describe("a look that gets no answer", () => {
  it("is a warning after three seconds, for all targets together", async () => {
    const began = performance.now();
    const scaleTargetRefs = [ref, { ...ref, name: "other" }];
    const verdict = await judge(new Promise(() => undefined), {
      spec: { ...spec, scaleTargetRefs },
    });
    expect(verdict.errors).toEqual([]);
    expect(verdict.warnings).toHaveLength(2);
    expect(verdict.warnings[0]).toContain("could not be looked at: no answer within 3 seconds");
    expect(performance.now() - began).toBeLessThan(lookMs + 1_000);
  });
});
