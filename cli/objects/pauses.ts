import { pausesAt } from "../../engine/model/pauses.ts";
import type { EpochMs } from "../../engine/model/values/result.ts";
import { cleanText } from "../terminal/printable.ts";
import { absoluteTime } from "../terminal/times.ts";
import type { ScalingObject } from "./scaling-object.ts";

/** A pause by annotation that is in force. */
export interface ShownPause {
  readonly scope: "Everything" | "ScaleDown";
  /** RFC 3339. */
  readonly until: string;
  /** Empty: none is given. */
  readonly reason: string;
}

export function shownPauses({ annotations }: ScalingObject, now: EpochMs): ShownPause[] {
  const { all, scaleDown } = pausesAt(annotations, now);
  const given = [
    { scope: "Everything", pause: all },
    { scope: "ScaleDown", pause: scaleDown },
  ] as const;
  return given.flatMap(({ scope, pause }) => {
    if (pause === null) return [];
    const until = new Date(pause.until).toISOString();
    return [{ scope, until, reason: cleanText(pause.reason) }];
  });
}

export const isPauseReason = (reason: string): boolean =>
  reason === "Paused" || reason === "ScaleDownPaused";

/** Pauses and the reasons of limits in words, without those that only repeat a pause: it has an end and a reason. */
export function limitTexts(
  {
    pauses,
    limits,
  }: { readonly pauses: readonly ShownPause[]; readonly limits: readonly string[] },
  textOf: (pause: ShownPause) => string,
  wordsOf: (reason: string) => string,
): string[] {
  const others = limits.filter(limit => pauses.length === 0 || !isPauseReason(limit));
  return [...new Set([...pauses.map(textOf), ...others.map(wordsOf)])];
}

/** @param what  is paused, in the words of the caller */
export const pauseText = (what: string, { until, reason }: ShownPause): string =>
  `${what} until ${absoluteTime(Date.parse(until))}${reason === "" ? "" : ` (${reason})`}`;
