import { mustRequest, type ApiTarget } from "../../hack/cluster/api.ts";
import { sides } from "./sides.ts";

let revision = 0;

/** Replaces the pods of both sides, like an edit of their template. */
export async function rollOut(cluster: ApiTarget, namespace: string): Promise<void> {
  revision += 1;
  const annotations = { "trimtab.test/revision": String(revision) };
  const spec = { template: { metadata: { annotations } } };
  for (const side of sides) {
    const path = `/apis/apps/v1/namespaces/${namespace}/deployments/${side}`;
    await mustRequest(cluster, "PATCH", path, { spec });
  }
}
