import { createHash } from "node:crypto";

import { LRUCache } from "lru-cache";

import { ok, type Result } from "../engine/result.ts";
import { apiPath } from "../kube/api-path.ts";
import type { Clock } from "../kube/clock.ts";
import { kubeError, type KubeError } from "../kube/errors.ts";
import type { Transport } from "../kube/transport.ts";

/** Who sent a request, as the API server's authentication has it. */
export interface Requester {
  readonly username?: string;
  readonly uid?: string;
  readonly groups?: readonly string[];
  readonly extra?: Readonly<Record<string, readonly string[]>>;
}

/** The object whose scale somebody wants to write; without a name any of the kind in the namespace. */
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

/** A right that is taken away ends within this; a GitOps run asks thousands of times in it. */
const keepMs = 10_000;
/** Each takes some 300 bytes, however much is known of the user. */
const mostKept = 10_000;
const deadlineMs = 3_000;
const path = apiPath("apis", "authorization.k8s.io", "v1", "subjectaccessreviews");

/**
 * Whether a person may scale what they want an autoscaler to scale for them (I9). The API server
 * is asked, and its answer kept for seconds; either of update and patch on the scale will do.
 */
export class AccessReviews {
  readonly #ports: Ports;
  readonly #reviews: LRUCache<string, Promise<Result<boolean, KubeError>>>;
  #purgedAt = 0;

  constructor(ports: Ports) {
    this.#ports = ports;
    const perf = { now: () => ports.clock.monotonic() };
    this.#reviews = new LRUCache({ max: mostKept, ttl: keepMs, ttlResolution: 0, perf });
  }

  /** How many answers are kept. */
  get size(): number {
    return this.#reviews.size;
  }

  mayScale(who: Requester, what: ScaleOf): Promise<Result<boolean, KubeError>> {
    this.#purge();
    const id = identify(who, what);
    const known = this.#reviews.get(id);
    if (known) return known;
    const answer = this.#ask(who, what);
    this.#reviews.set(id, answer);
    void answer.then(result => {
      if (!result.ok && this.#reviews.peek(id) === answer) this.#reviews.delete(id);
    });
    return answer;
  }

  /** What is old goes even if it is never asked for again. */
  #purge(): void {
    const now = this.#ports.clock.monotonic();
    if (now - this.#purgedAt < keepMs) return;
    this.#purgedAt = now;
    this.#reviews.purgeStale();
  }

  async #ask(who: Requester, what: ScaleOf): Promise<Result<boolean, KubeError>> {
    const patch = await this.#review(who, what, "patch");
    return patch.ok && !patch.value ? this.#review(who, what, "update") : patch;
  }

  async #review(
    { username = "", uid = "", groups = [], extra = {} }: Requester,
    { namespace, group, plural: resource, name }: ScaleOf,
    verb: "update" | "patch",
  ): Promise<Result<boolean, KubeError>> {
    const of = { namespace, group, resource, subresource: "scale", verb };
    const resourceAttributes = name === null ? of : { ...of, name };
    const spec = { user: username, uid, groups, extra, resourceAttributes };
    const body = { apiVersion: "authorization.k8s.io/v1", kind: "SubjectAccessReview", spec };
    const answer = await this.#ports.transport.request({ method: "POST", path, body, deadlineMs });
    if (!answer.ok) return answer;
    const { allowed } = (answer.value as Answer | null)?.status ?? {};
    if (typeof allowed === "boolean") return ok(allowed);
    const message = "the answer is not a SubjectAccessReview";
    return { ok: false, error: kubeError("Malformed", { request: `POST ${path}`, message }) };
  }
}

interface Answer {
  readonly status?: { readonly allowed?: unknown };
}

/** Groups in any order are the same groups. A digest, because a user may have megabytes of them. */
const identify = ({ username, uid, groups, extra }: Requester, what: ScaleOf): string => {
  const named = Object.entries(extra ?? {}).sort(([a], [b]) => (a < b ? -1 : 1));
  const { namespace, group, plural, name } = what;
  const who = [username, uid, [...(groups ?? [])].sort(), named];
  const text = JSON.stringify([who, namespace, group, plural, name]);
  return createHash("sha256").update(text).digest("base64");
};
