import { phraseOf, textOf } from "../../engine/status/reason-texts.ts";
import type { EpochMs } from "../../engine/result.ts";
import { loadCell } from "../objects/load-text.ts";
import { isPauseReason, limitTexts, pauseText } from "../objects/pauses.ts";
import type { ScalingObject } from "../objects/scaling-object.ts";
import { type Row, rowsOf } from "../top/rows.ts";
import { rowKeyOf, type State, type UiRow } from "./messages.ts";

/** An object of the cluster, and what of it is not for people. */
export interface ObservedObject {
  readonly object: ScalingObject;
  readonly version: string;
  /** The history in the status, one for each target; not validated. */
  readonly histories: readonly unknown[];
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
