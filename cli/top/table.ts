import type { EpochMs } from "../../engine/model/values/result.ts";
import { phraseOf, textOf } from "../../engine/status/reason-texts.ts";
import { loadCell, shortLoadCell } from "../objects/load.ts";
import { limitTexts, pauseText } from "../objects/pauses.ts";
import { kinds } from "../objects/scaling-object.ts";
import { type Page, shorten, type Style } from "../terminal/style.ts";
import { shortAge } from "../terminal/times.ts";
import type { Row } from "./rows.ts";

interface Cell {
  readonly text: string;
  readonly style?: Style;
}

interface Column {
  readonly head: string;
  readonly isNumber?: true;
  readonly cell: (row: Row) => Cell;
}

/** How to fit the table to the page. */
interface Layout {
  readonly left: ReadonlySet<string>;
  readonly isShort: boolean;
  readonly widestObject: number;
  readonly widestLimit: number;
}

export interface TableOptions {
  readonly page: Page;
  readonly now: EpochMs;
  readonly withNamespace: boolean;
}

/** The rows as lines of at most the page's width, in the first layout that fits. */
export function renderTable(rows: readonly Row[], options: TableOptions): string[] {
  const tables = layouts.map(layout =>
    tableOf(rows, columnsOf(layout, options, rows), options.page),
  );
  const { width } = options.page;
  const fitting = tables.find(table => table.width <= width) ?? tables.at(-1);
  return fitting?.lines(width) ?? [];
}

const roomy: Layout = { left: new Set(), isShort: false, widestObject: 63, widestLimit: 80 };

/** From full words to the minimum: each layout shortens or drops one more item. */
const layouts: readonly Layout[] = [
  { isShort: true },
  { left: ["SAMPLE"] },
  { left: ["FORECAST"] },
  { widestLimit: 16 },
  { widestObject: 24 },
  { widestLimit: 8 },
  { widestObject: 19 },
  { left: ["RANGE"] },
  { left: ["KIND"] },
  { left: ["LOAD"] },
  { left: ["VOTE"] },
  { left: ["AGE"] },
  { widestObject: 12 },
].reduce<Layout[]>(
  (all, { left = [], ...change }) => {
    const before = all.at(-1) ?? roomy;
    return [...all, { ...before, ...change, left: new Set([...before.left, ...left]) }];
  },
  [roomy],
);

function columnsOf(layout: Layout, { now, withNamespace }: TableOptions, rows: readonly Row[]) {
  const { isShort, widestObject, widestLimit, left } = layout;
  const columns: readonly Column[] = [
    {
      head: "OBJECT",
      cell: row => ({ text: shorten(objectCell(row, withNamespace), widestObject) }),
    },
    { head: "KIND", cell: row => ({ text: row.continues ? "" : kinds[row.kind].short }) },
    { head: "LOAD", cell: row => ({ text: row.continues ? "" : loadOf(row, isShort) }) },
    { head: "VOTE", cell: voteCell },
    { head: "SAMPLE", isNumber: true, cell: ({ vote }) => ({ text: sampleAge(vote) }) },
    { head: "RANGE", cell: row => ({ text: rangeOf(row) }) },
    { head: "LIMIT", cell: row => limitCell(row, isShort, widestLimit) },
    { head: "FORECAST", cell: ({ forecast }) => ({ text: forecast?.reason ?? "-" }) },
    { head: "NOW", isNumber: true, cell: row => ({ text: String(row.currentReplicas ?? "-") }) },
    { head: "WANT", isNumber: true, cell: wantCell },
    { head: "AGE", isNumber: true, cell: row => ({ text: ageOf(row.lastScaleTime, now) }) },
  ];
  const forecasts = rows.some(({ forecast }) => forecast);
  return columns.filter(({ head }) => !left.has(head) && (forecasts || head !== "FORECAST"));
}

function objectCell({ namespace, name, target, continues }: Row, withNamespace: boolean): string {
  if (continues) return `  + ${target.name}`;
  return withNamespace && namespace !== "" ? `${namespace}/${name}` : name;
}

const loadOf = ({ load, vote }: Row, isShort: boolean): string =>
  isShort ? shortLoadCell(load, vote?.source ?? null) : loadCell(load);

function voteCell({ vote }: Row): Cell {
  if (vote === null) return { text: "-" };
  const text = `${shorten(vote.source, 16)} ${vote.replicas ?? "?"}`;
  return vote.replicas === null ? { text, style: "red" } : { text };
}

const sampleAge = (vote: Row["vote"]): string =>
  vote?.sampleAgeSeconds == null ? "-" : `${vote.sampleAgeSeconds}s`;

const rangeOf = ({ minReplicas: min, maxReplicas: max }: Row): string =>
  min === null ? "-" : `${min}..${max ?? ""}`;

function limitCell(row: Row, isShort: boolean, widest: number): Cell {
  const words = isShort
    ? limitTexts(
        row,
        ({ scope }) => shortPauses[scope],
        reason => textOf(reason).word,
      )
    : limitTexts(row, pause => pauseText(longPauses[pause.scope], pause), phraseOf);
  if (words.length === 0) return { text: "-" };
  const style = row.isBlocked ? "red" : "yellow";
  return { text: shorten(words.join(isShort ? "," : ", "), widest), style };
}

const shortPauses = { Everything: "paused", ScaleDown: "no-down" } as const;
const longPauses = { Everything: "Paused", ScaleDown: "ScaleDownPaused" } as const;

const wantCell = ({ currentReplicas, desiredReplicas }: Row): Cell => {
  const text = String(desiredReplicas ?? "-");
  return desiredReplicas === currentReplicas ? { text } : { text, style: "bold" };
};

const ageOf = (time: string | null, now: EpochMs): string =>
  time === null ? "-" : shortAge(Date.parse(time), now);

const gap = 2;

function tableOf(rows: readonly Row[], columns: readonly Column[], { paint }: Page) {
  const head = columns.map(({ head: text }): Cell => ({ text, style: "dim" }));
  const cells = [head, ...rows.map(row => columns.map(({ cell }) => cell(row)))];
  const widths = columns.map((_, column) =>
    Math.max(...cells.map(line => line[column]?.text.length ?? 0)),
  );
  const width = widths.reduce((sum, each) => sum + each + gap, -gap);
  const lineOf = (line: readonly Cell[], room: number): string => {
    let left = room;
    const parts = line.map(({ text, style }, index) => {
      const size = widths[index] ?? 0;
      const last = index === line.length - 1 ? text : text.padEnd(size);
      const padded = columns[index]?.isNumber ? text.padStart(size) : last;
      const shown = (index === 0 ? padded : " ".repeat(gap) + padded).slice(0, Math.max(0, left));
      left -= shown.length;
      return style ? paintWord(shown, text => paint(style, text)) : shown;
    });
    return parts.join("").trimEnd();
  };
  return { width, lines: (room: number) => cells.map(line => lineOf(line, room)) };
}

/** Only the word: colour on the surrounding spaces would prevent trimming the line. */
const paintWord = (text: string, paint: (word: string) => string): string =>
  text.replace(/\S.*\S|\S/, paint);
