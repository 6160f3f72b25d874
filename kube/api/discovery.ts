// kube/api/: one file for each API group or subresource that Trimtab calls.

import { LRUCache } from "lru-cache";

import { err, ok } from "../../engine/model/values/result.ts";
import { type Fields, fieldsOf, isFields, isText } from "../../engine/model/values/json-values.ts";
import { apiPath, type ApiPath } from "../transport/api-path.ts";
import type { Clock } from "../clock.ts";
import { kubeError, type KubeAnswer } from "../transport/errors.ts";
import { groupOf } from "../watch/object.ts";
import { ownerAt, type KubeRequest } from "../transport/kube-request.ts";
import type { Transport } from "../transport/transport.ts";
import { DiscoveryCache } from "./discovery-cache.ts";

export interface ApiResource {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly plural: string;
  readonly namespaced: boolean;
  readonly scalable: boolean;
}

/** What to look for in what a group serves, and what to say if it is not there. */
interface Search<T, Found> {
  /** Whose turn the request waits for. */
  readonly owner: string;
  readonly ask: (onTurn: () => void) => KubeAnswer<T>;
  readonly pick: (served: T) => Found | undefined;
  readonly request: string;
  readonly message: string;
}

/** API groups change only when software is installed, so ten minutes are recent enough. */
const presentMs = 600_000;
/** GitOps may apply a missing kind at any moment. */
const absentMs = 15_000;
/** Limit of the names whose cached answers were dropped. */
const mostForgotten = 500;

/**
 * Maps a kind to its resource, from the API server's list for each group version. Concurrent callers share
 * one request. A group version that is not served is an empty result, not an error.
 */
export class Discovery {
  readonly #transport: Transport;
  readonly #clock: Clock;
  readonly #groups = new DiscoveryCache<ReadonlyMap<string, ApiResource>>(({ size }) => size > 0);
  readonly #versions = new DiscoveryCache<readonly string[]>(({ length }) => length > 0);
  readonly #forgottenAt = new LRUCache<string, number>({ max: mostForgotten });

  constructor(transport: Transport, clock: Clock) {
    this.#transport = transport;
    this.#clock = clock;
  }

  /**
   * NotFound: the API server does not serve this kind. Other errors: discovery failed.
   *
   * @param namespace whose share of the connections a request takes
   */
  resolve(apiVersion: string, kind: string, namespace: string): KubeAnswer<ApiResource> {
    const owner = ownerAt(namespace, "discovery");
    return this.#find(this.#groups, apiVersion, {
      owner,
      ask: onTurn => {
        const request = { path: groupVersionPath(apiVersion), owner, onTurn };
        return this.#fetch(request, "a list of resources", none, list => kindsOf(apiVersion, list));
      },
      pick: kinds => kinds.get(kind),
      request: `discover ${apiVersion} ${kind}`,
      message: `the API server serves no kind ${kind} in ${apiVersion}`,
    });
  }

  /** The first version that the caller can read; the group's preferred version comes first. */
  version(group: string, readable: readonly string[]): KubeAnswer<string> {
    return this.#find(this.#versions, group, {
      owner: "",
      ask: () => this.#fetch({ path: apiPath("apis", group) }, "an API group", [], versionsOf),
      pick: served => served.find(version => readable.includes(version)),
      request: `discover ${group}`,
      message: `the API server serves no ${group} in ${readable.join(" or ")}`,
    });
  }

  /**
   * Drops the cached kinds of a group version, or the cached versions of a group, after what it served turned
   * out to be gone. False: it was dropped within the last `everyMs` and is not dropped again.
   */
  invalidate(name: string, everyMs = 0): boolean {
    const now = this.#clock.monotonic();
    if (now - (this.#forgottenAt.get(name) ?? -Infinity) < everyMs) return false;
    this.#forgottenAt.set(name, now);
    this.#groups.delete(name);
    this.#versions.delete(name);
    return true;
  }

  async #find<T, Found>(
    cache: DiscoveryCache<T>,
    name: string,
    { owner, ask, pick, ...missing }: Search<T, Found>,
  ): KubeAnswer<Found> {
    for (const maxAgeMs of [presentMs, absentMs]) {
      const now = this.#clock.monotonic();
      const served = await cache.get(name, owner, { since: now - maxAgeMs, now }, ask);
      if (!served.ok) return served;
      const found = pick(served.value);
      if (found !== undefined) return ok(found);
    }
    return err(kubeError("NotFound", missing));
  }

  /** @param read null: the answer is not `what` */
  async #fetch<T>(
    request: Pick<KubeRequest, "path" | "owner" | "onTurn">,
    what: string,
    none: T,
    read: (answer: unknown) => T | null,
  ): KubeAnswer<T> {
    const answer = await this.#transport.request({ method: "GET", ...request });
    if (!answer.ok) return answer.error.code === "NotFound" ? ok(none) : answer;
    const value = read(answer.value);
    if (value !== null) return ok(value);
    const message = `the answer is not ${what}`;
    return err(kubeError("Malformed", { request: `GET ${request.path}`, message }));
  }
}

function groupVersionPath(apiVersion: string): ApiPath {
  const group = groupOf(apiVersion);
  return group === ""
    ? apiPath("api", apiVersion)
    : apiPath("apis", group, apiVersion.slice(group.length + 1));
}

/** The entries of a list that have these texts; null: it is no list. An aggregated API may return anything. */
const entriesIn = <Key extends string>(
  list: unknown,
  ...texts: readonly Key[]
): readonly (Readonly<Record<Key, string>> & Fields)[] | null =>
  Array.isArray(list)
    ? list.filter(entry => isFields(entry) && texts.every(key => isText(entry[key])))
    : null;

function versionsOf(answer: unknown): readonly string[] | null {
  const { versions, preferredVersion } = fieldsOf(answer);
  const [served, preferred] = [versions, [preferredVersion]].map(list =>
    entriesIn(list, "version"),
  );
  return served ? [...(preferred ?? []), ...served].map(({ version }) => version) : null;
}

const none: ReadonlyMap<string, ApiResource> = new Map();

function kindsOf(apiVersion: string, answer: unknown): ReadonlyMap<string, ApiResource> | null {
  const { resources: listed } = fieldsOf(answer);
  const resources = listed === null ? [] : entriesIn(listed, "name", "kind");
  if (resources === null) return null;
  const [version = "", group = ""] = apiVersion.split("/").reverse();
  const scalable = new Set(
    resources.filter(({ name }) => name.endsWith("/scale")).map(({ name }) => name.split("/")[0]),
  );
  const kinds = new Map<string, ApiResource>();
  for (const { name, kind, namespaced } of resources) {
    if (name.includes("/")) continue;
    const names = { group, version, kind, plural: name };
    kinds.set(kind, { ...names, namespaced: namespaced === true, scalable: scalable.has(name) });
  }
  return kinds;
}
