import type { Autoscaler } from "../../crds/generated/autoscaler.ts";
import { err, ok, type Result } from "../../engine/model/values/result.ts";
import type { ApiPath } from "../../kube/transport/api-path.ts";
import { abortableSleep, sleep, systemClock } from "../../kube/clock.ts";
import { CredentialSource, currentNamespace } from "../../kube/transport/credentials.ts";
import type { KubeError, KubeErrorCode } from "../../kube/transport/errors.ts";
import { listAll } from "../../kube/watch/list.ts";
import { type KubeObject, resourcePath } from "../../kube/watch/object.ts";
import type { ReflectorOptions } from "../../kube/watch/object-cache.ts";
import { Reflector } from "../../kube/watch/reflector.ts";
import type { TransportOptions } from "../../kube/transport/kube-request.ts";
import { Transport } from "../../kube/transport/transport.ts";
import { group, type Kind, kinds, type ScalingObject, scalingObjectOf } from "./scaling-object.ts";

import packageJson from "../../package.json" with { type: "json" };

export interface Follower<T> extends Pick<
  ReflectorOptions<KubeObject, T>,
  "onChanges" | "onHealth"
> {
  /** Reduces an object to what is needed of it. */
  readonly keep: (raw: KubeObject) => T;
}

type Objects<E = string> = Promise<Result<readonly ScalingObject[], E>>;

/**
 * Access to the cluster of KUBECONFIG. Errors are sentences. Importing this file loads the whole
 * API server client, so only the verbs that need it import it, and only when they run.
 */
export class Cluster {
  readonly #transport = transportWith({
    credentials: new CredentialSource(systemClock),
    onRequest: () => undefined,
    deadlineMs: 10_000,
  });

  currentNamespace(): Result<string, string> {
    return fromKubeconfig(currentNamespace);
  }

  /** The objects of this name, at most one of each kind. */
  async find(namespace: string, name: string, wanted: readonly Kind[]): Objects {
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

  /** Sets annotations, or removes them (null). It fails if the object was deleted or replaced. */
  annotate(
    { kind, namespace, name, uid }: ScalingObject,
    annotations: Readonly<Record<string, string | null>>,
  ): Promise<Result<unknown, string>> {
    return this.#request({
      method: "PATCH",
      path: pathOf(kind, namespace, name),
      query: { fieldManager: "trimtab-cli" },
      contentType: "application/merge-patch+json",
      body: { metadata: { uid, annotations } },
    });
  }

  /** The object as the API server stored it, or would store it. */
  create(namespace: string, object: Autoscaler, query: Readonly<Record<string, string>>) {
    const path = pathOf("Autoscaler", namespace);
    return this.#request({ method: "POST", path, query, body: object });
  }

  async #request(request: Parameters<Transport["request"]>[0]): Promise<Result<unknown, string>> {
    const answer = await this.#transport.request<unknown>(request);
    return answer.ok ? answer : err(describeProblem(answer.error));
  }

  /** Whether there is an object, of any kind. */
  async has(path: ApiPath): Promise<Result<boolean, string>> {
    const answer = await this.#transport.request<unknown>({ method: "GET", path });
    if (answer.ok || answer.error.code === "NotFound") return ok(answer.ok);
    return err(describeProblem(answer.error));
  }

  /** All objects of both kinds; null: in all namespaces. */
  async list(namespace: string | null, signal: AbortSignal): Objects {
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

  async #listOf(kind: Kind, namespace: string | null, signal: AbortSignal): Objects<KubeError> {
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

  /**
   * Lists and watches the objects of a kind, through any outage, until the signal is aborted; null: in all
   * namespaces. Resolves when the first list is complete.
   */
  follow<T extends { readonly version: string }>(
    kind: Kind,
    namespace: string | null,
    { keep, ...follower }: Follower<T>,
    signal: AbortSignal,
  ): Promise<void> {
    const reflector = new Reflector<KubeObject, T>({
      transport: this.#transport,
      path: pathOf(kind, namespace),
      ...{ clock: systemClock, random: Math.random, sleep: abortableSleep },
      // Items of a list contain neither apiVersion nor kind.
      trim: raw => keep({ ...raw, apiVersion: `${group}/v1alpha1`, kind }),
      same: (a, b) => a.version === b.version,
      ...follower,
    });
    signal.addEventListener("abort", () => reflector.stop(), { once: true });
    reflector.start();
    return reflector.whenSynced();
  }

  /**
   * Passes each Event of an object to `each`, a page at a time and in no order. The API server looks through all
   * Events of the namespace for them, so an object with more than `most` is not read to the end.
   */
  async eventsOf(
    { namespace, uid }: ScalingObject,
    each: (event: object) => void,
    most: number,
  ): Promise<Result<void, string>> {
    const path = resourcePath({ group: "", version: "v1", plural: "events", namespace });
    const selector = { fieldSelector: `involvedObject.uid=${uid}` };
    const enough = new AbortController();
    let count = 0;
    const collect = (event: object): void => {
      count += 1;
      if (count > most) enough.abort();
      else each(event);
    };
    const listed = await listAll(this.#transport, { path, selector }, collect, enough.signal);
    if (enough.signal.aborted) return err(`it has more than ${most} Events; some may be missing`);
    return listed.ok ? ok(undefined) : err(describeProblem(listed.error));
  }

  /** Requests in flight fail. */
  close(): Promise<void> {
    return this.#transport.close();
  }
}

/** The transport of a command. */
export const transportWith = (
  options: Omit<TransportOptions, "userAgent" | "clock" | "random" | "sleep">,
): Transport =>
  new Transport({
    userAgent: `trimtab-cli/${packageJson.version}`,
    ...{ clock: systemClock, random: Math.random, sleep, ...options },
  });

/** What a kubeconfig says. Errors: a sentence. */
export function fromKubeconfig<T>(read: () => T): Result<T, string> {
  try {
    return ok(read());
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    return err(`the kubeconfig cannot be used: ${why}`);
  }
}

const pathOf = (kind: Kind, namespace: string | null, name?: string): ApiPath =>
  resourcePath({
    ...{ group, version: "v1alpha1", plural: kinds[kind].plural },
    ...(namespace === null ? {} : { namespace }),
    ...(name === undefined ? {} : { name }),
  });

/** For users of the command line; the remedies in kube/ are for the operator. */
const sentences: Readonly<Partial<Record<KubeErrorCode, (message: string) => string>>> = {
  Unreachable: why =>
    `the API server cannot be reached (${why}); check that KUBECONFIG names the right one`,
  Timeout: () => "the API server does not answer",
  Unauthorized: why => `the API server does not accept who asks (${why}); check the kubeconfig`,
  Forbidden: why => `${why}; ask for that right`,
  NotFound: () => "the API server has no such resources; install the CRDs of Trimtab first",
  TooLarge: why => `${why}; look what makes it so large`,
  TooManyRequests: () => "the API server has too much to do",
};

export function describeProblem({ code, status, message }: KubeError): string {
  // No request was sent yet.
  if (code === "Unauthorized" && status === null)
    return `the kubeconfig cannot be used: ${message}`;
  return sentences[code]?.(message) ?? `the API server answers: ${message}`;
}
