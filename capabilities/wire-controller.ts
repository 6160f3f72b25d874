import type { Capability } from "pepr";

import type { Claimed } from "../controller/claims/claim-index.ts";
import { controllerLeaderCallbacks, makeController } from "../controller/controller.ts";
import { Subscriptions, type Topic } from "../controller/workqueue/subscriptions.ts";
import type { Dependencies } from "../controller/process/dependencies.ts";
import {
  openOwnObjects,
  trimOwnObject,
  type OwnKind,
  type OwnObject,
} from "../controller/resource-informer.ts";
import type { Resource, ObservedSpec } from "../controller/resource.ts";
import { wakeBindings } from "./pepr-bridge.ts";
import { SetsByKey } from "../controller/sets-by-key.ts";
import { inTurns } from "../controller/workqueue/event-loop-turn.ts";
import { objectKey, splitKey } from "../kube/watch/object.ts";
import type { Change, Informer } from "../kube/watch/object-cache.ts";

export interface RunningCapability {
  readonly capability: Capability;
  readonly start: () => void;
  readonly stop: () => Promise<void>;
  /** Empty once every cache is complete; otherwise what is missing. */
  readonly notReady: () => string[];
}

/** A cache that must be complete before any decision. */
export interface Cache extends Pick<Informer<unknown>, "synced" | "start" | "whenSynced"> {
  readonly name: string;
}

export interface Wiring<Object extends OwnObject, Observed extends ObservedSpec> {
  readonly resource: Resource<Object, Observed>;
  readonly caches: readonly Cache[];
  /** Called when nothing depends on this name any more. */
  readonly release: (topic: Topic) => void;
  /** The targets that no other object may write. */
  readonly claims: (object: Object) => readonly Claimed[];
  /** What objects count besides their targets; absent: nothing. */
  readonly monitors?: (object: Object) => readonly Claimed[];
  readonly bind: (enqueue: (key: string) => void) => Capability;
  /** After the last pass, while this replica may still write; absent: there is nothing to do. */
  readonly stop?: () => Promise<void>;
}

export interface WiringPorts {
  /** How many objects a namespace has. */
  readonly countIn: (namespace: string) => number;
  readonly total: () => number;
  /** How many namespaces have objects. */
  readonly namespaces: () => number;
  /** How many objects wait for a pass. */
  readonly waiting: () => number;
  /**
   * Something with this name has changed. Returns how many objects depend on it.
   *
   * @param askedAt  when what an object reads was requested: it sleeps on while a part is too old for a decision;
   *                 absent: the change itself is a reason to look
   */
  readonly wake: (topic: Topic, askedAt?: (read: Topic) => number) => number;
}

/** Wires a resource's caches, its loop and its bindings. Does no I/O before `start`. */
export function runCapability<Object extends OwnObject, Observed extends ObservedSpec>(
  dependencies: Dependencies,
  own: OwnKind,
  wire: (ports: WiringPorts) => Wiring<Object, Observed>,
): RunningCapability {
  const { reflectors, claims, monitors, claimLister, foreignAutoscalers } = dependencies;
  const { participants, log, telemetry } = dependencies;
  const wake: WiringPorts["wake"] = (topic, askedAt) => {
    let count = 0;
    for (const key of dependents.of(topic)) {
      const read = askedAt && Array.from(dependents.topicsOf(key), askedAt);
      if (!read || !controller.isEarly(key, Math.min(...read))) queue.add(key);
      count += 1;
    }
    return count;
  };
  const byNamespace = new SetsByKey<string, string>();
  const asListed = new Set<string>();
  const onChanges = async (changes: readonly Change<Object>[]): Promise<void> => {
    for (const { key, current, previous } of changes) {
      for (const each of [current, previous]) if (each) asListed.delete(each.metadata.uid);
      const { namespace } = splitKey(key);
      if (current) byNamespace.add(namespace, key);
      else byNamespace.delete(namespace, key);
    }
    // First, because objects that are woken read the claims.
    await inTurns(changes, some => {
      const about = { kind: own.kind, isForeign: false };
      claims.update(about, some, wiring.claims);
      if (wiring.monitors) monitors.update(about, some, wiring.monitors);
    });
    await inTurns(changes, wakeAll);
  };
  const objects = openOwnObjects<Object>(reflectors, own, {
    onChanges,
    claims: object => wiring.claims(object),
  });
  /** Call it when a list is complete, before the watch continues. */
  const noteListed = (): void => {
    for (const [, { metadata }] of objects.entries()) asListed.add(metadata.uid);
  };
  participants.join({ objects, wake });
  claimLister.add({
    ...{ kind: own.kind, resource: own, isForeign: false, watch: objects, asListed },
    claimedBy: object => {
      const known = objects.get(objectKey(object.metadata));
      return wiring.claims(trimOwnObject(object as Object, known));
    },
  });
  const get = (key: string): Object | undefined => objects.get(key);
  const countIn = byNamespace.count.bind(byNamespace);
  const wiring = wire({
    ...{ countIn, wake },
    total: () => objects.size,
    namespaces: () => byNamespace.size,
    waiting: () => queue.depth,
  });
  const dependents = new Subscriptions(wiring.release);
  const controller = makeController(dependencies, wiring.resource, get, dependents);
  const { queue } = controller;
  const leaderCallbacks = controllerLeaderCallbacks(
    controller,
    () => {
      foreignAutoscalers.refresh();
      return objects.refresh().then(noteListed);
    },
    () => Array.from(objects.entries(), ([key]) => key),
  );
  participants.join({ leaderCallbacks });
  const capability = wiring.bind(key => queue.add(key));
  const wakeAll = wakeBindings<Object>(capability, fault => {
    telemetry.fault("watch");
    log.error({ err: fault }, "a Watch binding failed");
  });
  const { caches } = wiring;
  return {
    capability,
    start: () => {
      participants.join({
        reconnected: () => queue.retryNow(),
      });
      objects.start();
      void objects.whenSynced().then(noteListed);
      foreignAutoscalers.start();
      for (const cache of caches) cache.start();
      // Decide only when all caches are complete: half of the nodes would shrink DNS, and half of the claims
      // would allow two writers of one target.
      const awaited = [participants, foreignAutoscalers, ...caches].map(cache =>
        cache.whenSynced(),
      );
      void Promise.all(awaited).then(() => queue.start());
    },
    stop: () => queue.stop().then(() => wiring.stop?.()),
    notReady: () =>
      [{ name: own.plural, synced: objects.synced }, foreignAutoscalers, ...caches]
        .filter(({ synced }) => !synced)
        .map(({ name }) => `${name}: the first list is not complete`),
  };
}
