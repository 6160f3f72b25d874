import { readAudit, type AuditEvent } from "../../hack/cluster/audit.ts";
import type { Cluster } from "../../hack/cluster/cluster.ts";
import type { Sandbox } from "./sandbox.ts";
import { sharedOperator } from "./shared-operator.ts";

/** What the operator has asked the API server so far, in the order in which it was answered. */
export async function requestsOfOperator(cluster: Cluster, namespace?: string) {
  const { user, replica } = sharedOperator();
  const path = cluster.auditLogPath;
  if (path === undefined) throw new Error(`${cluster.name} was started without an audit log.`);
  const requests: AuditEvent[] = [];
  for await (const request of readAudit(path, { userAgentPrefix: "trimtab/" })) {
    const here = namespace === undefined || request.objectRef?.namespace === namespace;
    const ours = request.user === user && request.userAgent.endsWith(`(${replica})`);
    if (here && ours) requests.push(request);
  }
  return requests;
}

const reads = new Set(["get", "list", "watch"]);

export const isWrite = ({ verb }: AuditEvent): boolean => !reads.has(verb);

/** What it has written in a namespace: `patch deployments/scale` and the like. */
export async function writesOfOperator(cluster: Cluster, namespace: string): Promise<string[]> {
  const requests = await requestsOfOperator(cluster, namespace);
  return requests.filter(isWrite).map(describeRequest);
}

/** How often it has tried to write the count of the Deployment of this name. */
export async function scaleWritesTo(sandbox: Sandbox, name: string): Promise<number> {
  const requests = await requestsOfOperator(sandbox.cluster, sandbox.namespace);
  return requests.filter(
    request =>
      request.objectRef?.name === name && describeRequest(request) === "patch deployments/scale",
  ).length;
}

export function describeRequest({ verb, objectRef }: AuditEvent): string {
  const { resource = "", subresource } = objectRef ?? {};
  return subresource === undefined ? `${verb} ${resource}` : `${verb} ${resource}/${subresource}`;
}
