import { expect, it, vi } from "vitest";

import { memoryOf } from "../../host/processes.ts";
import { memoryLimit } from "./memory-limit.ts";
import { startOperator } from "../../cluster/operator/operator.ts";
import { startReplay } from "./replay.ts";

const population = { namespaces: 5, objects: 500, pods: 5, nodes: 100, bystanders: 0 };

it("the operator needs as much memory as docs/memory.md says", async () => {
  const replay = await startReplay(population);
  const operator = await startOperator(replay.target, {
    ...{ replica: "memory", webhook: false, token: "replayed", values: { logLevel: "debug" } },
  });
  await vi.waitFor(
    () => {
      expect(operator.log().split(`"msg":"decided"`).length).toBeGreaterThan(population.objects);
    },
    { timeout: 60_000, interval: 500 },
  );
  const { objects, pods, nodes, namespaces } = population;
  const limit = memoryLimit({ objects, targets: objects, pods: objects * pods, nodes, namespaces });
  const peak = memoryOf(operator.pid, "VmHWM") ?? NaN;
  await operator.stop();
  await replay.stop();
  expect(peak / limit).toBeLessThan(1);
  expect(peak / limit).toBeGreaterThan(0.5);
});
