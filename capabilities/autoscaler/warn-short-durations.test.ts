import { describe, expect, it } from "vitest";

import { ok } from "../../engine/model/values/result.ts";
import { failure } from "../../kube/testing/failure.ts";
import { adviceOn } from "./testing/advice.ts";
import { warnShortDurations } from "./admit.ts";

const pod = (window: string | null, name = "web-1") => ({
  metadata: { name },
  timestamp: "2026-01-01T12:00:00Z",
  window,
  containers: [{ name: "main", usage: { cpu: "10m" } }],
});
const cpu = { type: "Resource", resource: { name: "cpu" } };
const ofMain = { type: "ContainerResource", containerResource: { name: "cpu", container: "main" } };
const ofPods = { type: "Pods", pods: { metric: { name: "rps" } } };

const value = (metric: object, durationSeconds = 20) => ({
  name: "busy",
  type: "Value",
  value: { metric, comparison: "GreaterThan", value: "50m", durationSeconds, increment: 1 },
});
const intention = {
  ...{ name: "cpu", type: "Intention", intention: { intent: "CPUUtilization", value: 70 } },
};

async function advise(threshold: object, items: readonly object[], selectors = ["app=web"]) {
  const spec = { maxReplicas: 3, thresholds: [threshold] };
  const given = { answer: ok({ items }), selectors };
  const { found, asked } = await adviceOn(warnShortDurations, spec, given);
  const said = found.map(
    ({ code, path, message, remedy }) => `${path} ${code}: ${message}; ${remedy}`,
  );
  return { said, severities: found.map(({ severity }) => severity), asked };
}

const tooShort = [
  "spec.thresholds[0].value.durationSeconds DurationBelowResolution: each sample is measured over 30 s, so 20 s are too short to tell anything; write durationSeconds: 30 or more",
];

describe("warnShortDurations", () => {
  // prettier-ignore
  it.each<{ shows: string; threshold: object; items: readonly object[]; want: readonly string[] }>([
    { shows: "reports a longer sample window",                       threshold: value(cpu),         items: [pod("30.2s")],                            want: tooShort },
    { shows: "reports the same for a container",                     threshold: value(ofMain),      items: [pod("30.2s")],                            want: tooShort },
    { shows: "reports nothing for a duration as long as the window", threshold: value(cpu, 30),     items: [pod("30.2s")],                            want: [] },
    { shows: "reports nothing for one pod with a late sample",       threshold: value(cpu),         items: [pod("15s"), pod("15s", "b"), pod("30s", "c")], want: [] },
    { shows: "reports nothing without a window",                     threshold: value(cpu),         items: [pod(null)],                               want: [] },
    { shows: "reports nothing without samples",                      threshold: value(cpu),         items: [],                                        want: [] },
  ])("$shows", async ({ threshold, items, want }) => {
    const { said, severities } = await advise(threshold, items);
    expect(said).toEqual(want);
    expect(severities).toEqual(want.map(() => "warning"));
  });

  it.each([
    { when: "another API provides the metric", threshold: value(ofPods), selectors: ["app=web"] },
    { when: "it has no duration", threshold: intention, selectors: ["app=web"] },
    { when: "the target does not exist", threshold: value(cpu), selectors: [] },
  ])("sends no request if $when", async ({ threshold, selectors }) => {
    const { said, asked } = await advise(threshold, [], selectors);
    expect({ said, asked }).toEqual({ said: [], asked: [] });
  });

  it("reports nothing without a response", async () => {
    const spec = { maxReplicas: 3, thresholds: [value(cpu)] };
    const { found } = await adviceOn(warnShortDurations, spec, { answer: failure("Timeout") });
    expect(found).toEqual([]);
  });
});
