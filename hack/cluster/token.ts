import { apiRequest, mustRequest, type ApiObject, type ApiTarget } from "./api.ts";

export interface TokenOptions {
  /** At least 600, as the API server requires. */
  readonly durationSeconds?: number;
  /** A Secret, created if missing: deleting it ends the token, once the API server's cache expires (10 s). */
  readonly boundSecret?: string;
}

/** A token like that of a pod with this ServiceAccount, which must exist. */
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
