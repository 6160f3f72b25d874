import { err, ok, type Result } from "../../engine/result.ts";
import { apiPath } from "../transport/api-path.ts";
import { kubeError, type KubeError } from "../transport/errors.ts";
import type { Transport } from "../transport/transport.ts";

/** One permission on one resource, in the terms of an RBAC rule. */
export interface Right {
  readonly group: string;
  /** Plural, with its subresource: `deployments/scale`; `*` matches any. */
  readonly resource: string;
  readonly verb: string;
  /** Limits the permission to the object of this name; absent: all objects. */
  readonly name?: string;
  /** Limits the permission to this namespace; absent: all namespaces. */
  readonly namespace?: string;
}

/** authorization.k8s.io/v1 */
interface ResourceRule {
  readonly verbs?: readonly string[];
  readonly apiGroups?: readonly string[];
  readonly resources?: readonly string[];
  readonly resourceNames?: readonly string[];
}

interface RulesReview {
  readonly status?: { readonly resourceRules?: readonly ResourceRule[] };
}

interface AccessReview {
  readonly status?: { readonly allowed?: boolean };
}

/** No RoleBinding exists in a namespace that does not exist: what is allowed here is allowed everywhere. */
const nowhere = "trimtab-nowhere";

/**
 * Returns the permissions that the operator lacks, usually with two requests: what the API server lists is
 * granted; its list may be incomplete, so a SelfSubjectAccessReview checks each other permission.
 *
 * @param namespace the one namespace of the permissions that name a namespace
 */
export async function missingRights(
  transport: Transport,
  namespace: string,
  rights: readonly Right[],
): Promise<Result<readonly Right[], KubeError>> {
  const [here, anywhere] = [await rulesIn(transport, namespace), await rulesIn(transport, nowhere)];
  if (!here.ok) return here;
  if (!anywhere.ok) return anywhere;
  const doubtful = rights.filter(right => {
    const rules = right.namespace === undefined ? anywhere.value : here.value;
    return !rules.some(rule => grants(rule, right));
  });
  const asked = await Promise.all(doubtful.map(right => isAllowed(transport, right)));
  const missing: Right[] = [];
  for (const [index, right] of doubtful.entries()) {
    const answer = asked[index];
    if (answer?.ok === false) return answer;
    if (!answer?.value) missing.push(right);
  }
  return ok(missing);
}

async function rulesIn(
  transport: Transport,
  namespace: string,
): Promise<Result<readonly ResourceRule[], KubeError>> {
  const listed = await create<RulesReview>(transport, "SelfSubjectRulesReview", { namespace });
  return listed.ok ? ok(listed.value.status?.resourceRules ?? []) : listed;
}

/** Source: k8s.io/kubernetes/pkg/apis/rbac/v1/evaluation_helpers.go. */
function grants(
  { verbs = [], apiGroups = [], resources = [], resourceNames = [] }: ResourceRule,
  { group, resource, verb, name }: Right,
): boolean {
  const has = (list: readonly string[], wanted: string) =>
    list.includes(wanted) || list.includes("*");
  const [, subresource = ""] = resource.split("/");
  const isOfResource = has(resources, resource) || resources.includes(`*/${subresource}`);
  const isOfName =
    resourceNames.length === 0 || (name !== undefined && resourceNames.includes(name));
  return has(verbs, verb) && has(apiGroups, group) && isOfResource && isOfName;
}

async function isAllowed(
  transport: Transport,
  { group, resource: path, verb, name = "", namespace = "" }: Right,
): Promise<Result<boolean, KubeError>> {
  const [resource, subresource = ""] = path.split("/");
  const resourceAttributes = { group, resource, subresource, verb, name, namespace };
  const spec = { resourceAttributes };
  const answer = await create<AccessReview>(transport, "SelfSubjectAccessReview", spec);
  return answer.ok ? ok(answer.value.status?.allowed === true) : answer;
}

async function create<T>(
  transport: Transport,
  kind: "SelfSubjectRulesReview" | "SelfSubjectAccessReview",
  spec: object,
): Promise<Result<T, KubeError>> {
  const path = apiPath("apis", "authorization.k8s.io", "v1", `${kind.toLowerCase()}s`);
  const body = { apiVersion: "authorization.k8s.io/v1", kind, spec };
  const answer = await transport.request<T | null>({ method: "POST", path, body });
  if (!answer.ok) return answer;
  if (typeof answer.value === "object" && answer.value !== null) return ok(answer.value);
  return err(kubeError("Malformed", { request: `POST ${path}`, message: `it is no ${kind}` }));
}
