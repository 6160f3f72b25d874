import { err, ok, type Result } from "../engine/result.ts";
import type { Clock } from "./clock.ts";
import { kubeError, type KubeError } from "./errors.ts";
import type { Transport } from "./transport.ts";

export interface ApiResource {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly plural: string;
  readonly namespaced: boolean;
  /** Whether the kind has a `/scale` subresource. */
  readonly scalable: boolean;
}

interface CachedGroup {
  readonly askedAt: number;
  readonly kinds: Promise<Result<ReadonlyMap<string, ApiResource>, KubeError>>;
}

/** An API group changes when someone installs something, so ten minutes old is fresh enough. */
const presentMs = 600_000;
/** A kind that was not there may be the next thing GitOps applies. */
const absentMs = 15_000;

/**
 * Kind to resource, from the API server's own list of each group version, one request for
 * concurrent askers. A group version that is not served is an empty answer, not a failure.
 */
export class Discovery {
  readonly #transport: Transport;
  readonly #clock: Clock;
  readonly #groups = new Map<string, CachedGroup>();
  readonly #forgottenAt = new Map<string, number>();

  constructor(transport: Transport, clock: Clock) {
    this.#transport = transport;
    this.#clock = clock;
  }

  /** NotFound: the API server serves no such kind. Other errors: it could not be asked. */
  async resolve(apiVersion: string, kind: string): Promise<Result<ApiResource, KubeError>> {
    for (const maxAgeMs of [presentMs, absentMs]) {
      const kinds = await this.#kinds(apiVersion, maxAgeMs);
      if (!kinds.ok) return kinds;
      const resource = kinds.value.get(kind);
      if (resource) return ok(resource);
    }
    return err(
      kubeError("NotFound", {
        request: `discover ${apiVersion} ${kind}`,
        message: `the API server serves no kind ${kind} in ${apiVersion}`,
      }),
    );
  }

  /**
   * Forgets a group version, for when its resources turned out to be gone. False: it was forgotten
   * within `everyMs` before, and is not forgotten again, however many ask.
   */
  invalidate(apiVersion: string, everyMs = 0): boolean {
    const now = this.#clock.monotonic();
    if (now - (this.#forgottenAt.get(apiVersion) ?? -Infinity) < everyMs) return false;
    this.#forgottenAt.set(apiVersion, now);
    this.#groups.delete(apiVersion);
    return true;
  }

  #kinds(apiVersion: string, maxAgeMs: number): CachedGroup["kinds"] {
    const now = this.#clock.monotonic();
    const cached = this.#groups.get(apiVersion);
    if (cached && now - cached.askedAt < maxAgeMs) return cached.kinds;
    const asked = { kinds: this.#fetch(apiVersion), askedAt: now };
    this.#groups.set(apiVersion, asked);
    void asked.kinds.then(answer => {
      if (!answer.ok && this.#groups.get(apiVersion) === asked) this.#groups.delete(apiVersion);
    });
    return asked.kinds;
  }

  async #fetch(apiVersion: string): Promise<Result<ReadonlyMap<string, ApiResource>, KubeError>> {
    const path = apiVersion.includes("/") ? `/apis/${apiVersion}` : `/api/${apiVersion}`;
    const answer = await this.#transport.request({ method: "GET", path });
    if (!answer.ok) {
      return answer.error.code === "NotFound" ? ok(new Map()) : answer;
    }
    if (isResourceList(answer.value)) return ok(kindsOf(apiVersion, answer.value));
    const message = "the answer is not a list of resources";
    return err(kubeError("Malformed", { request: `GET ${path}`, message }));
  }
}

interface ApiResourceList {
  readonly resources:
    | readonly { readonly name: string; readonly kind: string; readonly namespaced: boolean }[]
    | null;
}

function isResourceList(value: unknown): value is ApiResourceList {
  const { resources } = (value ?? {}) as Partial<ApiResourceList>;
  return resources === null || Array.isArray(resources);
}

function kindsOf(apiVersion: string, list: ApiResourceList): Map<string, ApiResource> {
  const [version = "", group = ""] = apiVersion.split("/").reverse();
  const resources = list.resources ?? [];
  const scalable = new Set(
    resources.filter(({ name }) => name.endsWith("/scale")).map(({ name }) => name.split("/")[0]),
  );
  const kinds = new Map<string, ApiResource>();
  for (const { name, kind, namespaced } of resources) {
    if (name.includes("/")) continue;
    kinds.set(kind, {
      ...{ group, version, kind, plural: name, namespaced },
      scalable: scalable.has(name),
    });
  }
  return kinds;
}
