import type { Result } from "../engine/result.ts";
import type { ApiPath } from "../kube/api-path.ts";
import type { KubeError } from "../kube/errors.ts";
import { resourcePath } from "../kube/object.ts";
import type { Transport } from "../kube/transport.ts";
import type { SecretChange } from "./plan-rotation.ts";

/** What was read: a write is refused if it has been changed, deleted or made anew meanwhile. */
export interface ReadVersion {
  readonly resourceVersion: string;
}

interface WebhookConfiguration extends ReadVersion {
  readonly name: string;
  readonly webhooks: readonly { readonly name: string; readonly isService: boolean }[];
}

/** What the operator keeps in its webhooks. `path`: of those behind the Service; null: somebody else's. */
export interface WebhookTrust {
  readonly bundle: string;
  readonly path: string | null;
}

const fieldManager = "trimtab";

export const secretsPath = (namespace: string, name?: string): ApiPath =>
  resourcePath({ group: "", version: "v1", plural: "secrets", namespace, ...(name && { name }) });

export const webhooksPath = (name?: string): ApiPath =>
  resourcePath({
    group: "admissionregistration.k8s.io",
    version: "v1",
    plural: "validatingwebhookconfigurations",
    ...(name && { name }),
  });

/** Changes the Secret as it was read, and leaves what is not ours in it. It never makes one: the chart does. */
export function writeSecret(
  transport: Transport,
  at: { readonly namespace: string; readonly name: string },
  { resourceVersion }: ReadVersion,
  change: SecretChange,
): Promise<Result<unknown, KubeError>> {
  const data = Object.fromEntries(
    Object.entries(change).map(([key, text]) => [key, text === null ? null : base64(text)]),
  );
  return transport.request({
    method: "PATCH",
    path: secretsPath(at.namespace, at.name),
    query: { fieldManager },
    contentType: "application/merge-patch+json",
    body: { metadata: { resourceVersion }, data },
  });
}

/**
 * Makes all webhooks of a configuration trust a bundle, and ask at a path, as they were read; it never makes one. Not by
 * server-side apply: that would own a webhook's name, too, and then whoever installed the webhook
 * could not remove it any more by an apply of theirs.
 */
export function writeTrust(
  transport: Transport,
  { name, resourceVersion, webhooks }: WebhookConfiguration,
  { bundle, path }: WebhookTrust,
): Promise<Result<unknown, KubeError>> {
  const caBundle = base64(bundle);
  const clientConfig = (isService: boolean) =>
    isService && path !== null ? { caBundle, service: { path } } : { caBundle };
  return transport.request({
    method: "PATCH",
    path: webhooksPath(name),
    query: { fieldManager },
    contentType: "application/strategic-merge-patch+json",
    body: {
      metadata: { resourceVersion },
      webhooks: webhooks.map(({ name: of, isService }) => ({
        ...{ name: of, clientConfig: clientConfig(isService) },
      })),
    },
  });
}

const base64 = (text: string): string => Buffer.from(text).toString("base64");
