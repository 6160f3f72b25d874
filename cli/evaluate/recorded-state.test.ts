import { describe, expect, it } from "vitest";

import { decideAutoscalerCase } from "./autoscaler-case.ts";
import { hpa, ours, spec, step, stepsOf } from "./testing/recorded.ts";

const scaled = (recorded: object): readonly (number | null)[] =>
  stepsOf(recorded).map(({ scaleTo }) => scaleTo);

const restart = { events: [{ type: "Restarted" }] };
const gone = { type: "Deleted" };
const forgotten = { type: "Forgotten" };

describe("the state that syncs leave behind", () => {
  // The recommendation at 0 s was 4; its window ends at 300 s.
  const steps = (more: object) => [
    step(0, 4, "40"),
    step(60, 4, "10"),
    step(280, 4, "10", more),
    step(330, 4, "10"),
  ];
  const again = (autoscaler: object) => ({ type: "Created", autoscaler });

  // prettier-ignore
  it.each([
    { shows: "limits later decisions",         autoscaler: hpa,  events: [],                           counts: [null, null, null, 1] },
    { shows: "is lost after a restart of upstream", autoscaler: hpa,  events: [{ type: "Restarted" }],      counts: [null, null, null, null] },
    { shows: "is inherited by a new object of the same name", autoscaler: hpa,  events: [gone, again(hpa)],           counts: [null, null, null, 1] },
    { shows: "is removed once the deletion is noticed", autoscaler: hpa,  events: [gone, forgotten, again(hpa)], counts: [null, null, null, null] },
    { shows: "limits decisions of an Autoscaler", autoscaler: ours, events: [],                           counts: [null, null, null, null] },
    { shows: "survives a restart of Trimtab",  autoscaler: ours, events: [{ type: "Restarted" }],      counts: [null, null, null, null] },
    { shows: "is deleted with the status of an Autoscaler", autoscaler: ours, events: [gone, again(ours)],          counts: [null, null, null, null] },
  ])("$shows", ({ autoscaler, events, counts }) => {
    expect(scaled({ autoscaler, steps: steps({ events }) })).toEqual(counts);
  });

  it("of an Autoscaler is not reduced by a restart", () => {
    const later = [...steps(restart), step(361, 4, "10")];
    expect(scaled({ autoscaler: ours, steps: later }).at(-1)).toBe(1);
    const recreated = [...steps({ events: [gone, again(ours)] }), step(361, 4, "10")];
    expect(scaled({ autoscaler: ours, steps: recreated }).at(-1)).toBeNull();
  });

  it("in a status is missing in the status of a new object", () => {
    const [, created] = stepsOf({
      autoscaler: { ...hpa, status: { desiredReplicas: 7 } },
      steps: [
        step(0, 4, "40"),
        step(15, 4, "40", { events: [gone, again(hpa)], metrics: { errors: ["external/queue"] } }),
      ],
    });
    expect(created).toMatchObject({ desiredReplicas: 0, currentMetrics: [{ type: "" }] });
    expect(Object.keys(created!.conditions)).toEqual(["AbleToScale", "ScalingActive"]);
  });
});

