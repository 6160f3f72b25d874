import type { ScaleTargetRef } from "../crds/generated/cluster-proportional-autoscaler.ts";
import { formatSelector } from "../engine/observation/format-selector.ts";
import type { LabelSelector } from "../engine/observation/label-selector.ts";
import type { TargetProblem } from "../engine/status/target-report.ts";
import type { ApiResource, Discovery } from "../kube/discovery.ts";
import { formatKubeError, isTransient, type KubeError } from "../kube/errors.ts";
import { objectKey, resourcePath, type KubeObject } from "../kube/object.ts";
import type { Reflector } from "../kube/reflector.ts";
import type { Reflectors } from "../kube/reflectors.ts";
import { getScale, type ScaleState, type ScaleTarget } from "../kube/scale.ts";
import type { Transport } from "../kube/transport.ts";

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

interface RawTarget extends KubeObject {
  readonly spec?: {
    readonly replicas?: number;
    readonly selector?: LabelSelector | Readonly<Record<string, string>>;
  };
  readonly status?: { readonly replicas?: number };
}

/** Built-in kinds whose count is `spec.replicas`, and whose changes are worth a watch. */
const watched = new Set([
  "apps/v1/deployments",
  "apps/v1/statefulsets",
  "apps/v1/replicasets",
  "/v1/replicationcontrollers",
]);

/** Many targets may be missing from one group; it is asked about once for all of them. */
const againMs = 15_000;

/**
 * Looks at scale targets: built-in kinds from a cache of the kind, opened at its first use; any
 * other kind by one GET of its `/scale`.
 */
export class Targets {
  readonly #transport: Transport;
  readonly #discovery: Discovery;
  readonly #reflectors: Reflectors;
  readonly #onChange: (thing: string) => void;
  readonly #byResource = new Map<string, Reflector<RawTarget, ScaleState>>();

  constructor(options: {
    transport: Transport;
    discovery: Discovery;
    reflectors: Reflectors;
    onChange: (thing: string) => void;
  }) {
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
    if (watched.has(id) && !live) return this.#look(target);
    return this.#ask(target, !this.#byResource.has(id));
  }

  /** What the watch of its kind has, which is opened; null: no watch is, or not yet, or it is not there. */
  async peek(namespace: string, ref: ScaleTargetRef): Promise<ScaleState | null> {
    const resource = await this.#discovery.resolve(ref.apiVersion, ref.kind);
    if (!resource.ok || !watched.has(resourceId(resource.value))) return null;
    const seen = this.#look({ resource: resource.value, namespace, name: ref.name });
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

  async #ask(target: ScaleTarget, polled: boolean): Promise<TargetObservation> {
    const state = await getScale(this.#transport, target);
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
    const { group, version } = resource;
    const apiVersion = group === "" ? version : `${group}/${version}`;
    const reflector = this.#reflectors.open<RawTarget, ScaleState>({
      path: resourcePath(resource),
      trim: group === "" ? trimController : trimTarget,
      same: sameTarget,
      onChanges: changes => {
        for (const { key } of changes)
          this.#onChange(`target/${apiVersion}/${resource.kind}/${key}`);
      },
    });
    this.#byResource.set(id, reflector);
    reflector.start();
    return reflector;
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

const trimTarget = (target: RawTarget): ScaleState =>
  toState(target, target.spec?.selector as LabelSelector | undefined);

/** A ReplicationController's selector is from a time before expressions. */
const trimController = (target: RawTarget): ScaleState => {
  const matchLabels = target.spec?.selector as Readonly<Record<string, string>> | undefined;
  return toState(target, matchLabels && { matchLabels });
};

const toState = (
  { metadata, spec, status }: RawTarget,
  selector: LabelSelector | undefined,
): ScaleState => ({
  uid: metadata.uid,
  resourceVersion: metadata.resourceVersion,
  replicas: spec?.replicas ?? 0,
  statusReplicas: status?.replicas ?? 0,
  selector: selector ? formatSelector(selector) : "",
});

/** A rolling target updates its status many times a second, which changes nothing that is decided at once. */
const sameTarget = (a: ScaleState, b: ScaleState): boolean =>
  a.uid === b.uid && a.replicas === b.replicas && a.selector === b.selector;

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
