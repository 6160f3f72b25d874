import type { KubeError } from "../../kube/transport/errors.ts";
import type { KubeObject } from "../../kube/watch/object.ts";
import type { Change } from "../../kube/watch/object-cache.ts";
import { valueAt } from "../../engine/schema/structure.ts";
import { type Cluster, describeProblem } from "../objects/cluster.ts";
import { type Kind, kindNames, scalingObjectOf } from "../objects/scaling-object.ts";
import {
  objectKeyOf,
  type ObjectName,
  rowKeyOf,
  type StateMessage,
  type UiRow,
  type State,
} from "./messages.ts";
import { type ObservedObject, Timeline, withSize } from "./timeline.ts";
import { phraseOf, textOf } from "../../engine/status/reason-texts.ts";
import type { EpochMs } from "../../engine/model/values/result.ts";
import { loadCell } from "../objects/load.ts";
import { isPauseReason, limitTexts, pauseText } from "../objects/pauses.ts";
import { type Row, rowsOf } from "../top/rows.ts";

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
      const isSame = current?.object.uid === previous?.object.uid;
      if (current) this.#timelineOf(key, isSame).add(current, now, this.#mostOfOne());
      else this.#timelines.delete(key);
      this.#replaceRows(keys, current, previous);
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
      if (observed) this.#replaceRows(keys, observed, observed);
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

  /** An object that was deleted and created again begins a timeline of its own. */
  #timelineOf(key: string, isSame: boolean): Timeline {
    const known = this.#timelines.get(key);
    if (known && isSame) return known;
    const timeline = new Timeline(() => ++this.#lastId);
    this.#timelines.set(key, timeline);
    return timeline;
  }

  #replaceRows(keys: Set<string>, current?: ObservedObject, previous?: ObservedObject): void {
    const old = previous?.object.targets.map((_, index) => rowKeyOf(previous.object, index)) ?? [];
    const rows = current ? this.#rowsOf(current, previous) : [];
    for (const key of old.slice(rows.length)) if (this.rows.delete(key)) keys.add(key);
    for (const row of rows) {
      if (JSON.stringify(this.rows.get(row.key)) !== JSON.stringify(row)) keys.add(row.key);
      this.rows.set(row.key, row);
    }
    if (previous) this.#paused.delete(objectKeyOf(previous.object));
    if (current && mayPause(current)) this.#paused.add(objectKeyOf(current.object));
  }

  #rowsOf(current: ObservedObject, previous?: ObservedObject): UiRow[] {
    const now = this.#now();
    const same = previous?.object.uid === current.object.uid ? previous : undefined;
    // A key has the index of a target, which may change.
    const before = same?.object.targets.map((_, index) =>
      this.rows.get(rowKeyOf(same.object, index)),
    );
    return uiRowsOf(current, now).map(row => {
      const known = before?.find(old => old?.target === row.target)?.sizes;
      const past = before ? [] : this.timeline(row)?.past(row.index);
      const sizes = known ?? past ?? [];
      // When the object is first observed, its size is as old as the last change.
      const since = known ? now : Date.parse(row.lastScaleTime ?? "") || now;
      return { ...row, sizes: withSize(sizes, row.current, since, now) };
    });
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

/** The rows of an object: those of `trimtab top`, with texts. */
export const uiRowsOf = ({ object, version }: ObservedObject, now: EpochMs): UiRow[] =>
  rowsOf([object], now).map((row, index) => ({
    key: rowKeyOf(object, index),
    ...{ kind: row.kind, namespace: row.namespace, name: row.name, index, version },
    target: `${row.target.kind} ${row.target.name}`,
    load: loadCell(row.load),
    vote: row.vote === null ? "" : `${row.vote.source} ${row.vote.replicas ?? "?"}`,
    range: row.minReplicas === null ? "" : `${row.minReplicas} to ${row.maxReplicas ?? "any"}`,
    limits: limitTexts(row, pause => pauseText(longPauses[pause.scope], pause), phraseOf),
    current: row.currentReplicas,
    desired: row.desiredReplicas,
    sizes: [],
    lastScaleTime: row.lastScaleTime,
    states: statesOf(row),
  }));

const longPauses = { Everything: "paused", ScaleDown: "scale-down is paused" } as const;

function statesOf({ limits, pauses, isBlocked, ...row }: Row): State[] {
  const { currentReplicas: current, maxReplicas: max } = row;
  const effects = limits.map(reason => textOf(reason).effect);
  const isFull = current !== null && max !== null && current >= max;
  const states: Readonly<Record<State, boolean>> = {
    held: pauses.length > 0 || limits.some(isPauseReason) || effects.includes("held"),
    conflict: limits.includes("ConflictingAutoscaler"),
    maximum: isFull || effects.includes("maximum"),
    obstacle: isBlocked,
  };
  return (Object.keys(states) as State[]).filter(state => states[state]);
}
