import { readFileSync } from "node:fs";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { startCluster, type Cluster } from "../../hack/cluster/cluster.ts";
import { createNodes } from "../../hack/cluster/nodes.ts";
import { installProduct } from "../../hack/cluster/operator/install.ts";
import { startMetricsApi, type MetricsApi } from "../../hack/cluster/operator/metrics-api.ts";
import { startOperator, type Operator } from "../../hack/cluster/operator/operator.ts";
import { testPace } from "../../hack/cluster/pace.ts";
import type { Program } from "../../hack/neighbours/program.ts";
import { rolloutsVersion } from "../../hack/neighbours/rollouts/build.ts";
import { startRollouts } from "../../hack/neighbours/rollouts/start.ts";
import { isRouted, strategies, type Strategy } from "./rollouts/objects.ts";
import { play, type Direction, type Played } from "./rollouts/play.ts";
import type { Sample } from "./rollouts/scene.ts";

interface Scene {
  readonly strategy: Strategy;
  readonly direction: Direction;
}

const scenes: readonly Scene[] = strategies.flatMap(strategy => [
  { strategy, direction: "up" as const },
  { strategy, direction: "down" as const },
]);

let cluster: Cluster;
let rollouts: Program;
let metrics: MetricsApi;
let operator: Operator;
let played: ReadonlyMap<Scene, Played>;

const values = { extraTargets: [{ apiGroup: "argoproj.io", resource: "rollouts", watch: true }] };

beforeAll(async () => {
  cluster = await startCluster({ name: "rollouts", componentArgs: testPace });
  await createNodes(cluster, { count: 4, cpu: "64", pods: "1000" });
  [rollouts, metrics] = await Promise.all([startRollouts(cluster), startMetricsApi(cluster)]);
  await installProduct(cluster, values);
  operator = await startOperator(cluster, { replica: "rollouts", values });
  // Most of a scene is waiting, so all of them play at the same time.
  const ends = scenes.map(async scene => {
    const samples = await play({ cluster, metrics }, scene.strategy, scene.direction);
    return [scene, samples] as const;
  });
  played = new Map(await Promise.all(ends));
  if (process.env["TRIMTAB_FIGURES"] === "1") for (const scene of scenes) print(scene);
});

afterAll(async () => {
  await operator.stop();
  await metrics.stop();
  await rollouts.stop();
  await cluster.stop();
});

const samplesOf = (scene: Scene, scaler: keyof Played): readonly Sample[] =>
  played.get(scene)?.[scaler] ?? [];

/** 8x12 6x3: consecutive equal values, with how many samples have them. */
function runsOf(values: readonly (number | string | null)[]): string {
  const runs: { readonly value: number | string | null; times: number }[] = [];
  for (const value of values) {
    const last = runs.at(-1);
    if (last?.value === value) last.times += 1;
    else runs.push({ value, times: 1 });
  }
  return runs.map(({ value, times }) => `${value}x${times}`).join(" ");
}

function print(scene: Scene): void {
  for (const [scaler, samples] of Object.entries(played.get(scene) ?? {})) {
    console.log(`${scene.strategy} ${scene.direction}, ${scaler}, ${samples.at(-1)?.at} s`);
    for (const field of ["needed", "replicas", "current", "reported", "pods"] as const) {
      console.log(`  ${field} ${runsOf(samples.map(sample => sample[field]))}`);
    }
    const phases = samples.map(({ phase, isRolling }) => (isRolling ? `${phase}*` : phase));
    console.log(`  phase ${runsOf(phases)}`);
  }
}

const most = (samples: readonly Sample[], field: "needed" | "replicas" | "pods"): number =>
  Math.max(...samples.map(sample => sample[field]));

/** The counts without consecutive duplicates. */
const pathOf = (samples: readonly Sample[]): number[] =>
  samples.map(({ replicas }) => replicas).filter((count, at, all) => count !== all[at - 1]);

const isReduced = (samples: readonly Sample[]): boolean => {
  const [first] = samples;
  return samples.some(({ replicas }) => replicas < (first?.replicas ?? 0));
};

const rolling = (samples: readonly Sample[]): Sample[] =>
  samples.filter(({ isRolling }) => isRolling);

/** How many pods a strategy has next to the count: a surge of 25%, or a second version of that size. */
const surgeOf = { canary: 1.25, "routed canary": 2, "full canary": 2, "blue/green": 2 };

describe.each(scenes)("during a $strategy, as the load goes $direction,", scene => {
  it.each(["default", "allow"] as const)("the count of %s follows the load alone", scaler => {
    const samples = samplesOf(scene, scaler);
    expect(most(samples, "replicas")).toBeLessThanOrEqual(most(samples, "needed"));
    const way = scene.direction === "up" ? 1 : -1;
    const path = pathOf(samples);
    expect(path).toEqual(path.toSorted((a, b) => way * (a - b)));
    expect(path.length).toBeGreaterThan(1);
  });

  it.each(["default", "allow"] as const)("the pods of %s are those of the strategy", scaler => {
    const samples = samplesOf(scene, scaler);
    const allowed = Math.ceil(most(samples, "replicas") * surgeOf[scene.strategy]);
    expect(most(samples, "pods")).toBeLessThanOrEqual(allowed);
  });

  it("status.currentReplicas is the count, without surge pods", () => {
    const samples = samplesOf(scene, "default");
    const counts = new Set(pathOf(samples));
    const shown = samples.flatMap(({ current }) => current ?? []);
    expect(shown.length).toBeGreaterThan(0);
    expect(shown.filter(current => !counts.has(current))).toEqual([]);
  });

  it("the default removes no replica", () => {
    const during = rolling(samplesOf(scene, "default"));
    expect(during.length).toBeGreaterThan(20);
    expect(isReduced(during)).toBe(false);
  });
});

describe("the load of a rollout that is half done", () => {
  it.each(
    scenes.filter(({ strategy, direction }) => strategy === "canary" && direction === "down"),
  )("takes replicas from a $strategy where Allow says so", scene => {
    expect(isReduced(rolling(samplesOf(scene, "allow")))).toBe(true);
  });

  it.each(scenes.filter(({ strategy }) => isRouted(strategy)))(
    "makes an HPA of a $strategy add more replicas than it needs as the load goes $direction",
    scene => {
      const samples = samplesOf(scene, "hpa");
      expect(most(samples, "replicas")).toBeGreaterThan(most(samples, "needed"));
    },
  );
});

it("the documentation names the version that ran", () => {
  const page = readFileSync(join(import.meta.dirname, "../../docs/autoscaler-pods.md"), "utf8");
  expect(page).toContain(`Argo Rollouts ${rolloutsVersion().slice(1)}`);
});
