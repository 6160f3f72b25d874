import type { TargetDecision } from "../../crds/generated/shared.ts";
import { mustRequest, type ApiObject, type ApiTarget } from "../cluster/api.ts";

/** The count of an object's target, and the decision in the object's status. */
export interface Row {
  readonly name: string;
  readonly current: number;
  /** null: none yet. */
  readonly decision: TargetDecision | null;
}

/** Both kinds: an Autoscaler has one target, and the demo's services have one each. */
interface Status {
  readonly decision?: TargetDecision;
  readonly targets?: readonly { readonly decision?: TargetDecision }[];
}

interface DeploymentParts {
  readonly spec?: { readonly replicas?: number };
}

const ours = "/apis/autoscaling.trimtab.dev/v1alpha1";

/** Reads all rows: the objects' statuses, and the current replica counts of the targets. */
export async function observe(cluster: ApiTarget): Promise<Row[]> {
  const lists = await Promise.all(
    ["clusterproportionalautoscalers", "autoscalers"].map(plural =>
      mustRequest(cluster, "GET", `${ours}/${plural}`),
    ),
  );
  const items = lists.flatMap(list => list.items ?? []);
  return Promise.all(items.map(item => toRow(cluster, item)));
}

async function toRow(cluster: ApiTarget, { metadata, status }: ApiObject): Promise<Row> {
  const { name = "", namespace = "" } = metadata ?? {};
  const path = `/apis/apps/v1/namespaces/${namespace}/deployments/${name}`;
  const target = (await mustRequest(cluster, "GET", path)) as DeploymentParts;
  const { decision, targets } = (status ?? {}) as Status;
  return {
    name: `${namespace}/${name}`,
    current: target.spec?.replicas ?? 0,
    decision: decision ?? targets?.[0]?.decision ?? null,
  };
}
