/**
 * What a decision costs: `node hack/bench/decisions.ts`. One Autoscaler with cpu utilization and
 * `behavior`, its pods and their metrics as they come from JSON; grouping, requests, history and all
 * stages included. "pods trimmed" is how the operator decides: its reflector has trimmed them.
 * SECONDS (1) is how long each line takes.
 */
import type { AutoscalerSpec, Compatibility } from "../../engine/autoscaler-spec.ts";
import { decideAutoscaler } from "../../engine/decide.ts";
import { withDefaults } from "../../engine/defaults.ts";
import { emptyHistory } from "../../engine/history.ts";
import { fromKubernetes } from "../../engine/observation/observation.ts";
import { type RawPod, trimPod } from "../../engine/observation/pod.ts";
import type { RawPodMetrics } from "../../engine/observation/pod-sample.ts";
import { profiles } from "../../engine/profile.ts";
import { upstreamSettings as settings } from "../../engine/settings.ts";

const seconds = Number(process.env["SECONDS"] ?? 1);
const start = Date.parse("2026-01-01T00:00:00Z");
const syncMs = 15_000;

const autoscaler: AutoscalerSpec = {
  minReplicas: 2,
  maxReplicas: 1000,
  metrics: [{ type: "Resource", resource: { name: "cpu", target: { averageUtilization: 70 } } }],
  behavior: { scaleUp: { stabilizationWindowSeconds: 60 } },
};

const containers = ["app", "proxy"];

const podOf = (index: number): RawPod => ({
  metadata: { name: `web-${index}`, labels: { app: "web" } },
  spec: {
    containers: containers.map(name => ({
      name,
      resources: { requests: { cpu: "250m", memory: "256Mi" } },
    })),
  },
  status: {
    phase: "Running",
    startTime: "2025-12-31T00:00:00Z",
    conditions: [
      { type: "PodScheduled", status: "True", lastTransitionTime: "2025-12-31T00:00:00Z" },
      { type: "Ready", status: "True", lastTransitionTime: "2025-12-31T00:00:10Z" },
    ],
  },
});

/** As the metrics server writes them. */
const metricsOf = (index: number): RawPodMetrics => ({
  metadata: { name: `web-${index}` },
  timestamp: "2025-12-31T23:59:50Z",
  window: "15.32s",
  containers: containers.map(name => ({
    name,
    usage: { cpu: `${150_000_000 + 997 * index}n`, memory: `${200_000 + index}Ki` },
  })),
});

/** Decisions in a second, each finding what the one before left behind. */
function measure(count: number, compatibility: Compatibility, isTrimmed: boolean): number {
  const rawPods = Array.from({ length: count }, (_, index) => podOf(index));
  const items = Array.from({ length: count }, (_, index) => metricsOf(index));
  const trimmed = rawPods.map(trimPod);
  const spec = withDefaults(autoscaler, settings);
  const profile = profiles[compatibility];
  const scale = { specReplicas: count, statusReplicas: count, selector: "app=web" };
  let history = emptyHistory("uid");
  let now = start;
  const decide = (): void => {
    now += syncMs;
    const pods = isTrimmed ? trimmed : rawPods.map(trimPod);
    const raw = { scale, pods, answers: [{ kind: "PodMetrics", items }] } as const;
    const observation = fromKubernetes(raw, spec.metrics);
    ({ history } = decideAutoscaler({ now, spec, settings, profile, observation, history }));
  };
  return perSecond(decide);
}

function perSecond(decide: () => void): number {
  const run = (ms: number): number => {
    const began = performance.now();
    let decisions = 0;
    while (performance.now() - began < ms) {
      for (let batch = 0; batch < 100; batch++) decide();
      decisions += 100;
    }
    return (decisions * 1000) / (performance.now() - began);
  };
  run(300);
  return run(seconds * 1000);
}

console.log("pods  profile   objects       decisions/s  µs/decision");
for (const count of [10, 100]) {
  for (const compatibility of ["None", "HPA-1.36"] as const) {
    for (const isTrimmed of [true, false]) {
      const rate = measure(count, compatibility, isTrimmed);
      const objects = isTrimmed ? "pods trimmed" : "all raw";
      const cells = [String(count).padStart(4), compatibility.padEnd(8), objects.padEnd(12)];
      const speed = Math.round(rate).toLocaleString("en").padStart(11);
      console.log(`${cells.join("  ")}  ${speed}  ${(1e6 / rate).toFixed(1).padStart(11)}`);
    }
  }
}
