import { historyInForce } from "../../engine/transition.ts";
import { oncePerObject } from "../memoize-by-object.ts";
import type { ObservedSpec, ResourceDriver, ScalingObject, StatusOf } from "../resource-driver.ts";
import type { PassTracker, Tracker } from "../workqueue/subscriptions.ts";
import type { Topic } from "../workqueue/topic.ts";
import type { PassOutcome } from "../workqueue/work-queue.ts";
import { splitKey } from "../../kube/watch/object.ts";
import { forget } from "./write-scale.ts";
import { inherit, keepTargets, targetState, type ObjectState } from "./object-state.ts";
import { done } from "../workqueue/pass-outcome.ts";
import { isLeftBehind, readTarget } from "./read-target.ts";
import { reasonToSkip } from "./skip-reason.ts";
import type { Pass, PassPorts } from "./pass.ts";
import { isSkipped, skip, type TargetWork } from "./target-work.ts";

/** Everything that a pass decides on; or how the pass ends, because something is not there. */
export type Gathered<Object extends ScalingObject, Observed, Measured> =
  | { readonly kind: "gathered"; readonly pass: Pass<Object, Observed, Measured> }
  | PassOutcome;

/** When to look again at a cache that is being filled. A filled cache wakes the object, too. */
const incompleteMs = 1_000;

/** The first step of a pass: subscribes the object to what it reads, and reads it. */
export class Gather<Object extends ScalingObject, Observed extends ObservedSpec, Measured> {
  readonly #kind: ResourceDriver<Object, Observed, Measured>;
  readonly #ports: PassPorts<Object>;

  constructor(kind: ResourceDriver<Object, Observed, Measured>, ports: PassPorts<Object>) {
    this.#kind = kind;
    this.#ports = ports;
  }

  async read(key: string): Promise<Gathered<Object, Observed, Measured>> {
    const { states, subscriptions, clock } = this.#ports;
    const object = this.#present(key);
    if (!object) return this.#leave(key);
    const state = states.load(key, object, clock.now());
    const tracker = subscriptions.track(key);
    const [first] = state.targets.values();
    const history = first && historyInForce(first.memory);
    const observed = await this.#kind.observe(object, state.status, tracker, history);
    if ("kind" in observed) return done(incompleteMs);
    // Another object may get the target meanwhile, so the next change is checked for rivals again.
    if (observed.mode !== "Active") state.claimsCheckedFor = null;
    state.mode = observed.mode;
    this.#trackTargets(object, observed, tracker);
    const work = await this.#readTargets(object, state, observed);
    if (!work) return done(incompleteMs);
    const pass: Pass<Object, Observed, Measured> = { key, object, state, observed, work };
    return this.#measureAll(pass, tracker) ? { kind: "gathered", pass } : done(incompleteMs);
  }

