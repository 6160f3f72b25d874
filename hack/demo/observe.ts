import { mustRequest, type ApiObject, type ApiTarget } from "../cluster/api.ts";

/** One line of the demo's table: an object, and what it says of itself. */
export interface Row {
  readonly name: string;
  /** What it goes by. */
  readonly sees: string;
  readonly current: number;
  readonly desired: number;
  readonly running: number;
  readonly why: string;
}

interface Status {
  readonly nodes?: number;
  readonly cores?: number;
  readonly summary?: string;
  readonly desiredReplicas?: number;
  readonly targets?: readonly { desiredReplicas?: number }[];
  readonly currentMetrics?: readonly {
    readonly resource?: { name: string; current: { averageUtilization?: number } };
  }[];
}

interface DeploymentParts {
  readonly spec?: { readonly replicas?: number };
  readonly status?: { readonly readyReplicas?: number };
}

const ours = "/apis/autoscaling.trimtab.dev/v1alpha1";

/** Reads all rows: the objects' own statuses, beside what really runs. */
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
  const running = target.status?.readyReplicas ?? 0;
  return { name: `${namespace}/${name}`, current, running, ...said(status ?? {}, current) };
}

/** What the object says of itself; nothing yet, right after its creation. */
function said(status: Status, current: number): Pick<Row, "sees" | "desired" | "why"> {
  const { summary = "", desiredReplicas, targets = [] } = status;
  const desired = desiredReplicas ?? targets[0]?.desiredReplicas ?? current;
  return { sees: seen(status), desired, why: summary };
}

function seen({ nodes, cores, currentMetrics = [] }: Status): string {
  if (nodes !== undefined) return `${nodes} nodes, ${cores ?? 0} cores`;
  return currentMetrics
    .flatMap(({ resource }) => resource ?? [])
    .map(({ name, current }) => `${name} ${current.averageUtilization ?? 0}%`)
    .join(", ");
}
