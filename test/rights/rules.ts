import { expect } from "vitest";

import { mustRequest, type ApiObject, type ApiTarget } from "../../hack/cluster/api.ts";
import { operatorNamespace, operatorUser, renderChart } from "../../hack/cluster/operator/chart.ts";
import { eventually } from "../integration/eventually.ts";

interface Rule {
  readonly apiGroups: readonly string[];
  readonly resources: readonly string[];
  readonly resourceNames?: readonly string[];
  readonly verbs: readonly string[];
}

type Role = ApiObject & { readonly rules?: readonly Rule[] };

/** One verb on one resource, in one of the operator's two roles. */
export interface Right {
  readonly role: "ClusterRole" | "Role";
  readonly group: string;
  readonly resource: string;
  readonly verb: string;
  readonly name?: string;
}

export const nameOf = ({ group, resource, verb }: Omit<Right, "role">): string =>
  `${verb} ${resource}${group === "" ? "" : `.${group}`}`;

/** The operator's own; those for people have longer names. */
async function rolesOf(values: object): Promise<readonly Role[]> {
  const roles = (await renderChart(values)).filter(
    ({ kind, metadata }) => /^(Cluster)?Role$/.test(kind ?? "") && metadata?.name === "trimtab",
  );
  return roles;
}

const rightsOf = (role: Role): Right[] =>
  (role.rules ?? []).flatMap(({ apiGroups, resources, resourceNames: [name] = [], verbs }) =>
    apiGroups.flatMap(group =>
      resources.flatMap(resource =>
        verbs.map(verb => ({
          ...{ role: role.kind as Right["role"], group, resource, verb },
          ...(name === undefined ? {} : { name }),
        })),
      ),
    ),
  );

export const grantedRights = async (values: object): Promise<readonly Right[]> =>
  (await rolesOf(values)).flatMap(rightsOf);

/** All that the operator's message about missing rights names. */
export function rightsNamedIn(message: string): readonly Right[] {
  const lines = message.matchAll(/^(ClusterRole|Role in (\S+)): (.*)$/gm);
  return Array.from(lines).flatMap(([, , namespace, rule = ""]) => {
    if (namespace !== undefined) expect(namespace).toBe(operatorNamespace);
    const kind = namespace === undefined ? "ClusterRole" : "Role";
    return rightsOf({ kind, rules: [JSON.parse(rule) as Rule] });
  });
}

const ruleFor = ({ group, resource, verb, name }: Right): Rule => ({
  ...{ apiGroups: [group], resources: [resource], verbs: [verb] },
  ...(name === undefined ? {} : { resourceNames: [name] }),
});

const isIn = (rights: readonly Right[], { role, name, ...right }: Right): boolean =>
  rights.some(
    other => other.role === role && nameOf(other) === nameOf(right) && other.name === name,
  );

/** Gives the operator all of the chart's rights but these, and waits until the API server says so. */
export async function grantAllBut(
  cluster: ApiTarget,
  values: object,
  without: readonly Right[],
): Promise<void> {
  const rbac = "/apis/rbac.authorization.k8s.io/v1";
  for (const role of await rolesOf(values)) {
    const rules = rightsOf(role)
      .filter(right => !isIn(without, right))
      .map(ruleFor);
    const where = role.kind === "Role" ? `/namespaces/${operatorNamespace}/roles` : "/clusterroles";
    await mustRequest(cluster, "PUT", `${rbac}${where}/trimtab`, { ...role, rules });
  }
  for (const right of await grantedRights(values)) {
    await untilAllowed(cluster, right, !isIn(without, right));
  }
}

async function untilAllowed(cluster: ApiTarget, right: Right, allowed: boolean): Promise<void> {
  const { group, resource: path, verb, name = "", role } = right;
  const [resource, subresource = ""] = path.split("/");
  const namespace = role === "Role" ? operatorNamespace : "";
  const resourceAttributes = { group, resource, subresource, verb, name, namespace };
  await eventually(async () => {
    const reviews = "/apis/authorization.k8s.io/v1/subjectaccessreviews";
    const spec = { user: operatorUser, resourceAttributes };
    const { status } = await mustRequest(cluster, "POST", reviews, { spec });
    expect((status as { allowed: boolean }).allowed, nameOf(right)).toBe(allowed);
  });
}
