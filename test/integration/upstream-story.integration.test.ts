import { describe, expect } from "vitest";

import { eventually } from "./eventually.ts";
import { configMaps, it, type Sandbox } from "./cluster/sandbox.ts";

/** Upstream's table, with the changes that its test makes. */
const ladder = (changed: Readonly<Record<number, number>> = {}) => {
  // prettier-ignore
  const cores = [
    [1, 1], [2, 2], [3, 3], [512, 5], [1024, 7], [2048, 10], [4096, 15], [8192, 20], [12288, 30],
    [16384, 40], [20480, 50], [24576, 60], [28672, 70], [32768, 80], [65535, 100],
  ] as const;
  const coresToReplicas = cores.map(([from, replicas]) => [from, changed[from] ?? replicas]);
  return {
    ladder: JSON.stringify({
      coresToReplicas,
      nodesToReplicas: [
        [1, 1],
        [2, 2],
      ],
    }),
  };
};

/** One node here stands for a hundred of upstream's. */
const linear = {
  linear: JSON.stringify({ coresPerReplica: 100, nodesPerReplica: 0.1, min: 1, max: 100 }),
};

/** Resizes the cluster; all nodes have the same number of cores. */
async function resize({ nodes }: Sandbox, current: string[], count: number, cores: number) {
  const superfluous = current.splice(count);
  const cpu = `${(cores * 1000) / count}m`;
  await Promise.all(current.map(name => nodes.setCpu(name, cpu)));
  current.push(...(await nodes.add(count - current.length, { cpu })));
  await nodes.delete(...superfluous);
}

/**
 * Source  upstream autoscaler_server_test.go, the Run scenario: the same cores; node counts are a
 *         hundredth from 100 on, otherwise a few, which give equal results in every table here.
 */
describe.concurrent("upstream's own scenario", () => {
  it("leads to the same sizes under CPA-1.10", async ({ sandbox }) => {
    const nodes: string[] = [];
    const becomes = (replicas: number) =>
      eventually(async () => {
        expect(await sandbox.replicas("dns")).toBe(replicas);
      });
    const isCurrent = (status: string) =>
      eventually(async () => {
        const { ParametersCurrent } = await sandbox.conditions("dns");
        expect(ParametersCurrent?.status).toBe(status);
      });
    await sandbox.deployments({ dns: 0 });
    await sandbox.configMap("sizes", ladder());
    const configMapRef = { name: "sizes" };
    await sandbox.autoscaler("dns", { configMapRef, algorithm: "CPA-1.10" });
    await becomes(1);

    await resize(sandbox, nodes, 1, 800);
    await becomes(5);
    await resize(sandbox, nodes, 3, 1);
    await becomes(2);
    await resize(sandbox, nodes, 5, 200_000);
    await becomes(100);
    await sandbox.rewrite("sizes", ladder({ 3: 4, 65535: 200 }));
    await becomes(200);
    await resize(sandbox, nodes, 1, 500);
    await becomes(4);

    await sandbox.delete(configMaps, "sizes");
    await resize(sandbox, nodes, 4, 2000);
    await becomes(7);
    await isCurrent("False");
    await sandbox.configMap("sizes", ladder());
    await isCurrent("True");
    await becomes(7);
    await sandbox.rewrite("sizes", linear);
    await becomes(40);
    await resize(sandbox, nodes, 1, 1600);
    await becomes(16);
    await resize(sandbox, nodes, 5, 100_000);
    await becomes(100);
  });
});
