import type { Mode } from "./model/spec/autoscaler-spec.ts";
import { emptyHistory, type History, update } from "./model/history.ts";
import { withLostChanges, withoutOldReset } from "./history/lost-history.ts";
import {
  withoutOldZero,
  abandonScale,
  beginScale,
  completeScale,
  handOver,
  resolvePending,
} from "./history/scale-record.ts";
import { clocksOf, stoppedClocks } from "./memory.ts";
import type { EpochMs } from "./model/values/result.ts";

/** The state of one target between two decisions. */
export interface TargetMemory {
  /** null: the target has not been found yet. */
  readonly history: History | null;
  /** The history for decisions in DryRun; null in other modes. Only its clocks change `history`. */
  readonly dryRunHistory: History | null;
  /** When the latest change that reached the target was decided; null: none has. */
  readonly lastScaleTime: EpochMs | null;
}

export const emptyMemory: TargetMemory = {
  history: null,
  dryRunHistory: null,
  lastScaleTime: null,
};

interface Found {
  readonly uid: string;
  readonly replicas: number;
  readonly now: EpochMs;
}

/**
 * The events of a target, in the order of a pass.
 *
 * Observed      the target was found. A pending change is resolved, a re-created target starts with
 *               an empty history, and a total moves to another target.
 * Decided       the engine decided, and returned this history
 * WriteStarted  the change is about to be written to the status, and then to the target
 * WriteEnded    Done: the API server accepted the count. Refused: it did not, and nothing changed.
 *               Conflict: it refused because the target had changed; `found` is the target read
 *               since. Unknown: there was no answer, so the change stays pending.
 * TargetGone    the API server itself, not a cache, reports that the target does not exist
 *
 * isTotal  the history covers several workloads together, whichever of them is the target
 */
export type TargetEvent =
  | ({ readonly type: "Observed"; readonly mode: Mode; readonly isTotal: boolean } & Found)
  | { readonly type: "Decided"; readonly mode: Mode; readonly history: History }
  | {
      readonly type: "WriteStarted";
      readonly from: number;
      readonly to: number;
      readonly now: EpochMs;
    }
  | { readonly type: "WriteEnded"; readonly result: "Done"; readonly now: EpochMs }
  | { readonly type: "WriteEnded"; readonly result: "Refused" | "Unknown" }
  | { readonly type: "WriteEnded"; readonly result: "Conflict"; readonly found: Found }
  | { readonly type: "TargetGone" };

type Observed = Extract<TargetEvent, { type: "Observed" }>;

/** The state after an event. All changes of the state go through this function. */
export function transition(memory: TargetMemory, event: TargetEvent): TargetMemory {
  switch (event.type) {
    case "Observed": {
      const begun = withHistory(memory, history => withLostChanges(history, event.uid, event.now));
      const known = event.isTotal ? handedOver(begun, event) : begun;
      const current = withHistory(known, history => withoutOldReset(history, event.now));
      return inMode(resolved(current, event), event);
    }
    case "Decided": {
      const { mode, history } = event;
      return mode === "DryRun" ? rehearsed(memory, history) : remembering(memory, history);
    }
    case "WriteStarted": {
      const { from, to, now: time } = event;
      return withHistory(memory, history => beginScale(history, { from, to, time }));
    }
    case "WriteEnded":
      return ended(memory, event);
    case "TargetGone":
      return withHistory(memory, abandonScale);
  }
}

/** The same object while a decision remembers nothing new. */
const remembering = (memory: TargetMemory, history: History): TargetMemory =>
  memory.history === history ? memory : { ...memory, history };

export const historyInForce = ({ history, dryRunHistory }: TargetMemory): History =>
  dryRunHistory ?? history ?? emptyHistory("");

/** Moves a total to another target. The previous target's pending change may have happened. */
function handedOver(memory: TargetMemory, { uid, now }: Found): TargetMemory {
  const { history, dryRunHistory } = memory;
  if (history === null) return memory;
  const isOther = history.targetUID !== uid;
  return {
    ...memory,
    history: handOver(history, uid, now),
    dryRunHistory: dryRunHistory && handOver(dryRunHistory, uid, now),
    lastScaleTime: (isOther ? history.pending?.time : null) ?? memory.lastScaleTime,
  };
}

