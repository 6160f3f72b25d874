import { describe, expect, it } from "vitest";

import { failure } from "../../kube/testing/failure.ts";
import { ScriptedTransport } from "../../kube/testing/scripted-transport.ts";
import { ok } from "../../engine/model/values/result.ts";
import type { NamedSource } from "../../engine/sources/named-source.ts";
import type { AdmissionPorts } from "../admission/admission-ports.ts";
import { validateProposal } from "../admission/review-spec.ts";
import { portsOf, problem, ref } from "../admission/testing/ports.ts";
import { rulesWith } from "./admit.ts";

const platform: NamedSource = {
  ...{ name: "platform", type: "Prometheus", allowedNamespaces: null },
  enforcedMatchers: [{ label: "namespace", value: "$(namespace)" }],
};
const metric = (query: string) => ({
  type: "Prometheus",
  prometheus: { source: "platform", query, target: { type: "Value", value: "10" } },
});
const schedule = (index: number) => ({
  ...{ name: `s${index}`, timeZone: "Etc/UTC", minReplicas: 2 },
  ...{ start: `${index} 8 * * *`, end: `${index} 9 * * *` },
});
const many = <Item>(count: number, item: (index: number) => Item): Item[] =>
  Array.from({ length: count }, (_, index) => item(index));

/** The number of parts of a review that were done; each takes this long. */
function clockOf(partMs: number) {
  let readings = 0;
  return {
    cpuMs: () => Math.ceil(readings++ / 2) * partMs,
    parts: () => readings / 2,
  };
}

async function review(
  fields: object,
  partMs: number,
  given: Partial<AdmissionPorts> & { readonly before?: object } = {},
) {
  const { before, ...others } = given;
  const rails = {
    ...portsOf(problem("TargetNotFound")).rails,
    metricSources: new Map([["platform", platform]]),
  };
  const ports = portsOf(problem("TargetNotFound"), { rails, ...others });
  const rules = rulesWith({
    transport: new ScriptedTransport(() => failure("Stopped")),
    pods: { read: () => Promise.resolve(failure("Stopped")) },
  });
  const stored = (of: object) => ({ spec: { scaleTargetRef: ref, maxReplicas: 5, ...of } });
  const old = before ? stored(before) : null;
  const proposal = {
    ...{ namespace: "shop", requester: { username: "ann" }, object: stored(fields), old },
  };
  const { cpuMs, parts } = clockOf(partMs);
  const verdict = await validateProposal(ports, proposal, rules, cpuMs);
  return { ...verdict, parts: parts() };
}

const refusal =
  "spec: takes more than 100 ms of the operator's CPU time to check; write shorter queries, or fewer metrics, thresholds and schedules, or apply it again: a replica that has just started takes longer";

describe("a review", () => {
  // prettier-ignore
  it.each<{ shows: string; fields: object; partMs: number; refused: boolean }>([
    { shows: "of 32 queries of 2 ms each",   fields: { metrics: many(32, index => metric(`a${index}`)) }, partMs: 2,  refused: false },
    { shows: "of 32 queries of 4 ms each",   fields: { metrics: many(32, index => metric(`a${index}`)) }, partMs: 4,  refused: true },
    { shows: "of 50 schedules, 0.5 ms each", fields: { schedules: many(50, schedule) },                   partMs: 0.5, refused: false },
    { shows: "of 50 schedules of 3 ms each", fields: { schedules: many(50, schedule) },                   partMs: 3,  refused: true },
    { shows: "of one slow part",             fields: {},                                                  partMs: 101, refused: true },
  ])("$shows: refused $refused", async ({ fields, partMs, refused }) => {
    const { errors, parts } = await review(fields, partMs);
    expect(errors).toEqual(refused ? [refusal] : []);
    // It ends with the part that uses up the budget.
    if (refused) expect(parts).toBe(Math.floor(100 / partMs) + 1);
  });

  // prettier-ignore
  it.each<{ shows: string; edit: object; refused: boolean }>([
    { shows: "the mode",      edit: { mode: "Paused" },                                        refused: false },
    { shows: "the bounds",    edit: { maxReplicas: 6 },                                        refused: false },
    { shows: "one query",     edit: { metrics: [metric("b"), metric("a")] },                   refused: true },
    { shows: "the schedules", edit: { schedules: many(2, schedule) },                          refused: true },
    { shows: "a threshold",   edit: { thresholds: [] },                                        refused: true },
  ])("of an edit of $shows of an expensive spec: refused $refused", async ({ edit, refused }) => {
    const before = { metrics: [metric("a"), metric("b")], schedules: many(3, schedule) };
    const { errors } = await review({ ...before, ...edit }, 101, { before });
    expect(errors).toEqual(refused ? [refusal] : []);
  });

  it.each([
    { partMs: 0.1, warns: true },
    { partMs: 8, warns: false },
  ])("whose parts take $partMs ms: warns of hidden windows $warns", async ({ partMs, warns }) => {
    const schedules = many(6, index => ({ ...schedule(0), name: `s${index}` }));
    const { errors, warnings } = await review({ schedules }, partMs);
    expect(errors).toEqual([]);
    expect(warnings.some(warning => warning.includes("so is an earlier one"))).toBe(warns);
  });

  it.each([
    { partMs: 10, turnsOf: (parts: number) => parts },
    { partMs: 5, turnsOf: (parts: number) => Math.floor(parts / 2) },
    { partMs: 0.1, turnsOf: () => 0 },
  ])("whose parts take $partMs ms lets others have their turn", async ({ partMs, turnsOf }) => {
    let others = 0;
    let isOver = false;
    const count = (): void => {
      others += 1;
      if (!isOver) setImmediate(count);
    };
    setImmediate(count);
    const { parts } = await review({ metrics: [metric("a"), metric("b")] }, partMs);
    isOver = true;
    expect(others).toBe(turnsOf(parts));
  });

  it("of a spec that the schema refuses does not reach the guard rails, which read texts of any length", async () => {
    const unknown = { ...metric("a"), prometheus: { ...metric("a").prometheus, source: "other" } };
    const { errors } = await review({ metrics: [unknown], maxReplicas: "many" }, 1);
    expect(errors).toEqual([expect.stringContaining("spec.maxReplicas")]);
    expect((await review({ metrics: [unknown] }, 1)).errors).toEqual([
      expect.stringContaining("spec.metrics[0].prometheus.source"),
    ]);
  });

  it("of a user who may not scale the target ends before the expensive parts", async () => {
    const access = { mayScale: () => Promise.resolve(ok(false)) };
    const fields = {
      metrics: many(32, index => metric(`a${index}`)),
      schedules: many(50, schedule),
    };
    const { errors, parts } = await review(fields, 1, { access });
    expect(errors).toEqual([
      expect.stringContaining("ann may not update gadgets.example.dev/scale"),
    ]);
    expect(parts).toBe(1);
  });
});
