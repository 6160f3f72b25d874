import { formatFieldError } from "../model/values/result.ts";
import { noPauses, pauseAnnotations, type Pauses, pauseText } from "../model/pauses.ts";
import type { ConditionDraft } from "./targets/conditions.ts";
import type { Inactivity } from "../model/decision.ts";
import { timestamp } from "../model/values/time.ts";

/** True while an object is paused, False if it only has an invalid annotation, otherwise absent. */
export const pausedType = "Paused";

/** What pauses an object. */
export interface PauseReport {
  /** spec.mode; absent: Active. */
  readonly mode?: string | undefined;
  /** By its annotations; absent: nothing. */
  readonly pauses?: Pauses | undefined;
}

const byMode = "spec.mode is Paused; set it to Active to scale again";

/** Why nothing is decided in mode Paused, or in a pause by annotation. */
export const pausedInactivity = ({ all }: Pauses = noPauses): Inactivity => ({
  reason: "Paused",
  message: all
    ? `${pauseText("paused", all)}; remove the annotation ${pauseAnnotations.all} to scale again`
    : byMode,
  permanent: false,
});

export function pauseConditions({ mode, pauses = noPauses }: PauseReport): ConditionDraft[] {
  const { all, scaleDown, ignored } = pauses;
  const given = [
    ...(mode === "Paused" ? [["ModePaused", byMode]] : []),
    ...(all ? [["PausedUntil", pauseText("nothing is scaled", all)]] : []),
    ...(scaleDown
      ? [["ScaleDownPausedUntil", pauseText("no replicas are taken away", scaleDown)]]
      : []),
  ];
  const invalid = ignored.map(error => `ignored: ${formatFieldError(error)}`);
  const messages = [...given.map(([, message]) => message), ...invalid];
  if (messages.length === 0) return [];
  const [[reason = ""] = ["InvalidAnnotation"]] = given;
  const status = given.length > 0 ? "True" : "False";
  return [{ type: pausedType, status, reason, message: messages.join("; ") }];
}

/** For the column Why. */
export function pausePhrases({ mode, pauses = noPauses }: PauseReport): string[] {
  const { all, scaleDown, ignored } = pauses;
  const invalid = ignored.length > 0 ? ["invalid annotation of a pause"] : [];
  if (mode === "Paused") return ["paused"];
  if (all) return [`paused until ${timestamp(all.until)}`, ...invalid];
  return [...(scaleDown ? [`no scale-down until ${timestamp(scaleDown.until)}`] : []), ...invalid];
}

/** The same with the reasons of the pauses, for the column Message. */
export function pauseSentences({ mode, pauses = noPauses }: PauseReport): string[] {
  const { all, scaleDown, ignored } = pauses;
  const invalid = ignored.length > 0 ? ["InvalidAnnotation"] : [];
  if (mode === "Paused") return ["Paused"];
  if (all) return [pauseText("Paused", all), ...invalid];
  return [...(scaleDown ? [pauseText("scale-down paused", scaleDown)] : []), ...invalid];
}
