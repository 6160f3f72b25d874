import type { AutoscalerStatus } from "../../crds/generated/autoscaler.ts";
import { changesIn, storedPatches } from "./cluster/audit.ts";
import type { Sandbox } from "./cluster/sandbox.ts";

/** A write of a count through `/scale`, in the order in which the API server stored them. */
export interface CountWrite {
  readonly name: string;
  readonly replicas: number;
  readonly isOurs: boolean;
  /** Of all objects, after this write. */
  readonly total: number;
}

/** Who wrote which count, from the audit log. */
export async function countWrites(
  sandbox: Sandbox,
  initial: Readonly<Record<string, number>>,
): Promise<CountWrite[]> {
  const counts = new Map(Object.entries(initial));
  const scales = (await storedPatches(sandbox, "scale")).map(event => ({
    ...(event.responseObject as StoredScale),
    isOurs: event.userAgent.startsWith("trimtab/"),
  }));
  const version = ({ metadata }: StoredScale): bigint => BigInt(metadata.resourceVersion);
  return scales
    .sort((a, b) => (version(a) < version(b) ? -1 : 1))
    .map(({ metadata: { name }, spec: { replicas = 0 }, isOurs }) => {
      counts.set(name, replicas);
      const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
      return { name, replicas, isOurs, total };
    });
}

/** The targets that the statuses named, without consecutive duplicates. */
export async function chosenTargets(sandbox: Sandbox): Promise<string[]> {
  const names = (await storedPatches(sandbox, "status")).flatMap(({ responseObject }) => {
    const { status } = responseObject as { readonly status?: AutoscalerStatus };
    return status?.target?.name ?? [];
  });
  return changesIn(names);
}

interface StoredScale {
  readonly metadata: { readonly name: string; readonly resourceVersion: string };
  readonly spec: { readonly replicas?: number };
}
