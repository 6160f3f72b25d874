import { request } from "node:https";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";

import { identityOf, mustRequest, type ApiObject } from "../../hack/cluster/api.ts";
import { AuditLog } from "../../hack/cluster/audit.ts";
import type { Cluster } from "../../hack/cluster/cluster.ts";

/** A changed `spec.replicas` of a Deployment. */
export interface ReplicaChange {
  readonly name: string;
  readonly from: number;
  readonly to: number;
  readonly at: Date;
  /** The resourceVersion that it led to. */
  readonly version: string;
  /** The manager that applied the count, if it did not come from `/scale`. */
  readonly applier: string;
}

interface WatchedDeployment {
  readonly metadata: {
    readonly name: string;
    readonly resourceVersion: string;
    readonly managedFields?: readonly ManagedFields[];
  };
  readonly spec: { readonly replicas?: number };
}

interface ManagedFields {
  readonly manager: string;
  readonly fieldsV1: Readonly<Record<string, object | undefined>>;
}

interface Event {
  readonly type: "ADDED" | "MODIFIED" | "DELETED" | "BOOKMARK" | "ERROR";
  readonly object: WatchedDeployment;
}

/**
 * Who changed the counts of a namespace's Deployments: a watch sees each version of them, and the audit log has each
 * write to `/scale` with the version that it led to. Such a write does not always leave a field manager.
 */
export class ReplicaLog {
  readonly #changes: ReplicaChange[] = [];
  readonly #counts = new Map<string, number>();
  readonly #audit: AuditLog;
  /** The first part of the User-Agent, by the version that its write led to. */
  readonly #scalers = new Map<string, string>();
  #stop = (): void => undefined;
  #failure: string | undefined;

  private constructor({ auditLogPath = "" }: Cluster, namespace: string) {
    this.#audit = new AuditLog(auditLogPath, `/namespaces/${namespace}/deployments/`);
  }

  static async of(cluster: Cluster, namespace: string): Promise<ReplicaLog> {
    const log = new ReplicaLog(cluster, namespace);
    const path = `/apis/apps/v1/namespaces/${namespace}/deployments`;
    const { metadata } = await mustRequest(cluster, "GET", path);
    const from = `resourceVersion=${metadata?.resourceVersion ?? ""}`;
    // The API server ends a watch after half an hour to an hour otherwise.
    const url = new URL(`${path}?watch=true&timeoutSeconds=7200&${from}`, cluster.server);
    const asked = request(url, { ...identityOf(cluster), agent: false });
    log.#stop = () => asked.destroy();
    asked.once("error", () => undefined);
    asked.once("response", answer => {
      // `stop` aborts it.
      answer.once("error", () => undefined);
      createInterface({ input: answer })
        .on("error", () => undefined)
        .on("line", line => {
          log.#see(JSON.parse(line) as Event);
        })
        .once("close", () => (log.#failure = "the watch has ended"));
    });
    asked.end();
    return log;
  }

  /** The current count of a Deployment. */
  countOf(name: string): number | undefined {
    this.#check();
    return this.#counts.get(name);
  }

  changesSince(since: Date): ReplicaChange[] {
    this.#check();
    return this.#changes.filter(({ at }) => at >= since);
  }

  /** Who wrote each change: `trimtab`, `kube-controller-manager` or the field manager that applied it. */
  async writersOf(changes: readonly ReplicaChange[]): Promise<string[]> {
    // The API server logs a request just after its response.
    await sleep(500);
    for await (const { objectRef, responseObject, userAgent } of this.#audit.unread()) {
      if (objectRef?.subresource !== "scale" || responseObject === undefined) continue;
      const { metadata } = responseObject as ApiObject;
      this.#scalers.set(metadata?.resourceVersion ?? "", userAgent.split("/")[0] ?? "");
    }
    return changes.map(({ version, applier }) => this.#scalers.get(version) ?? applier);
  }

  /** The same, each once. */
  async writersSince(since: Date): Promise<string[]> {
    return Array.from(new Set(await this.writersOf(this.changesSince(since)))).sort();
  }

  stop(): void {
    this.#stop();
  }

  #check(): void {
    if (this.#failure !== undefined) throw new Error(this.#failure);
  }

  #see({ type, object }: Event): void {
    if (type === "ERROR") this.#failure = JSON.stringify(object);
    else if (type === "DELETED") this.#counts.delete(object.metadata.name);
    else if (type !== "BOOKMARK") this.#count(object);
  }

  #count({ metadata, spec }: WatchedDeployment): void {
    const { name, resourceVersion: version, managedFields = [] } = metadata;
    const { replicas: to = 1 } = spec;
    const from = this.#counts.get(name);
    this.#counts.set(name, to);
    if (from === undefined || from === to) return;
    const owner = managedFields.find(
      ({ fieldsV1 }) => fieldsV1["f:spec"] && "f:replicas" in fieldsV1["f:spec"],
    );
    const applier = owner?.manager ?? "the default";
    this.#changes.push({ name, from, to, at: new Date(), version, applier });
  }
}
