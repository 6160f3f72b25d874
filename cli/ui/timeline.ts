import { parseHistory } from "../../engine/memory.ts";
import type { EpochMs } from "../../engine/model/values/result.ts";
import { explain } from "../explain/explanation.ts";
import { sentencesOf } from "../explain/sentences.ts";
import { absoluteTime } from "../terminal/times.ts";
import type { Moment, PastSize } from "./messages.ts";
import type { ScalingObject } from "../objects/scaling-object.ts";

/** An object of the cluster, and what of it is not for people. */
export interface ObservedObject {
  readonly object: ScalingObject;
  readonly version: string;
  /** The history in the status, one for each target; not validated. */
  readonly histories: readonly unknown[];
}

interface Observed {
  readonly id: number;
  readonly time: EpochMs;
  readonly observed: ObservedObject;
}

/** What an object said, from when it was first observed; the oldest are dropped. */
export class Timeline {
  #observed: Observed[] = [];
  readonly #nextId: () => number;

  /** @param nextId increases, also across timelines: an object that is created again has later moments */
  constructor(nextId: () => number) {
    this.#nextId = nextId;
  }

  /** @param most how many may be kept */
  add(observed: ObservedObject, now: EpochMs, most: number): void {
    const last = this.#observed.at(-1);
    // Many writes change only what is not shown, such as the history.
    if (last && JSON.stringify(last.observed.object) === JSON.stringify(observed.object)) {
      this.#observed[this.#observed.length - 1] = { ...last, observed };
      return;
    }
    const time = last ? Math.max(last.time, now) : beginOf(observed, now);
    this.#observed.push({ id: this.#nextId(), time, observed });
    if (this.#observed.length > most) this.#observed = this.#observed.slice(-most);
  }

  get latest(): ObservedObject | undefined {
    return this.#observed.at(-1)?.observed;
  }

  /** Of the target with this index; only those after the moment with the id `after`. */
  moments(index: number, after: number): Moment[] {
    return this.#observed
      .filter(({ id }) => id > after)
      .flatMap(observed => momentOf(observed, index) ?? []);
  }

  past(index: number): PastSize[] {
    const [first] = this.#observed;
    return first ? pastSizes(first, index) : [];
  }
}

const hour = 3_600_000;
/** Of each workload in the list, in a row that is sent with each change. */
const mostSizes = 20;

/** The sizes of the last hour, without the oldest ones. A new size is in force since a time. */
export function withSize(
  known: readonly PastSize[],
  size: number | null,
  since: EpochMs,
  now: EpochMs,
): readonly PastSize[] {
  const isNew = size !== null && known.at(-1)?.size !== size;
  const all = isNew ? [...known, { time: since, size }] : known;
  const first = all.findLastIndex(({ time }) => time <= now - hour);
  return all.slice(Math.max(first, all.length - mostSizes, 0));
}

/** The first observation is as old as its decision. */
function beginOf({ object }: ObservedObject, now: EpochMs): EpochMs {
  const times = object.targets.map(({ decision }) => Date.parse(decision?.time ?? ""));
  const known = times.filter(time => time < now);
  return known.length === 0 ? now : Math.max(...known);
}

function momentOf({ id, time, observed: { object } }: Observed, index: number): Moment | null {
  const target = object.targets[index];
  if (target === undefined) return null;
  const explanation = explain({ ...object, targets: [target] }, time);
  const { currentReplicas, desiredReplicas, minReplicas, maxReplicas, decision } = target;
  return {
    ...{ id, time, current: currentReplicas, desired: desiredReplicas },
    ...{ min: minReplicas, max: maxReplicas },
    votes: (decision?.votes ?? []).map(vote => {
      const { source, replicas = null } = vote;
      return { source, replicas, wins: vote === decision?.winner };
    }),
    why: explanation.targets[0]?.why ?? "",
    sentences: sentencesOf(explanation, {
      now: time,
      moment: text => absoluteTime(Date.parse(text)),
    }),
  };
}

/** Backward from the first known size; each change in the history tells the size before it. */
function pastSizes({ time: end, observed }: Observed, index: number): PastSize[] {
  const current = observed.object.targets[index]?.currentReplicas ?? null;
  const history = parseHistory(observed.histories[index], end);
  if (current === null || !history.ok) return [];
  const sizes: PastSize[] = [];
  let size = current;
  for (const { time, change } of history.value.scaleEvents.toReversed()) {
    if (time < end) sizes.unshift({ time, size });
    size -= change;
    if (size < 0) return sizes;
  }
  const first = sizes[0];
  // Where the oldest change starts from, a line of a minute shows.
  return first ? [{ time: first.time - 60_000, size }, ...sizes] : [];
}
