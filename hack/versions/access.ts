import { setTimeout as sleep } from "node:timers/promises";

import { apiRequest, mustRequest, type ApiResponse, type ApiTarget } from "../cluster/api.ts";
import type { ApiServer } from "./api-server.ts";

const namespace = "default";
const group = "autoscaling.trimtab.dev/v1alpha1";
const deployments = `/apis/apps/v1/namespaces/${namespace}/deployments`;
const roles = `/apis/rbac.authorization.k8s.io/v1/namespaces/${namespace}`;

/** Checks that the policy uses the authorizer, and that writing a count is a compare-and-swap. */
export async function accessAnswers({ admin, developer }: ApiServer): Promise<[string, string][]> {
  await allow(admin, "autoscale", {
    apiGroups: ["autoscaling.trimtab.dev"],
    resources: ["*"],
    verbs: ["*"],
  });
  const forbidden = await until(
    developer,
    ({ code, body }) => code === 403 && body.message?.includes("scale of") === true,
  );
  const may = { resources: ["deployments/scale"], resourceNames: ["web"], verbs: ["patch"] };
  await allow(admin, "scale", { apiGroups: ["apps"], ...may });
  const allowed = await until(developer, ({ code }) => code === 201);
  return [
    [
      "an Autoscaler of someone who may not scale",
      `${forbidden.code} ${forbidden.body.message ?? ""}`,
    ],
    ["the same, of someone who may", String(allowed.code)],
    ...(await scaleAnswers(admin)),
  ];
}

/** Roles and the policy take effect a moment after the write. */
async function until(
  target: ApiTarget,
  holds: (answer: ApiResponse) => boolean,
): Promise<ApiResponse> {
  const path = `/apis/${group}/namespaces/${namespace}/autoscalers?dryRun=All`;
  for (let tries = 0; ; tries++) {
    const answer = await apiRequest(target, "POST", path, autoscaler);
    if (holds(answer) || tries === 150) return answer;
    await sleep(100);
  }
}

const autoscaler = {
  ...{ apiVersion: group, kind: "Autoscaler", metadata: { name: "mine" } },
  spec: {
    scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", name: "web" },
    maxReplicas: 5,
  },
};

async function allow(admin: ApiTarget, name: string, rule: object): Promise<void> {
  await mustRequest(admin, "POST", `${roles}/roles`, { metadata: { name }, rules: [rule] });
  await mustRequest(admin, "POST", `${roles}/rolebindings`, {
    metadata: { name },
    roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "Role", name },
    subjects: [{ apiGroup: "rbac.authorization.k8s.io", kind: "User", name: "developer" }],
  });
}

/** Writes a count like the operator: only on this object and from this count. */
async function scaleAnswers(admin: ApiTarget): Promise<[string, string][]> {
  const labels = { app: "web" };
  const template = {
    metadata: { labels },
    spec: { containers: [{ name: "main", image: "example.invalid/main:1" }] },
  };
  const spec = { replicas: 2, selector: { matchLabels: labels }, template };
  const { metadata } = await mustRequest(admin, "POST", deployments, {
    metadata: { name: "web" },
    spec,
  });
  const write = (from: number, to: number) =>
    apiRequest(
      admin,
      "PATCH",
      `${deployments}/web/scale`,
      [
        { op: "test", path: "/metadata/uid", value: metadata?.uid },
        { op: "test", path: "/spec/replicas", value: from },
        { op: "replace", path: "/spec/replicas", value: to },
      ],
      "application/json-patch+json",
    );
  const [first, second] = [await write(2, 3), await write(2, 4)];
  const { spec: now } = await mustRequest(admin, "GET", `${deployments}/web/scale`);
  return [
    ["a count that is as it was seen", `${first.code} ${JSON.stringify(first.body.spec)}`],
    ["a count that has changed", `${second.code}, and then ${JSON.stringify(now)}`],
  ];
}
