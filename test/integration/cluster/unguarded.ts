import { mustRequest, type ApiObject, type ApiTarget } from "../../../hack/cluster/api.ts";
import { eventually } from "../eventually.ts";
import type { Sandbox } from "./sandbox.ts";

/** The two checks that reject an object if the user may not scale its target. */
export type Guard = "webhook" | "policy";

/** A namespace with the label is exempt from this guard. */
const exemptions = {
  webhook: "trimtab.test/unguarded",
  policy: "trimtab.test/without-policy",
} as const satisfies Record<Guard, string>;

const registration = "/apis/admissionregistration.k8s.io/v1";
const webhookPath = `${registration}/validatingwebhookconfigurations/trimtab`;
const bindingPath = `${registration}/validatingadmissionpolicybindings/trimtab-scale-access`;

const selectorFor = (guard: Guard) => ({
  matchExpressions: [{ key: exemptions[guard], operator: "DoesNotExist" }],
});

/** Allows namespaces to be exempt from the webhook, so that invalid objects can exist. */
export async function allowUnguarded(cluster: ApiTarget): Promise<void> {
  const { webhooks } = (await mustRequest(cluster, "GET", webhookPath)) as ApiObject & {
    webhooks: object[];
  };
  const namespaceSelector = selectorFor("webhook");
  const patched = { webhooks: webhooks.map(webhook => ({ ...webhook, namespaceSelector })) };
  await mustRequest(cluster, "PATCH", webhookPath, patched);
}

/** Allows namespaces to be exempt from the policy. */
export async function allowWithoutPolicy(cluster: ApiTarget): Promise<void> {
  const spec = { matchResources: { namespaceSelector: selectorFor("policy") } };
  await mustRequest(cluster, "PATCH", bindingPath, { spec });
}

/** Leaves only one guard for the sandbox's namespace. It takes effect a moment later. */
export async function guardOnlyBy(sandbox: Sandbox, guard: Guard): Promise<void> {
  await sandbox.label({ [exemptions[guard === "webhook" ? "policy" : "webhook"]]: "" });
}

/**
 * Makes each write although the webhook would reject it, as if the webhook were absent for a moment in this
 * namespace. The API server may still call it for a write, so each write is repeated alone.
 */
export async function unguarded(
  sandbox: Sandbox,
  ...writes: readonly (() => Promise<unknown>)[]
): Promise<void> {
  const label = exemptions.webhook;
  await sandbox.label({ [label]: "" });
  for (const write of writes) await eventually(write);
  await sandbox.label({ [label]: null });
}
