import { setTimeout as sleep } from "node:timers/promises";

import fc from "fast-check";
import { expect } from "vitest";

import type { Autoscaler, AutoscalerStatus } from "../../crds/generated/autoscaler.ts";
import type { AuditEvent } from "../../hack/cluster/audit.ts";
import { draw } from "../faults/load-script.ts";
import {
  answeredAt,
  describeRequest,
  loggedRequests,
  receivedAt,
  requestsOfOperator,
  storedPatches,
} from "./cluster/audit.ts";
import { eventually } from "./eventually.ts";
import { scaleTarget } from "./cluster/objects.ts";
import { asWanted, becomes, upAtOnce, want } from "./wanted-count.ts";
import { deployments } from "./cluster/sandbox.ts";
import { it, type Workloads } from "./cluster/workloads.ts";

/** Determines the times of the HPAs and the load; SEED repeats them. */
const seed = Number(process.env["SEED"] ?? Date.now() % 1_000_000);
const rounds = 2;
const hpas = "apis/autoscaling/v2/horizontalpodautoscalers";

const round = fc.record({
  // Around the operator's next read of the metric, which is at most 3 s away.
  pauseMs: fc.integer({ min: 0, max: 3_000 }),
  low: fc.integer({ min: 2, max: 4 }),
  high: fc.integer({ min: 6, max: 8 }),
});

/** Follows the same metric as the Autoscaler. */
const hpa = {
  metadata: { name: "rival" },
  spec: {
    scaleTargetRef: scaleTarget("Deployment", "web"),
    ...{ minReplicas: 1, maxReplicas: asWanted.maxReplicas, metrics: asWanted.metrics },
    behavior: { scaleUp: upAtOnce },
  },
};

/** The HPA controller has seen the lower load and waits for the end of its window of 300 s. */
const hpaHoldsBack = (workloads: Workloads) =>
  eventually(async () => {
    const { status } = await workloads.get(hpas, "rival");
    const { conditions = [] } = status as { conditions?: { type: string; reason: string }[] };
    const able = conditions.find(({ type }) => type === "AbleToScale");
    expect(able?.reason).toBe("ScaleDownStabilized");
  });

/** Within its tolerance, an HPA asks for the pods that there are, which may still be those of the last round. */
const hasPods = (workloads: Workloads, count: number) =>
  eventually(async () => {
    const { status } = await workloads.get(deployments, "web");
    expect((status as { replicas?: number }).replicas).toBe(count);
  });

const namesHpa = ({ conditions = [] }: Pick<AutoscalerStatus, "conditions">): boolean =>
  conditions.some(
    ({ type, status, reason, message = "" }) =>
      `${type} ${status} ${reason}` === "Stalled True ConflictingAutoscaler" &&
      message.startsWith("HorizontalPodAutoscaler rival scales the same target"),
  );

/** The operator's writes during the life of each HPA, before and after it reported the HPA. */
async function countsBeside(workloads: Workloads) {
  const { cluster, namespace } = workloads;
  const requests = await loggedRequests(cluster, namespace);
  const timesOf = (what: string, time: (request: AuditEvent) => number) =>
    requests.filter(request => describeRequest(request) === what).map(time);
  const created = timesOf("create horizontalpodautoscalers", answeredAt);
  const deleted = timesOf("delete horizontalpodautoscalers", receivedAt);
  const asked = (await requestsOfOperator(cluster, namespace))
    .filter(request => describeRequest(request) === "patch deployments/scale")
    .map(receivedAt);
  const named = (await storedPatches(workloads, "status"))
    .filter(({ responseObject }) => namesHpa((responseObject as Autoscaler).status ?? {}))
    .map(answeredAt);
  const countBetween = (since: number, until: number) =>
    asked.filter(time => since < time && time < until).length;
  return created.map((since, index) => {
    const until = deleted[index] ?? Infinity;
    const first = named.find(time => time > since) ?? NaN;
    return { before: countBetween(since, first), after: countBetween(first, until) };
  });
}

it(`an HPA that comes and goes is the only writer once it is seen, SEED=${seed}`, async ({
  workloads,
}) => {
  const drawn = draw(round, seed, rounds);
  await workloads.run("web", { replicas: 2, usage: {} });
  await want(workloads, 5);
  await workloads.scaler("web", {
    ...asWanted,
    behavior: { ...asWanted.behavior, scaleUp: upAtOnce },
  });
  await becomes(workloads, 5);
  for (const { pauseMs, low, high } of drawn) {
    await want(workloads, high);
    await sleep(pauseMs);
    await workloads.create(hpas, hpa);
    await eventually(async () => {
      expect(await workloads.scalerStatus("web")).toSatisfy(namesHpa);
    });
    // The real HPA controller follows the load up immediately, and down after its window.
    await want(workloads, high + 4);
    await becomes(workloads, high + 4);
    await want(workloads, low);
    await hpaHoldsBack(workloads);
    expect(await workloads.replicas("web")).toBe(high + 4);
    await workloads.delete(hpas, "rival");
    await becomes(workloads, low);
    await hasPods(workloads, low);
  }
  expect((await workloads.verdicts("web"))["Ready"]).toBe("True/Ready");

  const counts = await countsBeside(workloads);
  expect(counts.map(({ after }) => after)).toEqual(drawn.map(() => 0));
  // A write may have been in flight.
  expect(Math.max(...counts.map(({ before }) => before))).toBeLessThanOrEqual(1);
});
