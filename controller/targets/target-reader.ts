// controller/targets/: the scale and the metadata of targets, from informers where a watch exists.

import type { ScaleTargetRef } from "../../crds/generated/shared.ts";
import type { TargetProblem } from "../../engine/status/targets/target-report.ts";
import type { Discovery } from "../../kube/api/discovery.ts";
import { formatKubeError, isTransient, type KubeError } from "../../kube/transport/errors.ts";
import { objectKey } from "../../kube/watch/object.ts";
import { getScale, type ScaleState, type ScaleTarget } from "../../kube/api/scale.ts";
import type { Transport } from "../../kube/transport/transport.ts";
import { withMarksOf } from "./workload-scale.ts";
import { isBuiltIn, TargetInformers, unscalable, type CachePorts } from "./target-informers.ts";
import { targetTopic, type Topic } from "../workqueue/subscriptions.ts";

export type TargetObservation =
  | {
      readonly kind: "found";
      readonly target: ScaleTarget;
      readonly state: ScaleState;
      /** No watch reports its changes: it must be polled. */
      readonly polled: boolean;
    }
  | { readonly kind: "problem"; readonly problem: TargetProblem; readonly polled: boolean }
  | { readonly kind: "fault"; readonly error: KubeError }
  /** The first list of the kind is running. */
  | { readonly kind: "waiting" };

/** Many targets of one group may be missing; discovery is repeated once for all of them. */
const againMs = 15_000;

interface TargetPorts extends CachePorts {
  readonly transport: Transport;
  readonly discovery: Discovery;
}

/**
 * Reads scale targets: built-in kinds from a cache that is opened on first use; any other kind by a GET of
 * its `/scale`. If the kind may be watched, the response is reused until the object changes.
 */
export class TargetReader {
  readonly #ports: TargetPorts;
  /** Caches of built-in kinds, and of those that may be watched. */
  readonly caches: TargetInformers;

  constructor(ports: TargetPorts) {
    this.#ports = ports;
    this.caches = new TargetInformers(ports);
  }

  /** @param live read from the API server, whatever the cache shows */
  async observe(namespace: string, ref: ScaleTargetRef, live: boolean): Promise<TargetObservation> {
    const observation = await this.#observe(namespace, ref, live);
    if (!mayBeOutdated(observation, live)) return observation;
    const { discovery } = this.#ports;
    // A missing object of a built-in kind says nothing about its kind, which every API server serves.
    const resource = await discovery.resolve(ref.apiVersion, ref.kind, namespace);
    if (resource.ok && isBuiltIn(resource.value)) return observation;
    if (!discovery.invalidate(ref.apiVersion, live ? 0 : againMs)) return observation;
    return this.#observe(namespace, ref, live);
  }

  /**
   * The target in a watch that runs; null: there is no watch of its kind, or no such object in it yet. Sends no
   * request for the target and opens no watch.
   */
  async known(namespace: string, ref: ScaleTargetRef): Promise<TargetObservation | null> {
    const resource = await this.#ports.discovery.resolve(ref.apiVersion, ref.kind, namespace);
    if (!resource.ok || unscalable(resource.value)) return null;
    const target = { resource: resource.value, namespace, name: ref.name };
    const state = this.caches.current(resource.value, objectKey(target));
    return state && found(target, state, false);
  }

