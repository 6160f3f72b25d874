import { mustRequest, type ApiObject, type ApiTarget } from "../../hack/cluster/api.ts";
import { eventually } from "./eventually.ts";
import type { Sandbox } from "./sandbox.ts";

const label = "trimtab.test/unguarded";
const configuration =
  "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations/trimtab";

/** Namespaces with the label are left out of admission, so that there can be invalid objects. */
export async function allowUnguarded(cluster: ApiTarget): Promise<void> {
  const { webhooks } = (await mustRequest(cluster, "GET", configuration)) as ApiObject & {
    webhooks: object[];
  };
  const namespaceSelector = { matchExpressions: [{ key: label, operator: "DoesNotExist" }] };
  const patched = { webhooks: webhooks.map(webhook => ({ ...webhook, namespaceSelector })) };
  await mustRequest(cluster, "PATCH", configuration, patched, "application/merge-patch+json");
}

/** Does what the webhook would refuse, as if it were away for a moment in this namespace. */
export async function unguarded<T>(sandbox: Sandbox, work: () => Promise<T>): Promise<T> {
  await sandbox.label({ [label]: "" });
  // The API server hears of the label a moment later.
  const result = await eventually(work);
  await sandbox.label({ [label]: null });
  return result;
}
