import { setTimeout as sleep } from "node:timers/promises";

import { apiRequest, mustRequest, type ApiTarget } from "../../../hack/cluster/api.ts";
import { tokenFor } from "../../../hack/cluster/token.ts";
import type { Hanging } from "./hanging.ts";

/** The attacker's account: the permissions of an editor in one namespace, and some more. */
export interface Premises {
  readonly namespace: string;
  readonly token: string;
}

const rbac = "/apis/rbac.authorization.k8s.io/v1";
const crds = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
const ours = "autoscaling.trimtab.dev";
const account = "mallory";
const role = { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole" };
/** A kind whose other version needs a conversion webhook that never answers: reads of its `scale` hang. */
const gadgets = { group: "gadgets.attack.example.dev", plural: "gadgets" };
const gadgetsName = `${gadgets.plural}.${gadgets.group}`;

/** The permissions that the installation grants to the operator for scaling gadgets. */
export const extraTargets = [{ apiGroup: gadgets.group, resource: gadgets.plural }];
/** The ConfigMap of a ClusterProportionalAutoscaler of the platform in that namespace. */
export const parametersName = "sizes";

export async function buildPremises(
  cluster: ApiTarget,
  namespace: string,
  ...[hanging, seconds]: [hanging: Hanging, seconds: number]
): Promise<Premises> {
  await mustRequest(cluster, "POST", "/api/v1/namespaces", { metadata: { name: namespace } });
  const accounts = `/api/v1/namespaces/${namespace}/serviceaccounts`;
  await mustRequest(cluster, "POST", accounts, { metadata: { name: account } });
  await untilThere(cluster, `${accounts}/default`);
  await defineGadgets(cluster, hanging);
  const rules = [
    { apiGroups: [gadgets.group], resources: ["*"], verbs: ["*"] },
    // More than an editor has: so the policy rejects statuses, not missing permissions.
    { apiGroups: [ours], resources: ["*"], verbs: ["*"] },
    { apiGroups: [""], resources: ["events"], verbs: ["*"] },
  ];
  const roles = `${rbac}/namespaces/${namespace}`;
  await mustRequest(cluster, "POST", `${roles}/roles`, { metadata: { name: account }, rules });
  const subjects = [{ kind: "ServiceAccount", name: account, namespace }];
  for (const roleRef of [
    { ...role, name: "edit" },
    { ...role, kind: "Role", name: account },
  ]) {
    const metadata = { name: `${account}-${roleRef.name}` };
    await mustRequest(cluster, "POST", `${roles}/rolebindings`, { metadata, roleRef, subjects });
  }
  const durationSeconds = Math.max(600, seconds);
  return { namespace, token: await tokenFor(cluster, namespace, account, { durationSeconds }) };
}

export async function tearDownPremises(cluster: ApiTarget, namespace: string): Promise<void> {
  await apiRequest(cluster, "DELETE", `${crds}/${gadgetsName}`);
  await apiRequest(cluster, "DELETE", `/api/v1/namespaces/${namespace}`);
}

async function defineGadgets(cluster: ApiTarget, { url, ca }: Hanging): Promise<void> {
  const schema = {
    openAPIV3Schema: { type: "object", "x-kubernetes-preserve-unknown-fields": true },
  };
  const scale = { specReplicasPath: ".spec.replicas", statusReplicasPath: ".status.replicas" };
  const version = { served: true, schema, subresources: { scale } };
  const caBundle = Buffer.from(ca).toString("base64");
  await mustRequest(cluster, "POST", crds, {
    metadata: { name: gadgetsName },
    spec: {
      ...{ group: gadgets.group, scope: "Namespaced" },
      names: { plural: gadgets.plural, singular: "gadget", kind: "Gadget" },
      versions: [
        { ...version, name: "v1", storage: true },
        { ...version, name: "v1beta1", storage: false },
      ],
      conversion: {
        strategy: "Webhook",
        webhook: {
          conversionReviewVersions: ["v1"],
          clientConfig: { url: `${url}/convert`, caBundle },
        },
      },
    },
  });
  await untilThere(cluster, `/apis/${gadgets.group}/v1/${gadgets.plural}`);
}

async function untilThere(cluster: ApiTarget, path: string): Promise<void> {
  for (let tries = 0; tries < 400; tries++) {
    if ((await apiRequest(cluster, "GET", path)).code === 200) return;
    await sleep(50);
  }
  throw new Error(`${path} is not there after twenty seconds`);
}

/** The platform's own object there, whose ConfigMap the attacker may write. */
export async function offerParameters(cluster: ApiTarget, namespace: string): Promise<void> {
  const apiVersion = `${ours}/v1alpha1`;
  const path = `/apis/${apiVersion}/namespaces/${namespace}/clusterproportionalautoscalers`;
  await mustRequest(cluster, "POST", path, {
    ...{ apiVersion, kind: "ClusterProportionalAutoscaler", metadata: { name: parametersName } },
    spec: {
      scaleTargetRefs: [{ apiVersion: "apps/v1", kind: "Deployment", name: parametersName }],
      configMapRef: { name: parametersName },
    },
  });
}

/** The version that hangs, and the stored one. */
export const gadgetVersions = {
  hanging: `${gadgets.group}/v1beta1`,
  stored: `${gadgets.group}/v1`,
} as const;