describe("several objects", () => {
  const metadata = (name: string, namespace = "shop") => ({ metadata: { name, namespace } });
  const web = { ...hpa, ...metadata("web") };
  const api = { ...hpa, ...metadata("api") };
  const pod = { metadata: { name: "web-1", labels: { app: "web", tier: "front" } } };
  const scale = (selector: string) => ({ specReplicas: 2, statusReplicas: 2, selector });
  const of = (object: string, selector: string, seconds: number, more: object = {}) =>
    step(seconds, 2, "40", { object, pods: [pod], scale: scale(selector), ...more });
  const active = (recorded: object) =>
    stepsOf(recorded).map(({ conditions }) => conditions["ScalingActive"]);

  // prettier-ignore
  it.each([
    { shows: "the second detects the first",             rival: api,                                  more: {},                                                   second: "False/AmbiguousSelector" },
    { shows: "not in another namespace",                 rival: { ...api, ...metadata("api", "stage") }, more: {},                                                second: "True/ValidMetricFound" },
    { shows: "not for another kind",                     rival: { ...api, kind: "Autoscaler" },       more: {},                                                   second: "True/ValidMetricFound" },
    { shows: "not after the first is deleted",           rival: api,                                  more: { events: [{ type: "Deleted", object: "shop/web" }] }, second: "True/ValidMetricFound" },
    { shows: "not before the first has been synced again", rival: api,                                  more: restart,                                              second: "True/ValidMetricFound" },
    { shows: "not without a pod that both select",       rival: api,                                  more: { pods: [{ metadata: { name: "a", labels: { tier: "front" } } }] }, second: "True/ValidMetricFound" },
  ])("block each other if both select the same pods: $shows", ({ rival, more, second }) => {
    const { namespace, name } = rival.metadata;
    const steps = [of("shop/web", "app=web", 0), of(`${namespace}/${name}`, "tier=front", 1, more)];
    expect(active({ autoscalers: [web, rival], steps })).toEqual(["True/ValidMetricFound", second]);
  });

  it("have separate state and are named in the output", () => {
    const steps = [of("shop/web", "app=web", 0), of("shop/api", "app=api", 1, { pods: [] })];
    const printed = stepsOf({ autoscalers: [web, api], steps });
    expect(printed.map(({ object }) => object)).toEqual(["shop/web", "shop/api"]);
    expect(printed.map(({ scaleTo }) => scaleTo)).toEqual([4, 4]);
  });

  // prettier-ignore
  it.each([
    { shows: "no list",                  raw: { autoscalers: "web" },                                                  says: "autoscalers: must be a list" },
    { shows: "one without a kind",       raw: { autoscalers: [{ spec, ...metadata("web") }] },                         says: "autoscalers[0].kind: is required" },
    { shows: "one without a name",       raw: { autoscalers: [{ ...hpa, metadata: {} }] },                             says: "autoscalers[0].metadata.namespace: is required" },
    { shows: "a step without an object", raw: { autoscalers: [web], steps: [step(0, 1, "1")] },                        says: "steps[0].object: is required; write object: shop/web" },
    { shows: "a deletion without an object", raw: { autoscalers: [web], steps: [of("shop/web", "a", 0, { events: [gone] })] }, says: "steps[0].events[0].object: is required" },
    { shows: "a created object without a name", raw: { autoscalers: [web], steps: [of("shop/web", "a", 0, { events: [{ type: "Created", autoscaler: hpa }] })] }, says: "steps[0].events[0].autoscaler.metadata: is required" },
    { shows: "a step of an unknown object", raw: { autoscalers: [web], steps: [of("shop/api", "a", 0)] },                 says: "steps[0].object: no such object exists at this step" },
    { shows: "a step of a deleted object", raw: { autoscaler: hpa, steps: [step(0, 1, "1", { events: [gone] })] },       says: "steps[0].object: no such object exists at this step" },
    { shows: "an unknown event",         raw: { autoscaler: hpa, steps: [step(0, 1, "1", { events: [{ type: "Moved" }] })] }, says: "steps[0].events[0].type: \"Moved\" is not supported; write Restarted, Deleted, Forgotten or Created" },
    { shows: "a created object without a definition", raw: { autoscaler: hpa, steps: [step(0, 1, "1", { events: [{ type: "Created" }] })] }, says: "steps[0].events[0].autoscaler: is required" },
    { shows: "an unknown call",          raw: { autoscaler: hpa, steps: [step(0, 1, "1", { errors: ["getPods"] })] },  says: "steps[0].errors[0]: \"getPods\" is not supported; write getScale, updateScale or updateStatus" },
    { shows: "a fraction of a conflict", raw: { autoscaler: hpa, steps: [step(0, 1, "1", { conflicts: 0.5 })] },       says: "steps[0].conflicts: must be a whole number" },
  ])("are refused with $shows", ({ raw, says }) => {
    const outcome = decideAutoscalerCase(raw);
    expect(outcome.ok ? "decided" : outcome.error).toContain(says);
  });
});