  async #observe(
    namespace: string,
    ref: ScaleTargetRef,
    live: boolean,
  ): Promise<TargetObservation> {
    const resource = await this.#ports.discovery.resolve(ref.apiVersion, ref.kind, namespace);
    if (!resource.ok) {
      return resource.error.code === "NotFound"
        ? problem("UnknownKind", resource.error.message, true)
        : { kind: "fault", error: resource.error };
    }
    const unfit = unscalable(resource.value);
    if (unfit) return { kind: "problem", problem: unfit, polled: true };
    const target = { resource: resource.value, namespace, name: ref.name };
    const isCounted = isBuiltIn(resource.value);
    if (isCounted && !live) return this.#readCache(target);
    if (this.caches.isWatched(resource.value)) return this.#askOnce(target, live);
    const isOpen = isCounted && this.caches.labelled(resource.value) !== null;
    const asked = await this.#ask(target, !isOpen);
    const cached = isOpen ? this.caches.counted(resource.value).get(objectKey(target)) : undefined;
    if (asked.kind !== "found" || !cached) return asked;
    return { ...asked, state: withMarksOf(cached, asked.state) };
  }

  /** The target in the watch of its kind, which is opened; null: no watch, no list yet, or no such object. */
  async peek(namespace: string, ref: ScaleTargetRef): Promise<ScaleState | null> {
    const resource = await this.#ports.discovery.resolve(ref.apiVersion, ref.kind, namespace);
    if (!resource.ok) return null;
    const target = { resource: resource.value, namespace, name: ref.name };
    if (this.caches.isWatched(resource.value)) {
      return this.caches.scales(resource.value).known(objectKey(target));
    }
    if (!isBuiltIn(resource.value)) return null;
    const seen = this.#readCache(target);
    return seen.kind === "found" ? seen.state : null;
  }

  /** The name under which a target's changes are announced to `onChange`. */
  topic(namespace: string, ref: ScaleTargetRef): Topic {
    return targetTopic(ref.apiVersion, ref.kind, objectKey({ namespace, name: ref.name }));
  }

  #readCache(target: ScaleTarget): TargetObservation {
    const reflector = this.caches.counted(target.resource);
    if (!reflector.synced) return notYet(reflector.error);
    const state = reflector.get(objectKey(target));
    return state === undefined ? notFound(target, false) : found(target, state, false);
  }

  /** Reads `/scale` once per version of the object, or each time if the watch does not run. */
  async #askOnce(target: ScaleTarget, live: boolean): Promise<TargetObservation> {
    const scales = this.caches.scales(target.resource);
    const key = objectKey(target);
    if (!live && scales.error === null) {
      if (!scales.synced) return { kind: "waiting" };
      // The whole kind may be gone, which a watch of its objects does not report.
      if (!scales.traitsOf(key)) return notFound(target, true);
      const known = scales.known(key);
      if (known) return found(target, known, false);
    }
    const get = () => getScale(this.#ports.transport, target);
    const asked = await this.#ask(target, false, () => scales.ask(key, get));
    return asked.kind === "found" ? { ...asked, polled: scales.error !== null } : asked;
  }

  async #ask(
    target: ScaleTarget,
    polled: boolean,
    get = () => getScale(this.#ports.transport, target),
  ): Promise<TargetObservation> {
    const state = await get();
    if (state.ok) return found(target, state.value, polled);
    if (state.error.code === "NotFound") return notFound(target, polled);
    if (reportedCodes.has(state.error.code)) {
      return problem("FailedGetScale", formatKubeError(state.error), false);
    }
    return { kind: "fault", error: state.error };
  }
}

/** Errors that waiting does not resolve and the status reports. */
const reportedCodes: ReadonlySet<KubeError["code"]> = new Set(["Invalid", "Forbidden", "TooLarge"]);

/** A kind that cannot be listed is an error of its own targets, and does not block others. */
function notYet(error: KubeError | null): TargetObservation {
  if (error === null) return { kind: "waiting" };
  return isTransient(error)
    ? { kind: "fault", error }
    : problem("FailedGetScale", formatKubeError(error), false);
}

/**
 * Whether cached discovery may be the mistake: a kind that a user has just installed must not be rejected,
 * and an object that is missing without a running watch may be gone with its whole kind.
 */
function mayBeOutdated(observation: TargetObservation, live: boolean): boolean {
  if (observation.kind !== "problem") return false;
  const { reason, permanent } = observation.problem;
  return (live && permanent) || (observation.polled && reason === "TargetNotFound");
}

const found = (target: ScaleTarget, state: ScaleState, polled: boolean) =>
  ({ kind: "found", target, state, polled }) as const;

const problem = (
  reason: TargetProblem["reason"],
  message: string,
  permanent: boolean,
  polled = true,
): TargetObservation => ({ kind: "problem", problem: { reason, message, permanent }, polled });

const notFound = ({ resource, namespace, name }: ScaleTarget, polled: boolean) => {
  const message = `there is no ${resource.kind} ${namespace}/${name}; create it, or correct the name`;
  return problem("TargetNotFound", message, false, polled);
};
