import type { KubeError } from "../../kube/transport/errors.ts";
import type { KubeObject } from "../../kube/watch/object.ts";
import type { Change } from "../../kube/watch/object-cache.ts";
import { valueAt } from "../../engine/validate/structure.ts";
import type { Cluster } from "../objects/cluster.ts";
import { describeProblem } from "../objects/problem-text.ts";
import { type Kind, kindNames, scalingObjectOf } from "../objects/scaling-object.ts";
import {
  objectKeyOf,
  type ObjectName,
  rowKeyOf,
  type StateMessage,
  type UiRow,
} from "./messages.ts";
import { Timeline } from "./timeline.ts";
import { type ObservedObject, uiRowsOf } from "./ui-rows.ts";

/** How many moments all timelines keep together; one takes about 3 kB. */
const mostMoments = 40_000;
const [fewestOfOne, mostOfOne] = [4, 500];

export type Health = Pick<StateMessage, "isListed" | "problem" | "since">;

/** The objects of both kinds, from one list and one watch each, and what they said so far. */
export class LiveObjects {
  /** In the order of their keys, if they are sorted by them. */
  readonly rows = new Map<string, UiRow>();
  readonly #timelines = new Map<string, Timeline>();
  /** Objects whose rows depend on the time. */
  readonly #paused = new Set<string>();
  readonly #failures = new Map<Kind, { readonly error: KubeError; readonly since: number }>();
  readonly #listed = new Set<Kind>();
  readonly #now: () => number;
  #lastId = 0;
  /** The keys of rows that changed or are gone; null: only the health changed. */
  onChange: (keys: ReadonlySet<string> | null) => void = () => undefined;

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  follow(cluster: Cluster, namespace: string | null, signal: AbortSignal): void {
    for (const kind of kindNames) {
      const follower = {
        keep: observedObjectOf,
        onChanges: this.changed.bind(this),
        onHealth: (error: KubeError | null) => this.failed(kind, error),
      };
      void cluster.follow(kind, namespace, follower, signal).then(() => {
        this.#listed.add(kind);
        this.onChange(null);
      });
    }
  }

  changed(changes: readonly Change<ObservedObject>[]): void {
    const keys = new Set<string>();
    const now = this.#now();
    for (const { current, previous } of changes) {
      const observed = current ?? previous;
      if (observed === undefined) continue;
      const key = objectKeyOf(observed.object);
      if (current) this.#timelineOf(key, previous, current).add(current, now, this.#mostOfOne());
      else this.#timelines.delete(key);
      this.#replaceRows(current, previous, keys);
    }
    if (keys.size > 0) this.onChange(keys);
  }

  /** The watch of a kind was lost, or works again (null). */
  failed(kind: Kind, error: KubeError | null): void {
    if (error) {
      const since = this.#failures.get(kind)?.since ?? this.#now();
      this.#failures.set(kind, { error, since });
    } else this.#failures.delete(kind);
    this.onChange(null);
  }

  /** Pauses end without a write. */
  tick(): void {
    const keys = new Set<string>();
    for (const key of [...this.#paused]) {
      const observed = this.#timelines.get(key)?.latest;
      if (observed) this.#replaceRows(observed, observed, keys);
    }
    if (keys.size > 0) this.onChange(keys);
  }

  timeline(name: ObjectName): Timeline | undefined {
    return this.#timelines.get(objectKeyOf(name));
  }

  /** A cluster may serve only one of the two kinds. */
  health(): Health {
    const failures = [...this.#failures.values()];
    const absent = failures.filter(({ error }) => error.code === "NotFound");
    const failure = failures.find(({ error }) => error.code !== "NotFound") ?? absent[1];
    return {
      isListed: this.#listed.size + absent.length >= kindNames.length,
      problem: failure ? describeProblem(failure.error) : null,
      since: failure?.since ?? null,
    };
  }

  #timelineOf(
    key: string,
    previous: ObservedObject | undefined,
    current: ObservedObject,
  ): Timeline {
    const known = this.#timelines.get(key);
    // An object that was deleted and created again begins a timeline of its own.
    if (known && previous?.object.uid === current.object.uid) return known;
    const timeline = new Timeline(() => ++this.#lastId);
    this.#timelines.set(key, timeline);
    return timeline;
  }

  #replaceRows(
    current: ObservedObject | undefined,
    previous: ObservedObject | undefined,
    keys: Set<string>,
  ): void {
    const now = this.#now();
    const rows = current ? uiRowsOf(current, now) : [];
    const old = previous?.object.targets.map((_, index) => rowKeyOf(previous.object, index)) ?? [];
    for (const key of old.slice(rows.length)) if (this.rows.delete(key)) keys.add(key);
    for (const row of rows) {
      if (JSON.stringify(this.rows.get(row.key)) !== JSON.stringify(row)) keys.add(row.key);
      this.rows.set(row.key, row);
    }
    if (previous) this.#paused.delete(objectKeyOf(previous.object));
    if (current && mayPause(current)) this.#paused.add(objectKeyOf(current.object));
  }

  #mostOfOne(): number {
    const share = Math.floor(mostMoments / Math.max(1, this.#timelines.size));
    return Math.max(fewestOfOne, Math.min(mostOfOne, share));
  }
}

const mayPause = ({ object }: ObservedObject): boolean =>
  Object.keys(object.annotations).length > 0;

/** An object as the API server sends it. */
export function observedObjectOf(raw: KubeObject): ObservedObject {
  const object = scalingObjectOf(raw);
  if (object === null) throw new TypeError("the API server sent an object of another kind");
  const targets = valueAt(raw, ["status", "targets"]);
  const statuses = Array.isArray(targets) ? targets : [valueAt(raw, ["status"])];
  return {
    object,
    version: raw.metadata.resourceVersion,
    histories: statuses.map(status => valueAt(status, ["history"])),
  };
}