  /** False: a cache is still being filled. */
  #measureAll(pass: Pass<Object, Observed, Measured>, tracker: PassTracker): boolean {
    // All of them, so that all caches begin to fill at once.
    const read = (): boolean =>
      !pass.work.map(item => this.measure(pass, item, tracker)).includes(false);
    if (!read()) return false;
    // Target unreachable: keep the old subscriptions.
    if (pass.work.some(({ observation }) => observation.kind === "fault")) return true;
    // What was read may have depended on a subscription that is released now: a replaced target would find
    // its predecessor among those that scale its pods.
    return !tracker.commit() || read();
  }

  /** Null: a cache is still being filled, or does not show our own write yet. */
  async #readTargets(
    object: Object,
    state: ObjectState<StatusOf<Object>>,
    observed: Observed,
  ): Promise<readonly TargetWork<Measured>[] | null> {
    const { namespace = "" } = object.metadata;
    if (await isLeftBehind(this.#ports, namespace, state, observed)) return null;
    if (observed.isTotal === true) inherit(state, observed.refs);
    keepTargets(state, observed.refs.length > 0 ? observed.refs : this.#savedRefs(object, state));
    const work = await Promise.all(
      observed.refs.map(ref =>
        readTarget<Measured>(this.#ports, namespace, ref, targetState(state, ref)),
      ),
    );
    if (work.some(({ observation }) => observation.kind === "waiting")) return null;
    for (const item of work) {
      const inactive = reasonToSkip(observed, object.metadata, item.ref, this.#ports.claims);
      if (inactive) skip(item, inactive);
    }
    return work;
  }

  /** Reads what a pass needs and decides nothing, so that the next leader finds its caches filled. */
  async warm(key: string): Promise<PassOutcome> {
    const { subscriptions, claims, targets } = this.#ports;
    const object = this.#present(key);
    if (!object) return this.#leave(key);
    const tracker = subscriptions.track(key);
    const status = object.status as StatusOf<Object> | undefined;
    const observed = await this.#kind.observe(object, status, tracker);
    if ("kind" in observed) return done(incompleteMs);
    this.#trackTargets(object, observed, tracker);
    const { namespace = "", name: owner } = object.metadata;
    const seen = await Promise.all(observed.refs.map(ref => targets.peek(namespace, ref)));
    for (const [index, ref] of observed.refs.entries()) {
      const state = seen[index];
      if (!state || reasonToSkip(observed, object.metadata, ref, claims) !== null) continue;
      this.#kind.warm(observed, { namespace, owner, ref, state }, tracker);
    }
    tracker.commit();
    return done(null);
  }

  #present(key: string): Object | null {
    const object = this.#kind.get(key);
    return object && !object.metadata.deletionTimestamp ? object : null;
  }

  /** The end of a pass over an object that is gone. */
  async #leave(key: string): Promise<PassOutcome> {
    const { states, subscriptions, marks } = this.#ports;
    const known = states.delete(key);
    subscriptions.delete(key);
    const { namespace } = splitKey(key);
    for (const target of known?.targets.values() ?? []) {
      await forget(marks, { key, namespace }, target);
    }
    return done(null);
  }

  /** Subscribes to the targets themselves and to the claims on them. */
  #trackTargets(
    { metadata: { namespace = "" } }: Object,
    { refs, claimed }: Observed,
    tracker: Tracker,
  ): void {
    for (const topic of this.#topicsOf(refs, claimed, namespace)) tracker.add(topic);
  }

  readonly #topicsOf = oncePerObject(
    (
      refs: ObservedSpec["refs"],
      claimed: ObservedSpec["claimed"],
      namespace: string,
    ): readonly Topic[] => {
      const { targets, claims } = this.#ports;
      const byName = claimed
        ? claimed.map(ref => claims.nameClaimsTopic(namespace, ref))
        : refs.map(ref => claims.topic(namespace, ref));
      const bySelector = (claimed ?? refs).map(ref => claims.selectorClaimsTopic(namespace, ref));
      return [...refs.map(ref => targets.topic(namespace, ref)), ...byName, ...bySelector];
    },
  );

  #savedRefs(object: Object, { status }: ObjectState<StatusOf<Object>>) {
    return status ? this.#kind.view(status, object).targets.map(({ ref }) => ref) : [];
  }

  /** Reads what the decision about a target depends on. False: it is not there yet. */
  measure(
    { key, object, observed }: Pass<Object, Observed, Measured>,
    item: TargetWork<Measured>,
    tracker: Tracker = this.#ports.subscriptions.track(key),
  ): boolean {
    const { observation, ref } = item;
    item.reading = null;
    if (observation.kind !== "found" || isSkipped(item)) return true;
    const { namespace = "", name: owner } = object.metadata;
    const { state } = observation;
    const reading = this.#kind.measure(observed, { namespace, owner, ref, state }, tracker);
    if (reading.kind === "incomplete") return false;
    item.reading = reading;
    return true;
  }
}
