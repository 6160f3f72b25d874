// The engine's side of decisions.ts, which passes the file and the name of one of its inputs: computes as
// many proposals as it can for a while. It starts from what the operator keeps of pods, and from PodMetrics
// as JSON.parse returns them.
import { readFileSync } from "node:fs";

import { decideAutoscaler } from "../../../engine/decide.ts";
import { withDefaults } from "../../../engine/spec/defaults.ts";
import { emptyHistory } from "../../../engine/model/history.ts";
import type { RawObservation } from "../../../engine/model/observation/observation.ts";
import { fromKubernetes } from "../../../engine/sources/from-kubernetes.ts";
import { type Pod, shareWith, trimPod } from "../../../engine/model/observation/pod.ts";
import { readPodUsage } from "../../../engine/model/observation/pod-usage.ts";
import { profiles } from "../../../engine/model/spec/profile.ts";
import { metricVotes } from "../../../engine/votes/metric-votes.ts";
import { toleranceOf } from "../../../engine/arithmetic/usage-ratio.ts";
import { upstreamSettings } from "../../../engine/model/spec/settings.ts";
import type { Figure, Figures, Input, Inputs } from "./inputs.ts";

const [file = "", name = ""] = process.argv.slice(2);
const { warmUpSeconds, seconds, inputs, ...periods } = JSON.parse(
  readFileSync(file, "utf8"),
) as Inputs;
// Tolerance is 0 because the other side does not support one.
const settings = { ...upstreamSettings, ...periods, tolerance: 0 };

const input = inputs.find(each => each.name === name);
if (!input) throw new Error(`${file} has no input "${name}"`);
const figures: Figures = {
  proposal: measure(proposer(input)),
  wholeDecision: measure(decider(input)),
};
console.log(JSON.stringify(figures));

/** The same as the other side: from the samples of one metric to the proposed count. */
function proposer(asked: Input): () => number {
  const { metrics } = specOf(asked);
  const raw = rawObservation(asked);
  const { specReplicas, statusReplicas } = raw.scale;
  const tolerance = toleranceOf(null, settings);
  const profile = profiles["HPA-1.36"];
  const context = { specReplicas, statusReplicas, tolerance, settings, profile, now: Date.now() };
  return () => {
    const [counted] = metricVotes(metrics, fromKubernetes(raw, metrics), context);
    if (counted?.vote.type !== "Count") throw new Error(`no proposal for ${name}`);
    return counted.vote.replicas;
  };
}

/** All stages; each decision starts from the result of the previous one. */
function decider(asked: Input): () => number {
  const spec = specOf(asked);
  const raw = rawObservation(asked);
  const profile = profiles["Trimtab-1"];
  let history = emptyHistory("uid");
  let now = Date.now();
  return () => {
    // Small enough that new pods stay new.
    now += 1;
    const observation = fromKubernetes(raw, spec.metrics);
    const outcome = decideAutoscaler({ now, spec, settings, profile, observation, history });
    ({ history } = outcome);
    return outcome.decision.to;
  };
}

function specOf({ targetUtilization }: Input) {
  const target = { averageUtilization: targetUtilization };
  const behavior = { scaleUp: { stabilizationWindowSeconds: 60 } };
  return withDefaults(
    {
      maxReplicas: 1000,
      metrics: [{ type: "Resource", resource: { name: "cpu", target } }],
      behavior,
    },
    settings,
  );
}

function rawObservation({ currentReplicas, selector, pods, podMetrics }: Input): RawObservation {
  return {
    scale: { specReplicas: currentReplicas, statusReplicas: currentReplicas, selector },
    pods: shared(pods.map(trimPod)),
    answers: [{ kind: "PodMetrics", items: readPodUsage(podMetrics) }],
  };
}

/** As in the operator, pods of one template share labels and requests. */
function shared(pods: readonly Pod[]): Pod[] {
  const [first] = pods;
  return pods.map(pod => (first ? shareWith(first, pod) : pod));
}

function measure(decide: () => number): Figure {
  repeat(decide, warmUpSeconds);
  return repeat(decide, seconds);
}

function repeat(decide: () => number, forSeconds: number): Figure {
  const began = performance.now();
  let decisions = 0;
  let replicas = NaN;
  while (performance.now() - began < forSeconds * 1000) {
    for (let batch = 0; batch < 100; batch++) replicas = decide();
    decisions += 100;
  }
  return { replicas, perSecond: (decisions * 1000) / (performance.now() - began) };
}
