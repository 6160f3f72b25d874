import type { ClaimIndex } from "../claims/claim-index.ts";
import type { ObservedSpec, ResourceDriver, ScalingObject, StatusOf } from "../resource-driver.ts";
import type { TargetReader } from "../targets/target-reader.ts";
import type { Subscriptions } from "../workqueue/subscriptions.ts";
import type { Topic } from "../workqueue/topic.ts";
import type { PassOutcome } from "../workqueue/work-queue.ts";
import type { Clock } from "../../kube/clock.ts";
import {
  inherit,
  keepTargets,
  targetState,
  type ObjectState,
  type ObjectStates,
} from "./object-state.ts";
import { done } from "../workqueue/pass-outcome.ts";
import { isLeftBehind, readTarget } from "./read-target.ts";
import { reasonToRest } from "./skip-reason.ts";
import type { Pass } from "./pass.ts";
import { isSkipped, skip, type TargetWork } from "./target-work.ts";

export interface GatherPorts<Object extends ScalingObject> {
  readonly clock: Clock;
  readonly targets: TargetReader;
  readonly claims: ClaimIndex;
  readonly states: ObjectStates<Object>;
  readonly subscriptions: Subscriptions;
}

/** Everything that a pass decides on; or how the pass ends, because something is not there. */
export type Gathered<Object extends ScalingObject, What, Measured> =
  | { readonly kind: "gathered"; readonly pass: Pass<Object, What, Measured> }
  | PassOutcome;

/** When to look again at a cache that is being filled. A filled cache wakes the object, too. */
const incompleteMs = 1_000;

/** The first step of a pass: subscribes the object to what it reads, and reads it. */
export class Gather<Object extends ScalingObject, What extends ObservedSpec, Measured> {
  readonly #kind: ResourceDriver<Object, What, Measured>;
  readonly #ports: GatherPorts<Object>;

  constructor(kind: ResourceDriver<Object, What, Measured>, ports: GatherPorts<Object>) {
    this.#kind = kind;
    this.#ports = ports;
  }

  async read(key: string): Promise<Gathered<Object, What, Measured>> {
    const { states, subscriptions, claims, clock } = this.#ports;
    const object = this.#present(key);
    if (!object) return done(null);
    const state = states.load(key, object, clock.now());
    const topics = this.#kind.topics(object);
    // Subscribe before reading: without dependents, caches are closed.
    subscriptions.add(key, topics);
    const what = await this.#kind.observe(object, state.status);
    if ("kind" in what) return done(incompleteMs);
    // Only Active objects hold claims.
    if (what.mode !== "Active") state.claimsCheckedFor = null;
    state.mode = what.mode;
    const named = [...topics, ...this.#topicsOfTargets(object, what)];
    subscriptions.add(key, named);
    const { namespace = "" } = object.metadata;
    if (await isLeftBehind(this.#ports, namespace, state, what)) return done(incompleteMs);
    if (what.isTotal === true) inherit(state, what.refs);
    keepTargets(state, what.refs.length > 0 ? what.refs : this.#savedRefs(object, state));
    const work = await Promise.all(
      what.refs.map(ref =>
        readTarget<Measured>(this.#ports, namespace, ref, targetState(state, ref)),
      ),
    );
    if (work.some(({ observation }) => observation.kind === "waiting")) return done(incompleteMs);
    const pass: Pass<Object, What, Measured> = { key, object, state, what, work };
    for (const item of work) {
      const inactive = reasonToRest(what, object.metadata, item.ref, claims);
      if (inactive) skip(item, inactive);
    }
    const needed = work.flatMap(item => this.#topicsOf(pass, item));
    // Target unreachable: keep the old subscriptions.
    if (work.some(({ observation }) => observation.kind === "fault"))
      subscriptions.add(key, needed);
    else subscriptions.set(key, [...named, ...needed]);
    return work.every(item => this.#measure(pass, item))
      ? { kind: "gathered", pass }
      : done(incompleteMs);
  }

  /** Reads what a pass needs and decides nothing, so that the next leader finds its caches filled. */
  async warm(key: string): Promise<PassOutcome> {
    const { subscriptions, claims } = this.#ports;
    const object = this.#present(key);
    if (!object) return done(null);
    const topics = this.#kind.topics(object);
    subscriptions.add(key, topics);
    const what = await this.#kind.observe(object, object.status as StatusOf<Object> | undefined);
    if ("kind" in what) return done(incompleteMs);
    const named = [...topics, ...this.#topicsOfTargets(object, what)];
    subscriptions.add(key, named);
    const { namespace = "" } = object.metadata;
    const seen = await Promise.all(what.refs.map(ref => this.#ports.targets.peek(namespace, ref)));
    const rests = (ref: TargetWork["ref"]) => reasonToRest(what, object.metadata, ref, claims);
    const warmed = what.refs.flatMap((ref, index) => {
      const state = rests(ref) === null ? seen[index] : null;
      return state ? this.#kind.warm(what, { namespace, ref, state }) : [];
    });
    subscriptions.set(key, [...named, ...warmed]);
    return done(null);
  }

  /** Subscribes to what the decision about a target depends on, and reads it. False: it is not there yet. */
  measure(pass: Pass<Object, What, Measured>, work: TargetWork<Measured>): boolean {
    this.#ports.subscriptions.add(pass.key, this.#topicsOf(pass, work));
    return this.#measure(pass, work);
  }

  /** Forgets an object that is gone or being deleted. */
  #present(key: string): Object | null {
    const { states, subscriptions } = this.#ports;
    const object = this.#kind.get(key);
    if (object && !object.metadata.deletionTimestamp) return object;
    states.delete(key);
    subscriptions.delete(key);
    return null;
  }

  #topicsOfTargets({ metadata: { namespace = "" } }: Object, { refs, claimed }: What): Topic[] {
    const { targets, claims } = this.#ports;
    const byName = claimed
      ? claimed.map(ref => claims.nameClaimsTopic(namespace, ref))
      : refs.map(ref => claims.topic(namespace, ref));
    const bySelector = (claimed ?? refs).map(ref => claims.selectorClaimsTopic(namespace, ref));
    const named = refs.map(ref => targets.topic(namespace, ref));
    return [...new Set([...named, ...byName, ...bySelector])];
  }

  #savedRefs(object: Object, { status }: ObjectState<StatusOf<Object>>) {
    return status ? this.#kind.view(status, object).targets.map(({ ref }) => ref) : [];
  }

  #topicsOf({ object, what }: Pass<Object, What, Measured>, item: TargetWork): readonly Topic[] {
    const { observation, ref } = item;
    if (observation.kind !== "found" || isSkipped(item)) return [];
    const { namespace = "" } = object.metadata;
    const { state } = observation;
    return this.#kind.topicsOf(what, { namespace, ref, state });
  }

  /** False: required data is not there yet. */
  #measure({ object, what }: Pass<Object, What, Measured>, item: TargetWork<Measured>): boolean {
    const { observation, ref } = item;
    item.reading = null;
    if (observation.kind !== "found" || isSkipped(item)) return true;
    const { namespace = "" } = object.metadata;
    const { state } = observation;
    const reading = this.#kind.measure(what, { namespace, ref, state });
    if (reading.kind === "incomplete") return false;
    item.reading = reading;
    return true;
  }
}