/** A pending change happened if its count is there; a re-created target starts with an empty history. */
function resolved(memory: TargetMemory, { uid, replicas, now }: Found): TargetMemory {
  const { history } = memory;
  if (history === null) return { ...memory, history: emptyHistory(uid) };
  if (history.targetUID !== uid) {
    return { ...memory, history: emptyHistory(uid), lastScaleTime: null };
  }
  const settled = resolvePending(history, replicas, now);
  if (settled === history) return memory;
  // Comparing lengths is not enough: at the limit, the length does not change.
  const happened = settled.scaleEvents !== history.scaleEvents;
  const lastScaleTime = (happened ? history.pending?.time : null) ?? memory.lastScaleTime;
  return { ...memory, history: settled, lastScaleTime };
}

/**
 * DryRun continues from Active in a history of its own: what it would have done does not limit real
 * changes. While nothing is written, a count above 0 comes from another author. While nothing is
 * decided, the rollout that was in progress may end and another one begin, which has its own time;
 * likewise, a metric that failed or was inactive may recover and fail again.
 *
 * The next change is then decided without recommendations, so it begins with the count that it finds
 * (see `beginHistory`): a size set by hand does not fall at the moment at which a pause ends.
 */
function inMode(memory: TargetMemory, { mode, replicas }: Observed): TargetMemory {
  if (mode === "Active") return endDryRun(memory);
  const kept = withHistory(memory, history => withoutOldZero(history, replicas));
  if (mode === "DryRun") return ofThisTarget(kept);
  return withHistory(endDryRun(kept), history =>
    withoutRecommendations(update(history, stoppedClocks)),
  );
}

/** The lowest ones stay: they hold no size. */
function withoutRecommendations(history: History): History {
  const { lists } = history;
  const none = { recommendations: [] };
  return update(history, { ...none, lists: lists && { ...lists, ...none } });
}

/** The history of a dry run belongs to one target. */
function ofThisTarget(memory: TargetMemory): TargetMemory {
  const { history, dryRunHistory } = memory;
  const isSame = dryRunHistory !== null && dryRunHistory.targetUID === history?.targetUID;
  return isSame ? memory : { ...memory, dryRunHistory: null };
}

/**
 * Clocks run in a dry run, too: a metric that recovers in it has recovered. They are in `history` at
 * once, so that the status holds them and a restart does not continue from earlier ones (I3). The
 * recommendations of `history` end, as during a pause.
 */
const rehearsed = (memory: TargetMemory, dryRunHistory: History): TargetMemory => ({
  ...withHistory(memory, history => withoutRecommendations(withClocksOf(dryRunHistory, history))),
  dryRunHistory,
});

/** A status of an earlier release holds the clocks of a dry run only in the history of that. */
function endDryRun(memory: TargetMemory): TargetMemory {
  const { dryRunHistory } = memory;
  if (dryRunHistory === null) return memory;
  const known = withHistory(memory, history => withClocksOf(dryRunHistory, history));
  return { ...known, dryRunHistory: null };
}

/** With what was observed for the same target. */
function withClocksOf(observed: History, history: History): History {
  if (observed.targetUID !== history.targetUID) return history;
  return update(history, clocksOf(observed));
}

type WriteEnded = Extract<TargetEvent, { type: "WriteEnded" }>;

function ended(memory: TargetMemory, event: WriteEnded): TargetMemory {
  switch (event.result) {
    case "Done":
      return completed(memory, event.now);
    case "Refused":
      return withHistory(memory, abandonScale);
    case "Conflict":
      return afterConflict(memory, event.found);
    case "Unknown":
      return memory;
  }
}

/**
 * An earlier write that timed out may have landed late, so the wanted count may be there. Counting
 * a change too many is safer than missing one (I3).
 */
function afterConflict(memory: TargetMemory, { uid, replicas, now }: Found): TargetMemory {
  const pending = memory.history?.pending;
  const hasLanded = uid === pending?.targetUID && replicas === pending.to;
  return hasLanded ? completed(memory, now) : withHistory(memory, abandonScale);
}

function completed(memory: TargetMemory, now: EpochMs): TargetMemory {
  const { history } = memory;
  if (!history?.pending) return memory;
  const { time } = history.pending;
  return { ...memory, history: completeScale(history, now), lastScaleTime: time };
}

function withHistory(memory: TargetMemory, change: (history: History) => History): TargetMemory {
  const { history } = memory;
  return history === null ? memory : remembering(memory, change(history));
}
