import { phraseOf } from "../../engine/status/reason-texts.ts";
import type { EpochMs } from "../../engine/result.ts";
import { loadCell } from "../objects/load-text.ts";
import type { ScalingObject } from "../objects/scaling-object.ts";
import { absoluteTime } from "../terminal/times.ts";
import { type Row, rowsOf } from "../top/rows.ts";
import type { State, UiRow } from "./messages.ts";

/** An object of the cluster, and what of it is not for people. */
export interface Seen {
  readonly object: ScalingObject;
  readonly version: string;
  /** The history in the status, one for each target; not validated. */
  readonly histories: readonly unknown[];
}

export type ObjectName = Pick<ScalingObject, "kind" | "namespace" | "name">;

/** No name contains the separator, and it sorts before all characters that names contain. */
export const objectKeyOf = ({ kind, namespace, name }: ObjectName): string =>
  [namespace, name, kind].join(" ");

/** The rows of an object: those of `trimtab top`, with texts. */
export const uiRowsOf = ({ object, version }: Seen, now: EpochMs): UiRow[] =>
  rowsOf([object], now).map((row, index) => ({
    key: `${objectKeyOf(object)} ${index}`,
    ...{ kind: row.kind, namespace: row.namespace, name: row.name, index, version },
    target: `${row.target.kind} ${row.target.name}`,
    load: loadCell(row.load),
    vote: row.vote === null ? "" : `${row.vote.source} ${row.vote.replicas ?? "?"}`,
    range: row.minReplicas === null ? "" : `${row.minReplicas} to ${row.maxReplicas ?? "any"}`,
    limits: limitsOf(row),
    current: row.currentReplicas,
    desired: row.desiredReplicas,
    lastScaleTime: row.lastScaleTime,
    states: statesOf(row),
  }));

const longPauses = { Everything: "paused", ScaleDown: "scale-down is paused" } as const;

/** With their end and reason, pauses say more than the conditions that report them. */
function limitsOf({ limits, pauses }: Row): string[] {
  const rest = pauses.length === 0 ? limits : limits.filter(limit => !pauseReasons.has(limit));
  const paused = pauses.map(({ scope, until, reason }) => {
    const because = reason === "" ? "" : ` (${reason})`;
    return `${longPauses[scope]} until ${absoluteTime(Date.parse(until))}${because}`;
  });
  return [...new Set([...paused, ...rest.map(phraseOf)])];
}

const pauseReasons: ReadonlySet<string> = new Set(["Paused", "ScaleDownPaused"]);

/** Reasons for which a workload has another size than its votes ask for, except for the bounds. */
const holdingReasons: ReadonlySet<string> = new Set([
  ...pauseReasons,
  ...["ScaleDownBlocked", "ScaleDownStabilized", "ScaleUpStabilized", "HeldByThresholds"],
  ...["IntentionStep", "RolloutInProgress", "ScaleUpCooldown", "ScaleDownCooldown"],
  ...["ScaleUpLimit", "ScaleDownLimit"],
]);
const maximumReasons: ReadonlySet<string> = new Set(["TooManyReplicas", "AboveMaxReplicas"]);

function statesOf({ limits, pauses, isBlocked, ...row }: Row): State[] {
  const { currentReplicas: current, maxReplicas: max } = row;
  const isFull = current !== null && max !== null && current >= max;
  const states: Readonly<Record<State, boolean>> = {
    held: pauses.length > 0 || limits.some(limit => holdingReasons.has(limit)),
    conflict: limits.includes("ConflictingAutoscaler"),
    maximum: isFull || limits.some(limit => maximumReasons.has(limit)),
    obstacle: isBlocked,
  };
  return (Object.keys(states) as State[]).filter(state => states[state]);
}
