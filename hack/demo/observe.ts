import { mustRequest, type ApiObject, type ApiTarget } from "../cluster/api.ts";

/** The count of an object's target, and the reason in the object's status. */
export interface Row {
  readonly name: string;
  readonly current: number;
  readonly why: string;
}

interface Status {
  readonly nodes?: number;
  readonly cores?: number;
  readonly summary?: string;
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
  const current = target.spec?.replicas ?? 0;
  return { name: `${namespace}/${name}`, current, why: whyOf(status ?? {}) };
}

/** Nothing yet, immediately after the object's creation. */
function whyOf({ nodes, cores = 0, summary = "" }: Status): string {
  return nodes === undefined ? summary : `${nodes} nodes, ${cores} cores: ${summary}`;
}
