import type { Sandbox } from "./cluster/sandbox.ts";

const rbac = "apis/rbac.authorization.k8s.io/v1";

/** Binds a role in the namespace of the test. */
export async function bind(
  sandbox: Sandbox,
  user: string,
  kind: string,
  name: string,
): Promise<void> {
  const apiGroup = "rbac.authorization.k8s.io";
  await sandbox.create(`${rbac}/rolebindings`, {
    metadata: { name: user },
    roleRef: { apiGroup, kind, name },
    subjects: [{ apiGroup, kind: "User", name: user }],
  });
}

/** The account of an installation for this namespace alone. */
export async function bindOperator(sandbox: Sandbox, user: string): Promise<void> {
  const rules = [
    { apiGroups: ["coordination.k8s.io"], resources: ["leases"], verbs: ["*"] },
    {
      apiGroups: ["autoscaling.trimtab.dev"],
      resources: ["autoscalers/status"],
      verbs: ["patch", "operate"],
    },
  ];
  await sandbox.create(`${rbac}/roles`, { metadata: { name: user }, rules });
  await bind(sandbox, user, "Role", user);
}
