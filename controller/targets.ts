import type { ScaleTargetRef } from "../crds/generated/cluster-proportional-autoscaler.ts";
import type { TargetProblem } from "../engine/status/target-report.ts";
import type { ApiResource, Discovery } from "../kube/discovery.ts";
import { formatKubeError, isTransient, type KubeError } from "../kube/errors.ts";
import { objectKey, resourcePath } from "../kube/object.ts";
import type { Reflector } from "../kube/reflector.ts";
import type { Reflectors } from "../kube/reflectors.ts";
import { getScale, type ScaleState, type ScaleTarget } from "../kube/scale.ts";
import type { Transport } from "../kube/transport.ts";
import { sameTarget, trimFor, withMarksOf, type RawTarget } from "./counted-target.ts";
import { WatchedScales } from "./watched-scales.ts";

/** A target as it is now, or why it cannot be told. */
export type TargetObservation =
  | {
      readonly kind: "found";
      readonly target: ScaleTarget;
      readonly state: ScaleState;
      /** No watch tells of its changes: it must be asked again. */
      readonly polled: boolean;
    }
  | { readonly kind: "problem"; readonly problem: TargetProblem; readonly polled: boolean }
  | { readonly kind: "fault"; readonly error: KubeError }
  /** The kind's first list is under way. */
  | { readonly kind: "waiting" };

/** Built-in kinds whose count is `spec.replicas`, and whose changes are worth a watch. */
const builtIn = new Set([
  "apps/v1/deployments",
  "apps/v1/statefulsets",
  "apps/v1/replicasets",
  "/v1/replicationcontrollers",
]);

/** Many targets may be missing from one group; it is asked about once for all of them. */
const againMs = 15_000;

/**
 * Looks at scale targets: built-in kinds from a cache of the kind, opened at its first use; any
 * other kind by one GET of its `/scale`, and no second one before it changes if it may be watched.
 */
export class Targets {
  readonly #transport: Transport;
  readonly #discovery: Discovery;
  readonly #reflectors: Reflectors;
  readonly #onChange: (thing: string) => void;
  readonly #watched: ReadonlySet<string>;
  readonly #byResource = new Map<string, Reflector<RawTarget, ScaleState>>();
  readonly #scales = new Map<string, WatchedScales>();

  constructor(options: {
    transport: Transport;
    discovery: Discovery;
    reflectors: Reflectors;
    onChange: (thing: string) => void;
    /** Resources of other kinds, as `rollouts.argoproj.io`, that may be listed and watched. */
    watched: readonly string[];
  }) {
    this.#watched = new Set(options.watched);
    this.#transport = options.transport;
    this.#discovery = options.discovery;
    this.#reflectors = options.reflectors;
    this.#onChange = options.onChange;
  }

  /** @param live ask the API server whatever the cache says */
  async observe(namespace: string, ref: ScaleTargetRef, live: boolean): Promise<TargetObservation> {
    const observation = await this.#observe(namespace, ref, live);
    if (!mayBeOutdated(observation, live)) return observation;
    if (!this.#discovery.invalidate(ref.apiVersion, live ? 0 : againMs)) return observation;
    return this.#observe(namespace, ref, live);
  }

  async #observe(
    namespace: string,
    ref: ScaleTargetRef,
    live: boolean,
  ): Promise<TargetObservation> {
    const resource = await this.#discovery.resolve(ref.apiVersion, ref.kind);
    if (!resource.ok) {
      return resource.error.code === "NotFound"
        ? problem("UnknownKind", resource.error.message, true)
        : { kind: "fault", error: resource.error };
    }
    if (!resource.value.scalable || !resource.value.namespaced) {
      const message = `${ref.kind} in ${ref.apiVersion} has no scale subresource; name a kind that has one, such as Deployment`;
      return problem("NotScalable", message, true);
    }
    const target = { resource: resource.value, namespace, name: ref.name };
    const id = resourceId(resource.value);
    if (builtIn.has(id) && !live) return this.#look(target);
    if (this.#isWatched(resource.value)) return this.#askOnce(target, live);
    const seen = this.#byResource.get(id);
    const asked = await this.#ask(target, !seen);
    const cached = seen?.get(objectKey(target));
    if (asked.kind !== "found" || !cached) return asked;
    return { ...asked, state: withMarksOf(cached, asked.state) };
  }

  /** What the watch of its kind has, which is opened; null: no watch is, or not yet, or it is not there. */
  async peek(namespace: string, ref: ScaleTargetRef): Promise<ScaleState | null> {
    const resource = await this.#discovery.resolve(ref.apiVersion, ref.kind);
    if (!resource.ok) return null;
    const target = { resource: resource.value, namespace, name: ref.name };
    if (this.#isWatched(resource.value)) {
      return this.#scalesOf(resource.value).known(objectKey(target));
    }
    if (!builtIn.has(resourceId(resource.value))) return null;
    const seen = this.#look(target);
    return seen.kind === "found" ? seen.state : null;
  }

  /** The name under which a target's changes are announced to `onChange`. */
  thing(namespace: string, ref: ScaleTargetRef): string {
    return `target/${ref.apiVersion}/${ref.kind}/${objectKey({ namespace, name: ref.name })}`;
  }

  #look(target: ScaleTarget): TargetObservation {
    const reflector = this.#reflectorOf(target.resource);
    if (!reflector.synced) return notYet(reflector.error);
    const state = reflector.get(objectKey(target));
    return state === undefined ? notFound(target, false) : found(target, state, false);
  }

