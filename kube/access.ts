import { err, ok, type Result } from "../engine/result.ts";
import { apiPath } from "./api-path.ts";
import { kubeError, type KubeError } from "./errors.ts";
import type { Transport } from "./transport.ts";

/** What somebody may do with one resource, as a rule of RBAC says it. */
export interface Right {
  readonly group: string;
  /** Plural, with its subresource: `deployments/scale`; `*` is any. */
  readonly resource: string;
  readonly verb: string;
  /** Only the one of that name; absent: all. */
  readonly name?: string;
  /** Only in that namespace; absent: in all. */
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

/** No RoleBinding grants anything in a namespace that there is not: what holds here, holds everywhere. */
const nowhere = "trimtab-nowhere";

/**
 * Those of the rights that we do not have. Two questions mostly: what the API server lists counts, and
 * what it does not list is asked about one by one, for its list need not be complete.
 *
 * @param namespace that rights in a single one are in
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
