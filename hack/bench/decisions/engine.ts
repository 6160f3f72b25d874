// Has the engine propose replicas as often as it can for a while: our side of decisions.ts, which
// names the file and one of its inputs. It begins with what the operator keeps of pods, and with
// PodMetrics as JSON.parse returns them.
import { readFileSync } from "node:fs";

import { decideAutoscaler } from "../../../engine/decide.ts";
import { withDefaults } from "../../../engine/defaults.ts";
import { emptyHistory } from "../../../engine/history.ts";
import { fromKubernetes, type RawObservation } from "../../../engine/observation/observation.ts";
import { trimPod } from "../../../engine/observation/pod.ts";
import { profiles } from "../../../engine/profile.ts";
import { metricVotes } from "../../../engine/recommend/metric-votes.ts";
import { toleranceOf } from "../../../engine/recommend/tolerance.ts";
import { upstreamSettings } from "../../../engine/settings.ts";
import type { Figure, Figures, Input, Inputs } from "./inputs.ts";

const [file = "", name = ""] = process.argv.slice(2);
const { warmUpSeconds, seconds, inputs, ...periods } = JSON.parse(
  readFileSync(file, "utf8"),
) as Inputs;
// Tolerance is 0 because the other side cannot be given any.
const settings = { ...upstreamSettings, ...periods, tolerance: 0 };

const input = inputs.find(each => each.name === name);
if (!input) throw new Error(`${file} has no input "${name}"`);
const figures: Figures = {
  proposal: measure(proposer(input)),
  wholeDecision: measure(decider(input)),
};
console.log(JSON.stringify(figures));

/** What the other side does: from the samples of one metric to the count that it proposes. */
function proposer(asked: Input): () => number {
  const { metrics } = specOf(asked);
  const raw = rawObservation(asked);
  const { specReplicas, statusReplicas } = raw.scale;
  const tolerance = toleranceOf(null, settings);
  const profile = profiles["HPA-1.36"];
  const context = { specReplicas, statusReplicas, tolerance, settings, profile, now: Date.now() };
  return () => {
    const [counted] = metricVotes(metrics, fromKubernetes(raw, metrics), context);
    if (counted?.vote.kind !== "Count") throw new Error(`no proposal for ${name}`);
    return counted.vote.replicas;
  };
}

/** All stages; each decision finds what the one before left behind. */
function decider(asked: Input): () => number {
  const spec = specOf(asked);
  const raw = rawObservation(asked);
  const profile = profiles.None;
  let history = emptyHistory("uid");
  let now = Date.now();
  return () => {
    // Little enough for new pods to stay so.
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
    pods: pods.map(trimPod),
    answers: [{ kind: "PodMetrics", items: podMetrics }],
  };
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
