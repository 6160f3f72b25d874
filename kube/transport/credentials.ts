import { readFile } from "node:fs/promises";
import type { RequestOptions } from "node:https";
import path from "node:path";

import { KubeConfig } from "@kubernetes/client-node";
import { parse } from "yaml";

import { err, ok } from "../../engine/result.ts";
import type { Clock } from "../clock.ts";
import { kubeError, type KubeAnswer } from "./errors.ts";
import { kubeconfigProblem } from "./kubeconfig-problem.ts";

/** Credentials for one request. `tls` changes rarely, `authorization` hourly. */
export interface Credentials {
  readonly server: string;
  readonly authorization: string | null;
  readonly tls: TlsMaterial;
}

export interface TlsMaterial {
  readonly ca?: string;
  readonly cert?: string;
  readonly key?: string;
  readonly servername?: string;
  readonly rejectUnauthorized?: boolean;
}

/** Interval for re-reading the files: the kubelet replaces a projected token at 80% of its hour. */
const rereadMs = 30_000;

/**
 * The operator's identity, re-read from its files: a kubeconfig (KUBECONFIG, else ~/.kube/config; including
 * `tokenFile`, client certificates and exec plugins) or the pod's service account. If a re-read fails, the
 * previous credentials stay in use. `invalidate` (after a 401) forces a re-read.
 */
export class CredentialSource {
  readonly #clock: Clock;
  readonly #load: () => Promise<Credentials>;
  #current: Credentials | null = null;
  #readAt = 0;
  #reading: KubeAnswer<Credentials> | null = null;

  constructor(clock: Clock, load: () => Promise<Credentials> = loadCredentials) {
    this.#clock = clock;
    this.#load = load;
  }

  async get(): KubeAnswer<Credentials> {
    if (this.#current && this.#clock.monotonic() - this.#readAt < rereadMs) {
      return ok(this.#current);
    }
    this.#reading ??= this.#read().finally(() => {
      this.#reading = null;
    });
    return this.#reading;
  }

  invalidate(): void {
    this.#readAt = -Infinity;
  }

  async #read(): KubeAnswer<Credentials> {
    try {
      this.#current = await this.#load();
      this.#readAt = this.#clock.monotonic();
      return ok(this.#current);
    } catch (cause) {
      if (this.#current) return ok(this.#current);
      const message = kubeconfigProblem(cause);
      return err(kubeError("Unauthorized", { request: "read credentials", message }));
    }
  }
}

async function loadCredentials(): Promise<Credentials> {
  const config = new KubeConfig();
  config.loadFromDefault();
  const cluster = config.getCurrentCluster();
  if (!cluster) throw new Error("no cluster in the kubeconfig's current context");
  const options: RequestOptions = {};
  await config.applyToHTTPSOptions(options);
  const headers = (options.headers ?? {}) as Record<string, string | undefined>;
  const token = await kubeconfigTokenFile(config);
  return {
    server: cluster.server,
    authorization: token === null ? (headers["Authorization"] ?? null) : `Bearer ${token}`,
    tls: tlsMaterial(options),
  };
}

function tlsMaterial(options: RequestOptions): TlsMaterial {
  const { ca, cert, key, servername, rejectUnauthorized } = options;
  return {
    ...(ca ? { ca: pem(ca) } : {}),
    ...(cert ? { cert: pem(cert) } : {}),
    ...(key ? { key: pem(key) } : {}),
    ...(servername ? { servername } : {}),
    ...(rejectUnauthorized === undefined ? {} : { rejectUnauthorized }),
  };
}

/** client-node passes a single Buffer or string for each; https also accepts lists. */
const pem = (material: unknown): string =>
  Buffer.isBuffer(material) ? material.toString("utf8") : String(material);

interface NamedUser {
  readonly name?: string;
  readonly user?: { readonly tokenFile?: string };
}

/** client-node ignores `tokenFile` of a kubeconfig user, which token rotation as in the kubelet needs. */
async function kubeconfigTokenFile(config: KubeConfig): Promise<string | null> {
  const userName = config.getContextObject(config.getCurrentContext())?.user;
  for (const file of kubeconfigFiles()) {
    const text = await readIfPresent(file);
    if (!text?.includes("tokenFile")) continue;
    // A warning would be printed, with the text.
    const { users } = parse(text, { logLevel: "error" }) as { users?: NamedUser[] };
    const tokenFile = users?.find(({ name }) => name === userName)?.user?.tokenFile;
    if (tokenFile === undefined) continue;
    // Like kubectl: relative to the kubeconfig that contains it.
    return (await readFile(path.resolve(path.dirname(file), tokenFile), "utf8")).trim();
  }
  return null;
}

function kubeconfigFiles(): string[] {
  const { KUBECONFIG = "", HOME: home = process.env["USERPROFILE"] } = process.env;
  const files = KUBECONFIG.split(path.delimiter).filter(Boolean);
  if (files.length > 0) return files;
  // Not os.homedir(), which throws for a user that is not in /etc/passwd, such as one that OpenShift chooses.
  return home ? [path.join(home, ".kube", "config")] : [];
}

async function readIfPresent(file: string): Promise<string | null> {
  try {
    return await readFile(file, "utf8");
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw cause;
  }
}
