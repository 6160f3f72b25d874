import { readFile } from "node:fs/promises";
import type { RequestOptions } from "node:https";
import { KubeConfig } from "@kubernetes/client-node";
import { parse } from "yaml";
import path from "node:path";

import { err, ok } from "../../engine/model/values/result.ts";
import type { Clock } from "../clock.ts";
import { kubeError, type KubeAnswer } from "./errors.ts";

/** Credentials for one request. `tls` changes rarely, `authorization` hourly. */
export interface Credentials {
  readonly server: string;
  readonly authorization: string | null;
  readonly tls: TlsMaterial;
}

interface TlsMaterial {
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

  constructor(clock: Clock, load: () => Promise<Credentials> = () => loadCredentials()) {
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

/** @param context  of the kubeconfig; absent: the current one */
export async function loadCredentials(context?: string): Promise<Credentials> {
  const config = new KubeConfig();
  config.loadFromDefault();
  if (context !== undefined) config.setCurrentContext(context);
  const cluster = config.getCurrentCluster();
  const which = context === undefined ? "current context" : `context ${context}`;
  if (!cluster) throw new Error(`no cluster in the kubeconfig's ${which}`);
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

/** The parts that are used of errors of js-yaml and yaml. */
interface ParserError {
  readonly mark?: { readonly line: number; readonly column: number };
  readonly linePos?: readonly { readonly line: number; readonly col: number }[];
}

/** Messages of client-node that go on with a name, or with the arguments of a command. */
const withText = /^(?:Duplicate \w+|Failed to refresh token)(?=:)/;

/**
 * Why a kubeconfig cannot be used, without its text, which may hold a token: parsers quote what is around a mistake,
 * and the message ends up in a log. Errors of system calls name a file or a command.
 */
function kubeconfigProblem(cause: unknown): string {
  const { mark, linePos: [place] = [] } = (cause ?? {}) as ParserError;
  // js-yaml counts from 0.
  if (mark) return notYaml(mark.line + 1, mark.column + 1);
  if (place) return notYaml(place.line, place.col);
  if (cause instanceof SyntaxError) return "a credential, or what its plugin prints, is not JSON";
  const message = cause instanceof Error ? cause.message : String(cause);
  return withText.exec(message)?.[0] ?? message;
}

const notYaml = (line: number, column: number): string =>
  `it is not YAML at line ${line}, column ${column}`;

/** The server that client-node assumes if it finds neither a kubeconfig nor a service account. */
const madeUp = "http://localhost:8080";

function readKubeconfig(): KubeConfig {
  const config = new KubeConfig();
  try {
    config.loadFromDefault();
  } catch (error) {
    // Not with its cause, which quotes the text.
    throw new Error(kubeconfigProblem(error));
  }
  const isMadeUp = config.getCurrentCluster()?.server === madeUp;
  if (isMadeUp && config.getCurrentContext() === "loaded-context") {
    throw new Error("there is none; set KUBECONFIG");
  }
  return config;
}

/**
 * The namespace of the kubeconfig's current context or of the pod's service account; "default" if it names
 * none, like kubectl. Throws if there is neither a kubeconfig nor a service account.
 */
export function currentNamespace(): string {
  const config = readKubeconfig();
  const namespace = config.getContextObject(config.getCurrentContext())?.namespace ?? "";
  return namespace === "" ? "default" : namespace;
}

export interface Context {
  readonly name: string;
  /** Its API server; empty: it names a cluster that is not there. */
  readonly server: string;
  readonly isCurrent: boolean;
}

/** The contexts of the kubeconfig, the current one first. Throws like `currentNamespace`. */
export function contexts(): Context[] {
  const config = readKubeconfig();
  const current = config.getCurrentContext();
  const all = config.getContexts().map(({ name, cluster }) => {
    return { name, server: config.getCluster(cluster)?.server ?? "", isCurrent: name === current };
  });
  return all.toSorted((a, b) => Number(b.isCurrent) - Number(a.isCurrent));
}
