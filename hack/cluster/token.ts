import { apiRequest, mustRequest, type ApiObject, type ApiTarget } from "./api.ts";

export interface TokenOptions {
  /** At least 600, which the API server insists on. */
  readonly durationSeconds?: number;
  /** A Secret, made if there is none: deleting it ends the token, once the API server's cache forgets it (10 s). */
  readonly boundSecret?: string;
}

/** A token as a pod of that ServiceAccount would have it; the account must exist. */
export async function tokenFor(
  cluster: ApiTarget,
  namespace: string,
  serviceAccount: string,
  { durationSeconds = 3600, boundSecret }: TokenOptions = {},
): Promise<string> {
  const boundObjectRef = boundSecret && (await secretRef(cluster, namespace, boundSecret));
  const path = `/api/v1/namespaces/${namespace}/serviceaccounts/${serviceAccount}/token`;
  const { status } = await mustRequest(cluster, "POST", path, {
    apiVersion: "authentication.k8s.io/v1",
    kind: "TokenRequest",
    spec: { expirationSeconds: durationSeconds, ...(boundObjectRef && { boundObjectRef }) },
  });
  return (status as { token: string }).token;
}

async function secretRef(cluster: ApiTarget, namespace: string, name: string): Promise<object> {
  const path = `/api/v1/namespaces/${namespace}/secrets`;
  const existing = await apiRequest(cluster, "GET", `${path}/${name}`);
  const secret: ApiObject =
    existing.code === 404
      ? await mustRequest(cluster, "POST", path, { metadata: { name } })
      : existing.body;
  return { apiVersion: "v1", kind: "Secret", name, uid: secret.metadata?.uid };
}
