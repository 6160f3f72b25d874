import { writeFile } from "node:fs/promises";

import { runOrThrow } from "../host/run.ts";
import type { ApiTarget } from "./api.ts";

interface KubeconfigJson {
  readonly clusters?: {
    cluster: { server: string; "certificate-authority-data"?: string };
  }[];
  readonly users?: {
    user: { token?: string; "client-certificate-data"?: string; "client-key-data"?: string };
  }[];
}

/** Reads the current context of a kubeconfig, by kubectl's own rules. */
export async function readKubeconfig(kubectl: string, path: string): Promise<ApiTarget> {
  const view = ["config", "view", "--raw", "--minify", "--flatten", "--output=json"];
  const text = await runOrThrow(kubectl, [`--kubeconfig=${path}`, ...view]);
  const { clusters, users } = JSON.parse(text) as KubeconfigJson;
  const cluster = clusters?.[0]?.cluster;
  const user = users?.[0]?.user ?? {};
  if (!cluster) throw new Error(`${path} has no current context: choose one in it.`);
  return defined({
    server: cluster.server,
    ca: decoded(cluster["certificate-authority-data"]),
    certificate: decoded(user["client-certificate-data"]),
    key: decoded(user["client-key-data"]),
    token: user.token,
  });
}

export interface KubeconfigUser {
  readonly token?: string;
  readonly tokenFile?: string;
  /** Another address of the same API server: a proxy in front of it. */
  readonly server?: string;
  /** PEM; another authority, for such a proxy. */
  readonly ca?: string;
}

/** Writes a kubeconfig for a token; without one, with the credentials of `target`. */
export async function writeKubeconfig(
  target: ApiTarget,
  user: KubeconfigUser,
  path: string,
): Promise<void> {
  // JSON is valid YAML.
  const text = JSON.stringify(kubeconfigFor(target, user), undefined, 2);
  await writeFile(path, text, { mode: 0o600 });
}

export function kubeconfigFor(
  target: ApiTarget,
  { token, tokenFile, server = target.server, ca = target.ca }: KubeconfigUser,
) {
  const user =
    token !== undefined || tokenFile !== undefined
      ? { token, tokenFile }
      : {
          token: target.token,
          "client-certificate-data": encoded(target.certificate),
          "client-key-data": encoded(target.key),
        };
  return {
    apiVersion: "v1",
    kind: "Config",
    clusters: [{ name: "trimtab", cluster: { server, "certificate-authority-data": encoded(ca) } }],
    users: [{ name: "trimtab", user }],
    contexts: [{ name: "trimtab", context: { cluster: "trimtab", user: "trimtab" } }],
    "current-context": "trimtab",
  };
}

/** Undefined for a loopback address; otherwise the reason for refusing this server. */
export function refuseServer(server: string): string | undefined {
  const { hostname } = new URL(server);
  const isLoopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname);
  return isLoopback
    ? undefined
    : `Refusing ${server}: only loopback addresses are ever contacted. ` +
        `Unset TRIMTAB_KUBECONFIG to have a cluster started, or name one on this machine.`;
}

function decoded(data: string | undefined): string | undefined {
  return data === undefined ? undefined : Buffer.from(data, "base64").toString("utf8");
}

function encoded(pem: string | undefined): string | undefined {
  return pem === undefined ? undefined : Buffer.from(pem).toString("base64");
}

/** Without undefined members, as exact optional properties require. */
function defined(
  target: { server: string } & Record<Exclude<keyof ApiTarget, "as">, string | undefined>,
): ApiTarget {
  const entries = Object.entries(target).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as unknown as ApiTarget;
}
