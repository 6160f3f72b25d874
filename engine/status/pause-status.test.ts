import { describe, expect, it } from "vitest";

import { pauseConditions, pausedInactivity, pausePhrases, pauseSentences } from "./pause-status.ts";
import { type Annotations, pausesAt } from "../model/pauses.ts";

const now = Date.parse("2026-01-01T12:00:00Z");
const later = "2026-01-01T14:00:00Z";

interface Row {
  readonly mode?: string;
  readonly all?: string;
  readonly scaleDown?: string;
  /** The condition Paused; null: it is absent. */
  readonly condition: string | null;
  /** For the column Message. */
  readonly sentences: readonly string[];
}

const annotationsOf = ({ all, scaleDown }: Row): Annotations => ({
  ...(all === undefined ? {} : { "autoscaling.trimtab.dev/paused-until": all }),
  ...(scaleDown === undefined
    ? {}
    : { "autoscaling.trimtab.dev/scale-down-paused-until": scaleDown }),
  "autoscaling.trimtab.dev/paused-reason": "INC-7",
});

const zoneless =
  'ignored: metadata.annotations[autoscaling.trimtab.dev/paused-until]: "2026-01-01T14:00:00" has no time zone; append the zone: 2026-01-01T14:00:00Z for UTC, or an offset such as +02:00';

// prettier-ignore
const rows: readonly Row[] = [
  {                                                      condition: null,                                                                            sentences: [] },
  { mode: "Paused",                                      condition: "True ModePaused spec.mode is Paused; set it to Active to scale again",          sentences: ["Paused"] },
  { all: later,                                          condition: `True PausedUntil nothing is scaled until ${later}: INC-7`,                      sentences: [`Paused until ${later}: INC-7`] },
  { scaleDown: later,                                    condition: `True ScaleDownPausedUntil no replicas are taken away until ${later}: INC-7`,    sentences: [`scale-down paused until ${later}: INC-7`] },
  { all: later, scaleDown: later,                        condition: `True PausedUntil nothing is scaled until ${later}: INC-7; no replicas are taken away until ${later}: INC-7`, sentences: [`Paused until ${later}: INC-7`] },
  { mode: "Paused", all: later,                          condition: `True ModePaused spec.mode is Paused; set it to Active to scale again; nothing is scaled until ${later}: INC-7`, sentences: ["Paused"] },
  { all: "2026-01-01T11:00:00Z",                         condition: null,                                                                            sentences: [] },
  { all: "2026-01-01T14:00:00",                          condition: `False InvalidAnnotation ${zoneless}`,                                           sentences: ["InvalidAnnotation"] },
  { all: "2026-01-01T14:00:00", scaleDown: later,        condition: `True ScaleDownPausedUntil no replicas are taken away until ${later}: INC-7; ${zoneless}`, sentences: [`scale-down paused until ${later}: INC-7`, "InvalidAnnotation"] },
];

/** What the column Why shows of a sentence. */
const phrases = new Map([
  ["Paused", "paused"],
  [`Paused until ${later}: INC-7`, `paused until ${later}`],
  [`scale-down paused until ${later}: INC-7`, `no scale-down until ${later}`],
  ["InvalidAnnotation", "invalid annotation of a pause"],
]);

describe("an object", () => {
  it.each(rows)("in mode $mode, paused until $all, scale-down until $scaleDown", row => {
    const { mode, condition, sentences } = row;
    const report = { mode, pauses: pausesAt(annotationsOf(row), now) };
    const conditions = pauseConditions(report).map(
      ({ type, status, reason, message }) => `${type}: ${status} ${reason} ${message}`,
    );
    expect(conditions).toEqual(condition === null ? [] : [`Paused: ${condition}`]);
    expect(pauseSentences(report)).toEqual(sentences);
    expect(pausePhrases(report)).toEqual(sentences.map(sentence => phrases.get(sentence)));
  });

  it.each([
    { all: undefined, says: "spec.mode is Paused; set it to Active to scale again" },
    {
      all: later,
      says: `paused until ${later}: INC-7; remove the annotation autoscaling.trimtab.dev/paused-until to scale again`,
    },
  ])("that is paused until $all is not decided on, and says why", ({ all, says }) => {
    const annotations = annotationsOf({ ...(all ? { all } : {}), condition: null, sentences: [] });
    const { reason, message } = pausedInactivity(pausesAt(annotations, now));
    expect([reason, message]).toEqual(["Paused", says]);
  });
});
