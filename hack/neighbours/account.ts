import { mustRequest, type ApiTarget } from "../cluster/api.ts";
import { writeKubeconfig } from "../cluster/kubeconfig.ts";
import { tokenFor } from "../cluster/token.ts";

/** A ServiceAccount with all rights: the default of Flux and Argo CD. */
export interface Account {
  readonly namespace: string;
  readonly name: string;
}

/** The account's name in the audit log. */
export const userOf = ({ namespace, name }: Account): string =>
  `system:serviceaccount:${namespace}:${name}`;

/** Creates the account in an existing namespace, and writes a kubeconfig for it that is valid for two hours. */
export async function createAccount(
  cluster: ApiTarget,
  { namespace, name }: Account,
  kubeconfig: string,
): Promise<void> {
  await mustRequest(cluster, "POST", `/api/v1/namespaces/${namespace}/serviceaccounts`, {
    metadata: { name },
  });
  await mustRequest(cluster, "POST", "/apis/rbac.authorization.k8s.io/v1/clusterrolebindings", {
    metadata: { name },
    roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: "cluster-admin" },
    subjects: [{ kind: "ServiceAccount", namespace, name }],
  });
  const token = await tokenFor(cluster, namespace, name, { durationSeconds: 7200 });
  await writeKubeconfig(cluster, { token }, kubeconfig);
}