  /** Without a watch that runs, each time after all. */
  async #askOnce(target: ScaleTarget, live: boolean): Promise<TargetObservation> {
    const scales = this.#scalesOf(target.resource);
    const key = objectKey(target);
    if (!live && scales.error === null) {
      if (!scales.synced) return { kind: "waiting" };
      // Its whole kind may be gone, of which no watch of its objects tells.
      if (!scales.has(key)) return notFound(target, true);
      const known = scales.known(key);
      if (known) return found(target, known, false);
    }
    const get = () => getScale(this.#transport, target);
    const asked = await this.#ask(target, false, () => scales.ask(key, get));
    return asked.kind === "found" ? { ...asked, polled: scales.error !== null } : asked;
  }

  async #ask(
    target: ScaleTarget,
    polled: boolean,
    get = () => getScale(this.#transport, target),
  ): Promise<TargetObservation> {
    const state = await get();
    if (state.ok) return found(target, state.value, polled);
    if (state.error.code === "NotFound") return notFound(target, polled);
    if (state.error.code === "Invalid" || state.error.code === "Forbidden") {
      return problem("FailedGetScale", formatKubeError(state.error), false);
    }
    return { kind: "fault", error: state.error };
  }

  #reflectorOf(resource: ApiResource): Reflector<RawTarget, ScaleState> {
    const id = resourceId(resource);
    const existing = this.#byResource.get(id);
    if (existing) return existing;
    const reflector = this.#reflectors.open<RawTarget, ScaleState>({
      path: resourcePath(resource),
      trim: trimFor(resource.plural),
      same: sameTarget,
      onChanges: changes => {
        for (const { key } of changes) this.#tell(resource, key);
      },
    });
    this.#byResource.set(id, reflector);
    reflector.start();
    return reflector;
  }

  #isWatched(resource: ApiResource): boolean {
    const { group, plural, namespaced, scalable } = resource;
    if (builtIn.has(resourceId(resource))) return false;
    return namespaced && scalable && this.#watched.has(`${plural}.${group}`);
  }

  #scalesOf(resource: ApiResource): WatchedScales {
    const id = resourceId(resource);
    const existing = this.#scales.get(id);
    if (existing) return existing;
    const scales = new WatchedScales({
      reflectors: this.#reflectors,
      path: resourcePath(resource),
      onChange: key => {
        this.#tell(resource, key);
      },
    });
    this.#scales.set(id, scales);
    return scales;
  }

  #tell({ group, version, kind }: ApiResource, key: string): void {
    const apiVersion = group === "" ? version : `${group}/${version}`;
    this.#onChange(`target/${apiVersion}/${kind}/${key}`);
  }
}

const resourceId = ({ group, version, plural }: ApiResource): string =>
  `${group}/${version}/${plural}`;

/** A kind that cannot be listed is a fault of its targets, and never keeps those of others waiting. */
function notYet(error: KubeError | null): TargetObservation {
  if (error === null) return { kind: "waiting" };
  return isTransient(error)
    ? { kind: "fault", error }
    : problem("FailedGetScale", formatKubeError(error), false);
}

/**
 * Whether what is known of the kind may be the mistake: a person who has just installed it is not
 * refused, and an object that is missing where no watch runs may have gone with its whole kind.
 */
function mayBeOutdated(observation: TargetObservation, live: boolean): boolean {
  if (observation.kind !== "problem") return false;
  const { reason, permanent } = observation.problem;
  return (live && permanent) || (observation.polled && reason === "TargetNotFound");
}

const found = (target: ScaleTarget, state: ScaleState, polled: boolean): TargetObservation => ({
  kind: "found",
  target,
  state,
  polled,
});

const problem = (
  reason: TargetProblem["reason"],
  message: string,
  permanent: boolean,
): TargetObservation => ({
  kind: "problem",
  problem: { reason, message, permanent },
  polled: true,
});

const notFound = ({ resource, namespace, name }: ScaleTarget, polled: boolean) => {
  const message = `there is no ${resource.kind} ${namespace}/${name}; create it, or correct the name`;
  return {
    kind: "problem",
    problem: { reason: "TargetNotFound", message, permanent: false },
    polled,
  } as const;
};
