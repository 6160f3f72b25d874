import type { EpochMs } from "../../engine/model/values/result.ts";
import type { ApiPath } from "../../kube/transport/api-path.ts";
import type { KubeAnswer } from "../../kube/transport/errors.ts";
import { resourcePath } from "../../kube/watch/object.ts";
import type { Transport } from "../../kube/transport/transport.ts";
import type { SecretChange } from "./plan-rotation.ts";

/** The version that was read: a write fails if the object has been changed, deleted or recreated since. */
export interface ReadVersion {
  readonly resourceVersion: string;
}

interface Webhook {
  readonly name: string;
  /** PEM of the authorities that the API server trusts. */
  readonly bundle: string;
  readonly path: string;
  /** True if it is behind a Service; otherwise a user has configured a URL. */
  readonly isService: boolean;
}

export interface WatchedWebhooks extends ReadVersion {
  readonly name: string;
  /** Since when they have their paths; null or absent: it is not known. */
  readonly pathsWrittenAt?: EpochMs | null;
  readonly webhooks: readonly Webhook[];
}

/** What the operator manages in its webhooks. `path`: behind the Service; null: not managed. */
export interface WebhookTrust {
  readonly bundle: string;
  readonly path: string | null;
}

const fieldManager = "trimtab";
const group = "admissionregistration.k8s.io";
const configurations = { group, version: "v1", plural: "validatingwebhookconfigurations" };

export const secretsPath = (namespace: string, name?: string): ApiPath =>
  resourcePath({ group: "", version: "v1", plural: "secrets", namespace, ...(name && { name }) });

export const webhooksPath = (name?: string): ApiPath =>
  resourcePath({ ...configurations, ...(name && { name }) });

/** Changes the Secret at the version read and keeps other values. It never creates one: the chart does. */
export function writeSecret(
  transport: Transport,
  path: ApiPath,
  { resourceVersion }: ReadVersion,
  change: SecretChange,
): KubeAnswer<unknown> {
  const data = Object.fromEntries(
    Object.entries(change).map(([key, text]) => [key, text === null ? null : base64(text)]),
  );
  return transport.request({
    method: "PATCH",
    path,
    query: { fieldManager },
    contentType: "application/merge-patch+json",
    body: { metadata: { resourceVersion }, data },
  });
}

/**
 * Sets the bundle and the path in all webhooks of a configuration, at the version read; it never creates one.
 * It does not use server-side apply: that would also own the names of the webhooks, and the installer could
 * then no longer remove a webhook with an apply of its own.
 */
export function writeTrust(
  transport: Transport,
  { name, resourceVersion, webhooks }: WatchedWebhooks,
  { bundle, path }: WebhookTrust,
): KubeAnswer<unknown> {
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
      webhooks: webhooks.map(each => ({
        name: each.name,
        clientConfig: clientConfig(each.isService),
      })),
    },
  });
}

const base64 = (text: string): string => Buffer.from(text).toString("base64");
