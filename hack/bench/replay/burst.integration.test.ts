import { afterAll, beforeAll, expect, it, vi } from "vitest";

import { mustRequest } from "../../cluster/api.ts";
import { startOperator, type Operator } from "../../cluster/operator/operator.ts";
import { total } from "../ceiling/counts.ts";
import { startReplay, type Replay } from "./replay.ts";

const objects = 300;
const population = { namespaces: 1, objects, pods: 2, nodes: 3, bystanders: 0 };
/** A namespace gets one of two workers, so that nearly all changes have to wait. */
const args = ["--workers=2"];
const path = "/apis/autoscaling.trimtab.dev/v1alpha1/namespaces/scale-0/autoscalers";

interface Stored {
  readonly status: {
    readonly currentReplicas?: number;
    readonly lastScaleTime?: string;
    readonly history?: { readonly pending?: object };
  };
}

let replay: Replay;
let operator: Operator;

beforeAll(async () => {
  replay = await startReplay(population);
  await replay.give({ syncPeriodSeconds: 60, cpuInitializationPeriodSeconds: 0 });
  await replay.use(0.7);
  const options = { replica: "replay", webhook: false, token: "replayed" };
  operator = await startOperator(replay.target, { ...options, args });
});

afterAll(async () => {
  await operator.stop();
  await replay.stop();
});

async function writes() {
  const { requests } = await replay.replayed();
  const of = Object.entries(requests).filter(([kind]) =>
    /^(create events|patch) /.test(`${kind} `),
  );
  return { all: total(Object.fromEntries(of)), scales: requests["patch deployments/scale"] ?? 0 };
}

it("changes many objects with two requests each, and then completes their statuses", async () => {
  const { all, scales } = await vi.waitFor(
    async () => {
      const sent = await writes();
      expect(sent.scales).toBeGreaterThanOrEqual(objects);
      return sent;
    },
    { timeout: 60_000, interval: 50 },
  );
  expect(all / scales).toBeGreaterThanOrEqual(2);
  expect(all / scales).toBeLessThanOrEqual(2.2);
  await vi.waitFor(
    async () => {
      const { items } = (await mustRequest(replay.target, "GET", path)) as { items: Stored[] };
      const told = items.filter(
        ({ status: { currentReplicas, lastScaleTime, history } }) =>
          currentReplicas === 3 && lastScaleTime !== undefined && history?.pending === undefined,
      );
      expect(told).toHaveLength(objects);
    },
    { timeout: 30_000, interval: 500 },
  );
});
