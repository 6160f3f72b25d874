/**
 * Plays six weeks of each load with and without a forecast: `make foresight`. Exits with 1 if one of them exceeds what
 * `acceptance.ts` allows.
 *
 * SEED   of the generated loads; 1 without it
 * LOADS  names of loads, separated by commas; all without it
 */
import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";

import { excessesOf, nameOf, rows } from "./acceptance.ts";
import type { TrialResult } from "./trial.ts";
import type { Share } from "./worker.ts";

interface Played {
  readonly index: number;
  readonly result: TrialResult;
}

const { SEED = "1", LOADS = "" } = process.env;
const asked = LOADS === "" ? null : new Set(LOADS.split(",").map(name => name.trim()));

const indexes = rows.flatMap(({ trial }, index) =>
  asked === null || asked.has(trial.load) ? [index] : [],
);

async function playAll(): Promise<Played[]> {
  const count = Math.min(availableParallelism(), indexes.length);
  const played: Played[] = [];
  const shares = Array.from({ length: count }, (_, worker): Share => ({
    indexes: indexes.filter((_, at) => at % count === worker),
    seed: Number(SEED),
  }));
  await Promise.all(
    shares.map(
      share =>
        new Promise<void>((resolve, reject) => {
          const worker = new Worker(new URL("worker.ts", import.meta.url), { workerData: share });
          worker.on("message", (each: Played) => {
            played.push(each);
            process.stderr.write(`${played.length} of ${indexes.length}\n`);
          });
          worker.on("error", reject);
          worker.on("exit", () => resolve());
        }),
    ),
  );
  return played.toSorted((a, b) => a.index - b.index);
}

const percent = (value: number): string => `${value.toFixed(3)}%`;
const rounded = (value: number): string => `${value.toFixed(1)}%`;

function cellsOf({ index, result }: Played): string[] {
  const row = rows[index];
  if (!row) return [];
  const { reactive, forecast, rival, extra, worstWeek, open, gateChanges, isIdentical } = result;
  return [
    ...[nameOf(row.trial), percent(reactive), percent(forecast)],
    ...[rival === null ? "" : percent(rival), rounded(extra), rounded(worstWeek)],
    ...[isIdentical ? "identical" : `${open.toFixed(0)}%`, String(gateChanges)],
    excessesOf(row, result).length === 0 ? "" : "exceeds",
  ];
}

if (indexes.length === 0) throw new Error(`LOADS=${LOADS} names no load`);
const played = await playAll();
const head = ["load", "lost", "forecast", "best rival", "extra", "dearest week", "gate open"];
process.stdout.write(aligned([[...head, "changes", ""], ...played.map(cellsOf)]));
const problems = played.flatMap(({ index, result }) => {
  const row = rows[index];
  return row ? excessesOf(row, result).map(text => `${nameOf(row.trial)}: ${text}`) : [];
});
const end = `${played.length} loads with seed ${SEED}, ${problems.length} limits exceeded`;
process.stdout.write(`\n${[...problems, end].join("\n")}\n`);
process.exitCode = problems.length === 0 ? 0 : 1;

function aligned(lines: readonly (readonly string[])[]): string {
  const widths = (lines[0] ?? []).map((_, at) =>
    Math.max(...lines.map(line => line[at]?.length ?? 0)),
  );
  const texts = lines.map(line => line.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join("  "));
  return texts.map(text => `${text.trimEnd()}\n`).join("");
}
