import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";

import { startOperator, type Operator } from "../../cluster/operator/operator.ts";
import { startReplay, type Replay } from "./replay.ts";

/** The 610 pods of a namespace are three pages. */
const population = { namespaces: 2, objects: 10, pods: 2, nodes: 3, bystanders: 600 };
const soon = { timeout: 60_000, interval: 500 };
/** Instead of 15 s, and of the minutes in which the usage of a new pod is not yet typical of it. */
const soonScaled = { syncPeriodSeconds: 3, cpuInitializationPeriodSeconds: 0 };

let replay: Replay;
let operator: Operator;

beforeAll(async () => {
  replay = await startReplay(population);
  await replay.give(soonScaled);
  operator = await startOperator(replay.target, {
    ...{ replica: "replay", webhook: false, token: "replayed", values: { logLevel: "debug" } },
  });
});

afterAll(async () => {
  await operator.stop();
  await replay.stop();
});

/** The objects that have such a line in the log, with this count if one is given. */
function objectsWith(message: string, to?: number): number {
  const lines = operator.log().split("\n");
  const keys = lines
    .filter(line => line.includes(`"msg":"${message}"`))
    .map(line => JSON.parse(line) as { readonly key: string; readonly to: number })
    .filter(line => to === undefined || line.to === to)
    .map(({ key }) => key);
  return new Set(keys).size;
}

describe("the operator with a replay API server", () => {
  it("lists all pages once, decides on all objects, and scales them when the load rises", async () => {
    const { lists, pages } = await vi.waitFor(async () => {
      expect(objectsWith("decided")).toBe(population.objects);
      const replayed = await replay.replayed();
      const writes = replayed.requests["patch autoscalers/status"];
      // After the decision.
      expect(writes).toBeGreaterThanOrEqual(population.objects);
      return replayed;
    }, soon);
    expect([lists["pods scale-0"], pages["pods scale-0"]]).toEqual([1, 3]);
    expect(objectsWith("scale")).toBe(0);
    await replay.use(0.7);
    // Two pods become 2.8 and three become 4.2; the maximum is 4.
    await vi.waitFor(() => {
      expect(objectsWith("scale", 3)).toBe(population.objects);
      expect(objectsWith("scale", 4)).toBe(population.objects);
    }, soon);
  });

  it("lists again when the versions of its watches are gone", async () => {
    const before = await replay.replayed();
    await replay.cut({ gone: true });
    await vi.waitFor(async () => {
      const { lists } = await replay.replayed();
      for (const place of ["pods scale-0", "pods scale-1", "deployments ", "autoscalers "]) {
        expect({ place, lists: lists[place] }).toEqual({
          place,
          lists: (before.lists[place] ?? 0) + 1,
        });
      }
    }, soon);
  });
});
