import { mustRequest, type ApiObject, type ApiTarget } from "../cluster/api.ts";

/** One line of the demo's table: an object, and what it says of itself. */
export interface Row {
  readonly name: string;
  readonly nodes: number;
  readonly cores: number;
  readonly current: number;
  readonly desired: number;
  readonly running: number;
  readonly why: string;
}

interface Status {
  readonly nodes?: number;
  readonly cores?: number;
  readonly summary?: string;
  readonly targets?: readonly { desiredReplicas?: number }[];
}

interface DeploymentParts {
  readonly spec?: { readonly replicas?: number };
  readonly status?: { readonly readyReplicas?: number };
}

const everywhere = "/apis/autoscaling.trimtab.dev/v1alpha1/clusterproportionalautoscalers";

/** Reads all rows: the objects' own statuses, beside what really runs. */
export async function observe(cluster: ApiTarget): Promise<Row[]> {
  const { items = [] } = await mustRequest(cluster, "GET", everywhere);
  return Promise.all(items.map(item => toRow(cluster, item)));
}

async function toRow(cluster: ApiTarget, { metadata, status }: ApiObject): Promise<Row> {
  const { name = "", namespace = "" } = metadata ?? {};
  const path = `/apis/apps/v1/namespaces/${namespace}/deployments/${name}`;
  const target = (await mustRequest(cluster, "GET", path)) as DeploymentParts;
  const current = target.spec?.replicas ?? 0;
  const running = target.status?.readyReplicas ?? 0;
  return { name: `${namespace}/${name}`, current, running, ...said(status ?? {}, current) };
}

/** What the object says of itself; nothing yet, right after its creation. */
function said(
  { nodes = 0, cores = 0, summary = "", targets = [] }: Status,
  current: number,
): Pick<Row, "nodes" | "cores" | "desired" | "why"> {
  return { nodes, cores, desired: targets[0]?.desiredReplicas ?? current, why: summary };
}
