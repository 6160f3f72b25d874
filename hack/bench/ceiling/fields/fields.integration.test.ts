import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";

import { mustRequest } from "../../../cluster/api.ts";
import { startOperator, type Operator } from "../../../cluster/operator/operator.ts";
import { startReplay, type Replay } from "../../replay/replay.ts";
import { chosenFields, features, fieldsOf } from "./features.ts";
import { startSources, type Sources } from "./sources.ts";

const population = { namespaces: 2, objects: 10, pods: 4, nodes: 1, bystanders: 0 };
const soon = { timeout: 90_000, interval: 500 };
/** Instead of 15: the fallback begins with the second period. */
const often = { syncPeriodSeconds: 3 };
const together = fieldsOf(
  Object.keys(features)
    // A forecast and an expression exclude each other.
    .filter(name => !["order", "forecast"].includes(name))
    .join("+"),
);

let replay: Replay;
let sources: Sources;
let operator: Operator;

beforeAll(async () => {
  replay = await startReplay(population);
  sources = await startSources(together.sources);
  await replay.give({ ...together.spec, ...often });
  operator = await startOperator(replay.target, {
    ...{ replica: "fields", webhook: false, token: "replayed", args: sources.args },
    values: { ...together.values, ...fieldsOf("order").values },
  });
});

afterAll(async () => {
  await operator.stop();
  await Promise.all([replay.stop(), sources.stop()]);
});

/** The status of each Autoscaler. */
async function statuses(): Promise<string[]> {
  const path = "/apis/autoscaling.trimtab.dev/v1alpha1/autoscalers";
  const { items = [] } = await mustRequest(replay.target, "GET", path);
  return items.map(({ status }) => JSON.stringify(status));
}

/** How many Autoscalers have this in their status. */
const countWith = async (text: string): Promise<number> =>
  (await statuses()).filter(status => status.includes(text)).length;

describe("on the replay API server, all Autoscalers follow", () => {
  it.each([
    { feature: "schedules", shows: `"schedule":{"active":` },
    { feature: "expression", shows: "max(min(cpu, memory), cpu / 2) with cpu 4" },
    { feature: "fallback", shows: `"reason":"FallbackActive"` },
    { feature: "owner", shows: `"pods":{"leftOut":0}` },
    { feature: "health", shows: `"step":"health"` },
    { feature: "groups", shows: `"step":"multiple"` },
    { feature: "activation", shows: "100, target 100: within tolerance" },
    { feature: "prometheus", shows: "Prometheus query sum(queue_messages_ready) of prometheus" },
    { feature: "scaler", shows: `"source":"external scaler scaler"` },
  ])("$feature of BENCH_FIELDS", async ({ shows }) => {
    await vi.waitFor(async () => {
      expect(await countWith(shows)).toBe(population.objects);
    }, soon);
    expect(await sources.asked()).toBeGreaterThan(population.objects);
  });

  it("order of BENCH_FIELDS, and the server removes the marked pods", async () => {
    const [, order] = chosenFields("order");
    await replay.give({ ...order?.spec, ...often, minReplicas: 2 });
    await replay.use(0.25);
    await vi.waitFor(async () => {
      expect(await countWith(`"currentReplicas":2`)).toBe(population.objects);
    }, soon);
    const { requests } = await replay.replayed();
    expect(requests["patch pods"]).toBeGreaterThan(0);
    const pods = await mustRequest(replay.target, "GET", "/api/v1/pods");
    expect(pods.items).toHaveLength(2 * population.objects);
    expect(JSON.stringify(pods)).not.toContain("removed-first");
  });
});
