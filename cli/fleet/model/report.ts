import type { EpochMs } from "../../../engine/model/values/result.ts";
import type { Finding, Severity } from "./finding.ts";
import type { Inventory, ObjectRef, Unread } from "./inventory.ts";

/** All results of a run, as plain JSON. */
export interface FleetReport {
  readonly generatedAt: EpochMs;
  readonly clusters: readonly ReportedCluster[];
  readonly findings: readonly Finding[];
  readonly sums: Sums;
}

/** What the script of the page reads. */
export type PageData = Pick<FleetReport, "findings">;

export interface ReportedCluster {
  readonly cluster: string;
  /** How many autoscalers were read. */
  readonly objects: number;
  readonly unread: readonly Unread[];
}

export interface Sums {
  readonly objects: number;
  readonly findings: Readonly<Record<Severity, number>>;
}

/** What was read, and what is wrong with it. */
export function reportOf(
  inventories: readonly Inventory[],
  findings: readonly Finding[],
  generatedAt: EpochMs,
): FleetReport {
  const clusters = inventories.map(({ cluster, objects, unread }) => ({
    ...{ cluster, objects: objects.length, unread },
  }));
  return { generatedAt, clusters, findings, sums: sumsOf(clusters, findings) };
}

export function sumsOf(
  clusters: readonly Pick<ReportedCluster, "objects">[],
  findings: readonly Finding[],
): Sums {
  const count = { error: 0, warning: 0, note: 0 };
  for (const { severity } of findings) count[severity] += 1;
  return { objects: clusters.reduce((sum, { objects }) => sum + objects, 0), findings: count };
}

/** The name of an object in all clusters. */
export const pathOf = ({ cluster, namespace, kind, name }: ObjectRef): string =>
  [cluster, namespace, kind, name].join("/");
