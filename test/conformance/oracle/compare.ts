/**
 * Compares the decisions of upstream's controller with Trimtab's: `npm run oracle:compare -- FILE...`. The
 * exit code is 1 if they differ.
 */
import { spawn } from "node:child_process";
import { createReadStream } from "node:fs";
import { join } from "node:path";
import { createInterface, type Interface } from "node:readline";
import { pipeline } from "node:stream";
import { createGunzip } from "node:zlib";

import { command } from "../../../hack/host/command.ts";
import {
  type Difference,
  differencesOf,
  type EvaluatedCase,
  type RecordedCase,
} from "./comparison.ts";

/** Number of complete examples for each kind of difference. */
const EXAMPLES = 3;

/** Compares a file with one case of each side in memory at a time, so that the file may be large. */
export async function compare(file: string): Promise<boolean> {
  const main = join(import.meta.dirname, "../../../cli/main.ts");
  const evaluate = spawn(process.execPath, [main, "evaluate", "-f", file, "-o", "json"], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ours = linesOf(evaluate.stdout)[Symbol.asyncIterator]();
  const next = async (): Promise<EvaluatedCase> => {
    const { done, value } = await ours.next();
    return done ? { name: "", steps: [] } : (JSON.parse(value) as EvaluatedCase);
  };
  let evaluated = await next();
  const differences: Difference[] = [];
  let [cases, syncs] = [0, 0];
  const recorded = pipeline(createReadStream(file), createGunzip(), () => undefined);
  for await (const line of linesOf(recorded)) {
    const wanted = JSON.parse(line) as RecordedCase;
    // `evaluate` reports an invalid case and does not print it.
    const isPrinted = evaluated.name === wanted.name;
    differences.push(...differencesOf(wanted, isPrinted ? evaluated.steps : []));
    if (isPrinted) evaluated = await next();
    cases += 1;
    syncs += wanted.steps.length;
  }
  const different = new Set(differences.map(({ at }) => at.slice(0, at.lastIndexOf("."))));
  console.log(`${file}: ${cases} cases, ${syncs} syncs, ${different.size} decided differently`);
  show(differences);
  return different.size === 0 && cases > 0;
}

const linesOf = (input: NodeJS.ReadableStream): Interface =>
  createInterface({ input, crlfDelay: Infinity });

/** The kinds of differences, the most common first. */
function show(differences: readonly Difference[]): void {
  const kinds = new Map<string, Difference[]>();
  for (const difference of differences) {
    const kind = kindOf(difference);
    const alike = kinds.get(kind);
    if (alike) alike.push(difference);
    else kinds.set(kind, [difference]);
  }
  const byFrequency = [...kinds].sort(([, a], [, b]) => b.length - a.length);
  for (const [kind, all] of byFrequency) {
    console.log(`\n${all.length} times  ${kind}`);
    for (const { at, wanted, ours } of all.slice(0, EXAMPLES)) {
      console.log(
        `  ${at}\n    wanted ${JSON.stringify(wanted)}\n    ours   ${JSON.stringify(ours)}`,
      );
    }
  }
}

/** Differing conditions are described; for counts and metrics, only the field is named. */
function kindOf({ field, wanted, ours }: Difference): string {
  if (field !== "conditions") return field;
  const [theirs, own] = [wanted, ours ?? {}] as Record<string, string>[];
  const types = new Set([...Object.keys(theirs ?? {}), ...Object.keys(own ?? {})]);
  return [...types]
    .filter(type => theirs?.[type] !== own?.[type])
    .map(type => `${type} ${theirs?.[type] ?? "none"}, not ${own?.[type] ?? "none"}`)
    .join("; ");
}

if (import.meta.main) {
  await command(async () => {
    for (const file of process.argv.slice(2)) {
      if (!(await compare(file))) process.exitCode = 1;
    }
  });
}
