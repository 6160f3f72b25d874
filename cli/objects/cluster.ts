import { setTimeout as sleep } from "node:timers/promises";

import { err, ok, type Result } from "../../engine/result.ts";
import type { ApiPath } from "../../kube/transport/api-path.ts";
import { systemClock } from "../../kube/clock.ts";
import { CredentialSource } from "../../kube/transport/credentials.ts";
import { currentNamespace } from "../../kube/api/current-namespace.ts";
import type { KubeError } from "../../kube/transport/errors.ts";
import { listAll } from "../../kube/watch/list.ts";
import { resourcePath } from "../../kube/watch/object.ts";
import { Transport } from "../../kube/transport/transport.ts";
import packageJson from "../../package.json" with { type: "json" };
import { describeProblem } from "./request-error.ts";
import { group, type Kind, kinds, type ScalingObject, scalingObjectOf } from "./scaling-object.ts";

/**
 * Read-only access to the cluster of KUBECONFIG. Errors are sentences. Importing this file loads the whole
 * API server client, so only the verbs that need it import it, and only when they run.
 */
export class Cluster {
  readonly #transport = new Transport({
    credentials: new CredentialSource(systemClock),
    userAgent: `trimtab-cli/${packageJson.version}`,
    clock: systemClock,
    random: Math.random,
    sleep: ms => sleep(ms),
    onRequest: () => undefined,
    deadlineMs: 10_000,
  });

  currentNamespace(): Result<string, string> {
    try {
      return ok(currentNamespace());
    } catch (cause) {
      const why = cause instanceof Error ? cause.message : String(cause);
      return err(`the kubeconfig cannot be used: ${why}`);
    }
  }

  /** The objects of this name, at most one of each kind. */
  async find(
    namespace: string,
    name: string,
    wanted: readonly Kind[],
  ): Promise<Result<readonly ScalingObject[], string>> {
    const answers = await Promise.all(
      wanted.map(async kind =>
        this.#transport.request<unknown>({ method: "GET", path: pathOf(kind, namespace, name) }),
      ),
    );
    const found = answers.flatMap(answer => (answer.ok ? [scalingObjectOf(answer.value)] : []));
    const objects = found.filter(object => object !== null);
    const failures = answers.flatMap(answer => (answer.ok ? [] : [answer.error]));
    const failure = failures.find(({ code }) => code !== "NotFound");
    return failure && objects.length === 0 ? err(describeProblem(failure)) : ok(objects);
  }

  /** All objects of both kinds; null: in all namespaces. */
  async list(
    namespace: string | null,
    signal: AbortSignal,
  ): Promise<Result<readonly ScalingObject[], string>> {
    const lists = await Promise.all(
      (Object.keys(kinds) as Kind[]).map(kind => this.#listOf(kind, namespace, signal)),
    );
    const failures = lists.flatMap(list => (list.ok ? [] : [list.error]));
    const absent = failures.filter(({ code }) => code === "NotFound");
    // A cluster may serve only one of the two kinds.
    const failure = failures.find(({ code }) => code !== "NotFound") ?? absent[1];
    if (failure) return err(describeProblem(failure));
    return ok(lists.flatMap(list => (list.ok ? list.value : [])));
  }

  async #listOf(
    kind: Kind,
    namespace: string | null,
    signal: AbortSignal,
  ): Promise<Result<readonly ScalingObject[], KubeError>> {
    const objects: ScalingObject[] = [];
    const collect = (item: object): void => {
      // Items of a list contain neither apiVersion nor kind.
      const object = scalingObjectOf({ apiVersion: `${group}/v1alpha1`, kind, ...item });
      if (object) objects.push(object);
    };
    const path = pathOf(kind, namespace);
    const listed = await listAll(this.#transport, { path }, collect, signal);
    return listed.ok ? ok(objects) : listed;
  }

  /** Requests in flight fail. */
  close(): Promise<void> {
    return this.#transport.close();
  }
}

const pathOf = (kind: Kind, namespace: string | null, name?: string): ApiPath =>
  resourcePath({
    ...{ group, version: "v1alpha1", plural: kinds[kind].plural },
    ...(namespace === null ? {} : { namespace }),
    ...(name === undefined ? {} : { name }),
  });
