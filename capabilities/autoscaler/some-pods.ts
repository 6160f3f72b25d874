import { LRUCache } from "lru-cache";

import { type Pod, type RawPod, trimPod } from "../../engine/model/observation/pod.ts";
import { ok } from "../../engine/model/values/result.ts";
import type { Clock } from "../../kube/clock.ts";
import type { KubeAnswer } from "../../kube/transport/errors.ts";
import { mostBytes } from "../../kube/transport/response-size.ts";
import type { Transport } from "../../kube/transport/transport.ts";
import { objectKey, resourcePath } from "../../kube/watch/object.ts";

interface Ports {
  readonly transport: Transport;
  readonly clock: Clock;
  /** The pods in a watch that runs; null: there is none. */
  readonly watched: (namespace: string, selector: string) => ReadonlyMap<string, Pod> | null;
}

export type RequestingPod = Pick<Pod, "name" | "requests">;

/** Pods of one target mostly come from one template. */
const some = 3;
const deadlineMs = 2_000;
/** As long as the answer to an access review. */
const keepMs = 10_000;
const mostKept = 200;
/** As JSON. Anyone who may create pods could fill the memory with large ones. */
const largestKept = 64 * 1024;

/**
 * Some pods of a target, for advice about all of them: pods that the controller watches, or a short list that is
 * kept for seconds. A review of an object that is in use sends no request for them.
 */
export class SomePods {
  readonly #ports: Ports;
  readonly #lists: LRUCache<string, KubeAnswer<readonly RequestingPod[]>>;

  constructor(ports: Ports) {
    this.#ports = ports;
    const perf = { now: () => ports.clock.monotonic() };
    this.#lists = new LRUCache({ max: mostKept, ttl: keepMs, ttlResolution: 0, perf });
  }

  read(namespace: string, selector: string): KubeAnswer<readonly RequestingPod[]> {
    const watched = this.#ports.watched(namespace, selector);
    if (watched) return Promise.resolve(ok(firstOf(watched)));
    const key = objectKey({ namespace, name: selector });
    const known = this.#lists.get(key);
    if (known) return known;
    const raw = this.#list(namespace, selector);
    const list = raw.then(answer => (answer.ok ? ok(answer.value.map(requesting)) : answer));
    this.#lists.set(key, list);
    void raw.then(answer => {
      const isKept = answer.ok && JSON.stringify([key, answer.value]).length <= largestKept;
      if (!isKept && this.#lists.peek(key) === list) this.#lists.delete(key);
    });
    return list;
  }

  async #list(namespace: string, labelSelector: string): KubeAnswer<readonly RawPod[]> {
    const path = resourcePath({ group: "", version: "v1", plural: "pods", namespace });
    const query = { labelSelector, limit: some };
    const answer = await this.#ports.transport.request({
      ...{ method: "GET", path, query, deadlineMs, tries: 1, mostBytes: mostBytes.page },
    });
    return answer.ok
      ? ok((answer.value as { items?: readonly RawPod[] | null } | null)?.items ?? [])
      : answer;
  }
}

function requesting(raw: RawPod): RequestingPod {
  const { name, requests } = trimPod(raw);
  return { name, requests };
}

/** There may be ten thousand. */
function firstOf(pods: ReadonlyMap<string, Pod>): readonly Pod[] {
  const first: Pod[] = [];
  for (const pod of pods.values()) {
    if (first.length === some) break;
    first.push(pod);
  }
  return first;
}
