import type { V1ResourceRule } from "@kubernetes/client-node";

import { err, ok } from "../../engine/model/values/result.ts";
import { apiPath } from "../transport/api-path.ts";
import { kubeError, type KubeAnswer } from "../transport/errors.ts";
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

type ResourceRule = Readonly<Partial<V1ResourceRule>>;

interface Review {
  readonly status?: {
    readonly resourceRules?: readonly ResourceRule[];
    readonly allowed?: boolean;
  };
}

/** No RoleBinding exists in a namespace that does not exist: what is allowed here is allowed everywhere. */
const nowhere = "trimtab-nowhere";

/**
 * Returns the permissions that the operator lacks, usually with one request for each namespace that they name, and
 * one for all others: what the API server lists is granted; its list may be incomplete, so a
 * SelfSubjectAccessReview checks each other permission.
 */
export async function missingRights(
  transport: Transport,
  rights: readonly Right[],
): KubeAnswer<readonly Right[]> {
  const granted = new Map<string, readonly ResourceRule[]>();
  for (const namespace of new Set(rights.map(placeOf))) {
    const review = await create(transport, "SelfSubjectRulesReview", { namespace });
    if (!review.ok) return review;
    granted.set(namespace, review.value.status?.resourceRules ?? []);
  }
  const doubtful = rights.filter(
    right => !granted.get(placeOf(right))?.some(rule => grants(rule, right)),
  );
  const asked = await Promise.all(doubtful.map(right => isAllowed(transport, right)));
  const failed = asked.find(answer => !answer.ok);
  if (failed?.ok === false) return failed;
  const isGranted = asked.map(answer => answer.ok && answer.value);
  return ok(doubtful.filter((_, index) => !isGranted[index]));
}

const placeOf = ({ namespace = nowhere }: Right): string => namespace;

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
): KubeAnswer<boolean> {
  const [resource, subresource = ""] = path.split("/");
  const resourceAttributes = { group, resource, subresource, verb, name, namespace };
  const answer = await create(transport, "SelfSubjectAccessReview", { resourceAttributes });
  return answer.ok ? ok(answer.value.status?.allowed === true) : answer;
}

async function create(
  transport: Transport,
  kind: "SelfSubjectRulesReview" | "SelfSubjectAccessReview",
  spec: object,
): KubeAnswer<Review> {
  const path = apiPath("apis", "authorization.k8s.io", "v1", `${kind.toLowerCase()}s`);
  const body = { apiVersion: "authorization.k8s.io/v1", kind, spec };
  const answer = await transport.request<Review | null>({ method: "POST", path, body });
  if (!answer.ok) return answer;
  if (typeof answer.value === "object" && answer.value !== null) return ok(answer.value);
  return err(kubeError("Malformed", { request: `POST ${path}`, message: `it is no ${kind}` }));
}
