import { expect } from "vitest";

import type { AutoscalerSpec } from "../../../crds/generated/autoscaler.ts";
import { mustRequest, type ApiObject } from "../../../hack/cluster/api.ts";
import type { Cluster } from "../../../hack/cluster/cluster.ts";
import type { Operator } from "../../../hack/cluster/operator/operator.ts";
import { eventually } from "../../integration/eventually.ts";
import { createBusy, createScaler, makeBusyPlace, scalerStatus } from "../cluster/busy-place.ts";
import { deployment, type Place } from "../cluster/fault-cluster.ts";
import type {
  MetricsAnswers,
  MetricsApi,
  UsageOf,
} from "../../../hack/cluster/operator/metrics-api.ts";

/** The shared environment of all Autoscaler tests. */
export interface World {
  readonly cluster: Cluster;
  readonly metrics: MetricsApi;
  readonly operator: Operator;
}

/** The operator's name in the audit log. */
export const replica = "autoscaler";

/** A Deployment with an Autoscaler of the same name, alone in a namespace. */
export interface Workload {
  readonly place: Place;
  readonly name: string;
  /** The metrics API's responses for its pods. */
  readonly answers: MetricsAnswers;
}

/**
 * This load for all pods together. Each requests 100m; the target is half of it. A share is rounded down:
 * quantities round up to whole millis, and three pods at 67m use more than 200m together.
 */
export const load =
  (milli: number): UsageOf =>
  ({ siblings }) =>
    Math.floor(milli / siblings);
/** Every pod is almost idle: one would be enough. */
export const idle: UsageOf = () => 10;

/** Several periods, on a busy machine. */
const patienceMs = 60_000;

/** Every pod is on target, for any number of pods. */
const asWanted: UsageOf = () => 50;

/** At rest with four pods. */
export async function runWorkload(
  { cluster, metrics }: World,
  { spec = {}, podSpec = {} }: { spec?: Partial<AutoscalerSpec>; podSpec?: object } = {},
): Promise<Workload> {
  const place = await makeBusyPlace(cluster);
  const workload = { place, name: "web", answers: metrics.in(place.namespace) };
  workload.answers.usageOf = asWanted;
  await createBusy(place, workload.name, 4, podSpec);
  await createScaler(place, workload.name, spec);
  return workload;
}

/** Waits until the pods' first samples count. */
export async function settled(workload: Workload): Promise<Workload> {
  await says(workload, "ScalingActive", "True/ValidMetricFound");
  expect(await sizeOf(workload)).toMatchObject({ replicas: 4, generation: 1 });
  return workload;
}

/** The count; the generation shows how often it was changed. */
export const sizeOf = ({ place, name }: Workload) => deployment(place, name);

/** A failure names the conditions and the pods: the namespace is deleted afterwards. */
export async function comesTo(workload: Workload, count: number): Promise<void> {
  try {
    await eventually(async () => {
      expect((await sizeOf(workload)).replicas).toBe(count);
    }, patienceMs);
  } catch (cause) {
    const { conditions } = await scalerStatus(workload.place, workload.name);
    const pods = (await podsOf(workload)).map(({ spec, status }) => ({ spec, status }));
    throw new Error(`never ${count} pods: ${JSON.stringify({ conditions, pods })}`, { cause });
  }
}

/** Waits until a condition has this "Status/Reason", and a message with these words. */
export function says(
  { place, name }: Workload,
  ...[type, verdict, words = ""]: [type: string, verdict: string, words?: string]
): Promise<void> {
  return eventually(async () => {
    const { conditions = [] } = await scalerStatus(place, name);
    const { status, reason, message } = conditions.find(condition => condition.type === type) ?? {};
    expect(`${status}/${reason}: ${message}`).toMatch(new RegExp(`^${verdict}: .*${words}`));
  }, patienceMs);
}

/** Checks that the next response leaves the workload at this size. */
export async function stays(workload: Workload, size: Awaited<ReturnType<typeof sizeOf>>) {
  const { answers } = workload;
  // The next request follows only after the previous response has been processed.
  const enough = answers.lists + 2;
  await eventually(() => {
    expect(answers.lists).toBeGreaterThanOrEqual(enough);
  }, patienceMs);
  expect(await sizeOf(workload)).toEqual(size);
}

/** The pods that have samples. */
async function runningPods(workload: Workload): Promise<ApiObject[]> {
  const pods = await podsOf(workload);
  return pods.filter(
    ({ metadata, status }) =>
      (status as { phase?: string }).phase === "Running" && !metadata?.deletionTimestamp,
  );
}

/** All pods that cannot serve have been replaced. */
export const untilRunning = (workload: Workload, count: number) =>
  eventually(async () => {
    expect(await runningPods(workload)).toHaveLength(count);
  });

/**
 * A load that is measured only while as many pods run as the Deployment asks for. Without a window, shares from a time
 * with more pods, as during their deletion, would ask for fewer pods than the load needs.
 */
export function loadOnceComplete(workload: Workload, milli: number): void {
  workload.answers.usageOf = load(milli);
  workload.answers.fault = async () => {
    const running = await runningPods(workload);
    return running.length === (await sizeOf(workload)).replicas ? null : 500;
  };
}

export async function podsOf({ place }: Workload): Promise<ApiObject[]> {
  const { items = [] } = await mustRequest(place.cluster, "GET", podPath(place));
  return [...items];
}

export const podPath = ({ namespace }: Place, name = ""): string =>
  `/api/v1/namespaces/${namespace}/pods/${name}`;

/** A strategic merge patch, like kubectl's. */
export function patch({ cluster }: Place, path: string, body: object): Promise<ApiObject> {
  return mustRequest(cluster, "PATCH", path, body, "application/strategic-merge-patch+json");
}
