import { describe, expect, it } from "vitest";

import { type FieldError, ok } from "../../engine/model/values/result.ts";
import { failure } from "../../kube/testing/failure.ts";
import { ManualClock } from "../../kube/testing/manual-clock.ts";
import { SomePods } from "./some-pods.ts";
import { adviceOn, type Adviser } from "./testing/advice.ts";
import { warnMissingRequests } from "./admit.ts";

const adviser: Adviser = (transport, spec, about) => {
  const pods = new SomePods({ transport, clock: new ManualClock(), watched: () => null });
  return warnMissingRequests(pods, spec, about);
};

const pod = (requests: object) => ({
  metadata: { name: "web-1" },
  spec: { containers: [{ name: "main", resources: { requests } }] },
});
const percent = { type: "Utilization", averageUtilization: 80 };
const cpu = { type: "Resource", resource: { name: "cpu", target: percent } };
const memory = { type: "Resource", resource: { name: "memory", target: percent } };
const amount = {
  type: "Resource",
  resource: { name: "memory", target: { type: "AverageValue", averageValue: "1Gi" } },
};
const ofContainer = {
  type: "ContainerResource",
  containerResource: { name: "cpu", container: "side", target: percent },
};

const saidIn = (found: readonly FieldError[]) =>
  found.map(({ path, code, message }) => `${path} ${code}: ${message}`);

async function advise(metrics: readonly object[], items: readonly object[], selector = "app=web") {
  const spec = { scaleTargetRef: {}, maxReplicas: 3, metrics };
  const given = { answer: ok({ items }), selectors: selector === "" ? [] : [selector] };
  const { found, asked } = await adviceOn(adviser, spec, given);
  return { said: saidIn(found), asked };
}

describe("warnMissingRequests", () => {
  // prettier-ignore
  it.each<{ shows: string; metrics: readonly object[]; pods: readonly object[]; want: readonly string[] }>([
    { shows: "returns nothing if all requests are set", metrics: [cpu],          pods: [pod({ cpu: "1" })],    want: [] },
    { shows: "returns nothing without a pod",           metrics: [cpu],          pods: [],                     want: [] },
    { shows: "returns nothing for an amount",           metrics: [amount],       pods: [pod({ cpu: "1" })],    want: [] },
    { shows: "returns the pod and the container",       metrics: [cpu, memory],  pods: [pod({ cpu: "1" })],    want: ["spec.metrics[1] RequestMissing: pod web-1 has no request for memory in container main, so there is nothing to take a percentage of"] },
    { shows: "includes the default metric",             metrics: [],             pods: [pod({})],              want: ["spec.metrics RequestMissing: pod web-1 has no request for cpu in container main, so there is nothing to take a percentage of"] },
    { shows: "returns a missing container",             metrics: [ofContainer],  pods: [pod({ cpu: "1" })],    want: ["spec.metrics[0] RequestMissing: pod web-1 has no container side, so there is nothing to take a percentage of"] },
    { shows: "returns one pod of several",              metrics: [cpu],          pods: [pod({ cpu: "1" }), pod({}), pod({})], want: ["spec.metrics[0] RequestMissing: pod web-1 has no request for cpu in container main, so there is nothing to take a percentage of"] },
  ])("$shows", async ({ metrics, pods, want }) => {
    expect((await advise(metrics, pods)).said).toEqual(want);
  });

  it("returns nothing if the first pods may be those of another workload", async () => {
    const spec = { maxReplicas: 3, metrics: [cpu], selectionStrategy: "OwnerReference" };
    const { found } = await adviceOn(adviser, spec, { answer: ok({ items: [pod({})] }) });
    expect(found).toEqual([]);
  });

  const value = { comparison: "GreaterThan", value: 80, durationSeconds: 30, increment: 1 };
  const share = { ...value, valueType: "Utilization" };
  const resource = { type: "Resource", resource: { name: "cpu" } };
  const side = { type: "ContainerResource", containerResource: { name: "cpu", container: "side" } };

  // prettier-ignore
  it.each<{ shows: string; threshold: object; want: readonly string[] }>([
    { shows: "returns the base of a value",             threshold: { type: "Value", value: { ...share, metric: resource } }, want: ["spec.thresholds[0] RequestMissing: pod web-1 has no request for cpu in container main, so there is nothing to take a percentage of"] },
    { shows: "returns the base of a container's value", threshold: { type: "Value", value: { ...share, metric: side } },     want: ["spec.thresholds[0] RequestMissing: pod web-1 has no container side, so there is nothing to take a percentage of"] },
    { shows: "returns nothing for an amount",           threshold: { type: "Value", value: { ...value, metric: resource } }, want: [] },
    { shows: "returns the base of an intent",           threshold: { type: "Intention", intention: { intent: "MemoryUtilization", value: 70 } }, want: ["spec.thresholds[0] RequestMissing: pod web-1 has no request for memory in container main, so there is nothing to take a percentage of"] },
  ])("$shows in a threshold", async ({ threshold, want }) => {
    const spec = { maxReplicas: 3, thresholds: [{ name: "busy", ...threshold }] };
    const answer = ok({ items: [pod({})] });
    const { found } = await adviceOn(adviser, spec, { answer });
    expect(saidIn(found)).toEqual(want);
  });

  it("reads a few pods of the target, once", async () => {
    const { asked } = await advise([cpu, memory], []);
    expect(asked).toMatchObject([
      { path: "/api/v1/namespaces/shop/pods", query: { labelSelector: "app=web", limit: 3 } },
    ]);
  });

  it.each([
    { when: "nothing is a percentage", metrics: [amount], selector: "app=web" },
    { when: "the target does not exist", metrics: [cpu], selector: "" },
  ])("sends no request if $when", async ({ metrics, selector }) => {
    expect((await advise(metrics, [], selector)).asked).toEqual([]);
  });

  it.each([
    { when: "the read fails", answer: failure("Timeout") },
    { when: "the response is null", answer: ok(null) },
    { when: "there are no items", answer: ok({ items: null }) },
  ])("returns nothing if $when", async ({ answer }) => {
    const spec = { maxReplicas: 3, metrics: [cpu] };
    const { found } = await adviceOn(adviser, spec, { answer });
    expect(found).toEqual([]);
  });
});
