import type { EpochMs } from "../../engine/model/values/result.ts";
import { complaint, printableJson } from "../terminal/printable.ts";
import { pageFor, shorten } from "../terminal/style.ts";
import type { Output, Terminal } from "../terminal/terminal.ts";
import { renderTable } from "./table.ts";
import type { Row } from "./rows.ts";
import { absoluteTime } from "../terminal/times.ts";

export type Reading =
  | { readonly now: EpochMs; readonly rows: readonly Row[]; readonly problem: null }
  | { readonly now: EpochMs; readonly rows: null; readonly problem: string };

export interface DisplayOptions {
  readonly once?: true;
  readonly interval: number;
  readonly output: "table" | "json";
}

type Streams = Pick<Terminal, "env"> & Readonly<Record<"stdout" | "stderr", Output>>;

/** null: all namespaces. */
type Namespace = string | null;
type Show = (reading: Reading) => void;

export function display(streams: Streams, options: DisplayOptions, namespace: Namespace): Show {
  const isLive = streams.stdout.isTTY && !options.once && options.output === "table";
  return isLive ? onTerminal(streams, options, namespace) : onChange(streams, options, namespace);
}

const nothing = (namespace: Namespace): string =>
  `no autoscaler in ${namespace === null ? "any namespace" : `namespace ${namespace}`}`;

/** Redrawn in place; while requests fail, the last table stays below the reason. */
function onTerminal(streams: Streams, options: DisplayOptions, namespace: Namespace): Show {
  const { stdout, env } = streams;
  const draw = drawOn(stdout);
  let rows: readonly Row[] = [];
  return reading => {
    const page = pageFor(stdout, env);
    const { now, problem } = reading;
    rows = reading.rows ?? rows;
    const place = namespace === null ? "all namespaces" : `namespace ${namespace}`;
    const title = `${absoluteTime(now)}  ${place}, every ${options.interval / 1000} s`;
    const heading = problem === null ? title : `${absoluteTime(now)}  ${problem}; trying again`;
    const style = problem === null ? "dim" : "red";
    const head = page.paint(style, shorten(heading, page.width));
    const table = renderTable(rows, { page, now, withNamespace: namespace === null });
    const body =
      rows.length > 0 ? fitting(table, stdout.rows) : problem ? [] : [nothing(namespace)];
    draw([head, ...body]);
  };
}

/** As many lines as the terminal has, minus the title and the line of the cursor. */
function fitting(table: readonly string[], rows = Infinity): readonly string[] {
  const room = Math.max(3, rows - 2);
  if (table.length <= room) return table;
  return [...table.slice(0, room - 1), `... and ${table.length - room + 1} more`];
}

/** One table, or one line of JSON, for every change; problems go to standard error. */
function onChange(streams: Streams, { output, once }: DisplayOptions, namespace: Namespace): Show {
  const { stdout, stderr, env } = streams;
  let shown: string | null = null;
  let printed: string | null = null;
  return ({ now, rows, problem }) => {
    if (problem !== null) {
      if (problem !== printed) stderr.write(complaint(`${problem}${once ? "" : "; trying again"}`));
      printed = problem;
      return;
    }
    const isAgain = printed !== null;
    printed = null;
    const next = JSON.stringify(rows);
    if (next === shown && !isAgain) return;
    const isFirst = shown === null;
    shown = next;
    const time = new Date(now).toISOString();
    if (output === "json") stdout.write(`${printableJson({ time, rows })}\n`);
    else if (rows.length === 0) stderr.write(complaint(nothing(namespace)));
    else {
      const page = pageFor(stdout, env);
      const table = renderTable(rows, { page, now, withNamespace: namespace === null });
      const title = once ? [] : [`${isFirst ? "" : "\n"}${absoluteTime(now)}`];
      stdout.write([...title, ...table].map(line => `${line}\n`).join(""));
    }
  };
}

/** Redraws lines in place; earlier content of the terminal stays above them. */
function drawOn(output: Output): (lines: readonly string[]) => void {
  let drawn = 0;
  let columns: number | undefined;
  return lines => {
    // After a resize, old lines wrap differently, so their number is unknown.
    const isResized = drawn > 0 && columns !== output.columns;
    const back = drawn > 0 ? `\u001b[${drawn}A\r\u001b[J` : "";
    const erase = isResized ? "\u001b[2J\u001b[H" : back;
    // In one write, to avoid flickering.
    output.write(erase + lines.map(line => `${line}\n`).join(""));
    drawn = lines.length;
    columns = output.columns;
  };
}
