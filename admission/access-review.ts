import { createHash } from "node:crypto";

import type { V1UserInfo } from "@kubernetes/client-node";
import { LRUCache } from "lru-cache";

import { ok } from "../engine/model/values/result.ts";
import { apiPath } from "../kube/transport/api-path.ts";
import type { Clock } from "../kube/clock.ts";
import { kubeError, type KubeAnswer } from "../kube/transport/errors.ts";
import { ownerAt } from "../kube/transport/kube-request.ts";
import type { Transport } from "../kube/transport/transport.ts";

/** The sender of a request, as authenticated by the API server. */
export type Requester = Readonly<V1UserInfo>;

/** The object whose scale a user wants to write; without a name: any in the namespace. */
export interface ScaleOf {
  readonly namespace: string;
  readonly group: string;
  readonly plural: string;
  readonly name: string | null;
}

interface Ports {
  readonly transport: Transport;
  readonly clock: Clock;
}

/** A revoked permission takes effect within this time; a GitOps run asks thousands of times in it. */
const keepMs = 10_000;
/** Each takes about 300 bytes, whatever the size of the user's data. */
const mostKept = 10_000;
const deadlineMs = 3_000;
const path = apiPath("apis", "authorization.k8s.io", "v1", "subjectaccessreviews");

/**
 * Checks whether users have permission to scale what their autoscaler would scale for them (I9). It asks the
 * API server and caches the answer for seconds; either update or patch on the scale is sufficient.
 */
export class AccessReviews {
  readonly #ports: Ports;
  readonly #reviews: LRUCache<string, KubeAnswer<boolean>>;
  /** A review asks for each of its targets. */
  readonly #digests = new WeakMap<Requester, string>();
  #purgedAt = 0;

  constructor(ports: Ports) {
    this.#ports = ports;
    const perf = { now: () => ports.clock.monotonic() };
    this.#reviews = new LRUCache({ max: mostKept, ttl: keepMs, ttlResolution: 0, perf });
  }

  get size(): number {
    return this.#reviews.size;
  }

  mayScale(who: Requester, what: ScaleOf): KubeAnswer<boolean> {
    this.#purge();
    const { namespace, group, plural, name } = what;
    const id = JSON.stringify([this.#digestOf(who), namespace, group, plural, name]);
    const known = this.#reviews.get(id);
    if (known) return known;
    const answer = this.#ask(who, what);
    this.#reviews.set(id, answer);
    void answer.then(result => {
      if (!result.ok && this.#reviews.peek(id) === answer) this.#reviews.delete(id);
    });
    return answer;
  }

  #digestOf(who: Requester): string {
    const digest = this.#digests.get(who) ?? identify(who);
    this.#digests.set(who, digest);
    return digest;
  }

  /** Removes expired answers, even if they are never requested again. */
  #purge(): void {
    const now = this.#ports.clock.monotonic();
    if (now - this.#purgedAt < keepMs) return;
    this.#purgedAt = now;
    this.#reviews.purgeStale();
  }

  async #ask(who: Requester, what: ScaleOf): KubeAnswer<boolean> {
    const patch = await this.#review(who, what, "patch");
    return patch.ok && !patch.value ? this.#review(who, what, "update") : patch;
  }

  async #review(
    { username = "", uid = "", groups = [], extra = {} }: Requester,
    { namespace, group, plural: resource, name }: ScaleOf,
    verb: "update" | "patch",
  ): KubeAnswer<boolean> {
    const of = { namespace, group, resource, subresource: "scale", verb };
    const resourceAttributes = name === null ? of : { ...of, name };
    const spec = { user: username, uid, groups, extra, resourceAttributes };
    const body = { apiVersion: "authorization.k8s.io/v1", kind: "SubjectAccessReview", spec };
    const owner = ownerAt(namespace, "access");
    const request = { method: "POST", path, body, deadlineMs, owner } as const;
    const answer = await this.#ports.transport.request(request);
    if (!answer.ok) return answer;
    const { allowed } = (answer.value as { status?: { allowed?: unknown } } | null)?.status ?? {};
    if (typeof allowed === "boolean") return ok(allowed);
    const message = "the answer is not a SubjectAccessReview";
    return { ok: false, error: kubeError("Malformed", { request: `POST ${path}`, message }) };
  }
}

/** The order of groups does not matter. A digest, because a user may have many of them. */
const identify = ({ username, uid, groups, extra }: Requester): string => {
  const named = Object.entries(extra ?? {}).sort(([a], [b]) => (a < b ? -1 : 1));
  const text = JSON.stringify([username, uid, [...(groups ?? [])].sort(), named]);
  return createHash("sha256").update(text).digest("base64");
};
