import { milliUnits } from "../../engine/model/values/quantity.ts";
import { apiRequest, type ApiTarget } from "../../hack/cluster/api.ts";
import { loadUnits, shareOf, type LoadedResource } from "../../hack/cluster/operator/load.ts";
import { reasonsOf, sideNames, sides, type Side } from "./sides.ts";

/**
 * metrics-server divides kwok's counters by the seconds of its own clock. Less accurate samples would not
 * match the load in definitions.ts.
 */
const accuracy = 0.03;

/** Temporary reasons: what they hold back changes by itself over time. */
const waits = new Set([
  "ScaleUpStabilized",
  "ScaleDownStabilized",
  "ScaleUpLimit",
  "ScaleDownLimit",
]);

/** The expected response of the metrics API for each side's pods. */
export interface Expected {
  readonly namespace: string;
  readonly resource: LoadedResource;
  readonly total: number;
  readonly replicas: (side: Side) => number;
}

interface PodMetrics {
  readonly metadata?: { readonly name?: string };
  readonly containers?: readonly { readonly usage?: Readonly<Record<string, string>> }[];
}

/** Why the metrics do not match this load and these sizes yet; null: they do. */
export async function metricsLag(cluster: ApiTarget, expected: Expected): Promise<string | null> {
  for (const side of sides) {
    const lag = await sideLag(cluster, side, expected);
    if (lag !== null) return `${sideNames[side]}: ${lag}`;
  }
  return null;
}

/**
 * Returns the reason why the HPA is only waiting; null: it is not. Its twin has the same windows and may
 * report them later: a status without a change of size is not written immediately.
 */
export async function waiting(cluster: ApiTarget, namespace: string): Promise<string | null> {
  const reason = (await reasonsOf(cluster, namespace, "hpa")).find(given => waits.has(given));
  return reason === undefined ? null : `${sideNames.hpa}: ${reason}`;
}

async function sideLag(
  cluster: ApiTarget,
  side: Side,
  { namespace, resource, total, replicas }: Expected,
): Promise<string | null> {
  const path = `/apis/metrics.k8s.io/v1beta1/namespaces/${namespace}/pods`;
  const { code, body } = await apiRequest(cluster, "GET", `${path}?labelSelector=app%3D${side}`);
  if (code !== 200) return `the metrics API answers ${code}`;
  const items = (body.items ?? []) as readonly PodMetrics[];
  const count = replicas(side);
  const share = `${shareOf(total, count)}${loadUnits[resource]}`;
  const due = items.filter(item => carries(item, resource, share));
  // More items than pods: some belong to deleted pods.
  if (due.length === count && items.length === count) return null;
  return `${due.length} of ${count} pods are seen with ${share}, ${items.length} at all`;
}

const carries = ({ containers = [] }: PodMetrics, resource: string, share: string): boolean =>
  containers.every(({ usage }) => {
    const ratio = milliOf(usage?.[resource] ?? "0") / milliOf(share);
    return Math.abs(ratio - 1) <= accuracy;
  });

function milliOf(quantity: string): number {
  const milli = milliUnits(quantity);
  if (!milli.ok) throw new Error(`${quantity}: ${milli.error}`);
  return Number(milli.value);
}
