// cli/convert/prove/: simulates an object and its conversion, and compares their sizes.

import { addOptions, type SimulateOptions } from "../../simulate/options.ts";
import { Command, CommanderError } from "commander";

import { err, ok, type Result, type EpochMs } from "../../../engine/model/values/result.ts";
import type { Fields } from "../../../engine/model/values/json-values.ts";
import type { Terminal } from "../../terminal/terminal.ts";
import { type Pair, rivalsOf, type Sized, type Sizes } from "./rivals.ts";
import type { Decision } from "../../../engine/model/decision.ts";
import { timestamp } from "../../../engine/model/values/time.ts";

/**
 * Simulates both objects of each pair.
 *
 * given    a load, or options of `trimtab simulate`
 * objects  all of the input: a ConfigMap has the parameters of a Deployment
 * Errors   a sentence about the load or the options.
 */
export async function prove(
  terminal: Terminal,
  given: string,
  { pairs, objects }: { readonly pairs: readonly Pair[]; readonly objects: readonly Fields[] },
): Promise<Result<Proof, string>> {
  const options = optionsIn(given);
  if (!options.ok) return options;
  const lines: string[] = [];
  const failures: string[] = [];
  let isSame = pairs.length > 0;
  for (const pair of pairs) {
    const rivals = rivalsOf(pair, objects);
    const isUnable = typeof rivals === "string";
    const sizes = isUnable ? err(rivals) : await rivals(terminal, options.value);
    if (!isUnable && !sizes.ok) failures.push(sizes.error);
    const verdict = sizes.ok ? verdictOn(pair.name, sizes.value) : notCompared(pair, sizes.error);
    lines.push(...verdict.lines);
    isSame &&= verdict.isSame;
  }
  // A load that fits no object is wrong itself.
  const failure = failures.length === pairs.length ? failures[0] : undefined;
  return failure === undefined ? ok({ isSame, lines }) : err(failure);
}

/** The simulation reads an object as one line of a file with its name. */
const notCompared = ({ name, place }: Pair, reason: string): Proof => ({
  isSame: false,
  lines: [`${place}: ${name}: not compared: ${reason.replace(`${name}:1: `, "")}`],
});

function optionsIn(given: string): Result<SimulateOptions, string> {
  const words = given.trim().split(/\s+/);
  const load = given.startsWith("--") ? words : ["--load", ...words];
  const command = addOptions(new Command("simulate")).exitOverride();
  command.configureOutput({ writeErr: () => undefined });
  try {
    // The objects are those of the pair, not of a file.
    command.parse(["-f", "-", ...load], { from: "user" });
    return ok(command.opts());
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    return err(error.message.replace(/^error: /, "--prove: "));
  }
}

export interface Proof {
  readonly isSame: boolean;
  readonly lines: readonly string[];
}

const mostListed = 5;
const remedy =
  "give a load that changes the size, such as --prove '--load office:days=2 --pod-capacity 50' for pods, and bounds that allow it";

function verdictOn(name: string, { old, result, start, end, factor }: Sizes): Proof {
  const differences = differencesOf(old, result, end);
  const scaled = factor === 1 ? "" : `, with ${factor} times the load`;
  const period = `from ${timestamp(start)} to ${timestamp(end)}${scaled}`;
  if (differences.length === 0 && old.changes.length === 0) {
    const problem = `nothing is proved: the size is ${old.initialReplicas} ${period}`;
    return { isSame: false, lines: [`${name}: ${problem}; ${remedy}`] };
  }
  if (differences.length === 0) {
    const lines = [`${name}: the sizes are the same ${period}; changes: ${old.changes.length}`];
    return { isSame: true, lines };
  }
  const total = differences.reduce((sum, { from, to }) => sum + to - from, 0);
  const rest = differences.length - mostListed;
  return {
    isSame: false,
    lines: [
      `${name}: the sizes differ for ${Math.round(total / 1000)} s ${period}`,
      ...differences.slice(0, mostListed).flatMap(difference => linesOf(difference)),
      ...(rest > 0 ? [`  and ${rest} more times`] : []),
    ],
  };
}

function linesOf({ from, to, sizes, decisions }: Difference): string[] {
  const [before, after] = decisions.map(reasonOf);
  return [
    `  ${timestamp(from)}, for ${Math.round((to - from) / 1000)} s: ${sizes[0]} before, ${sizes[1]} after`,
    ...[`    before: ${before ?? ""}`, `    after:  ${after ?? ""}`],
  ];
}

/** What made the size: the last stage that changed it, or the votes. */
function reasonOf(decision: Decision | null): string {
  if (decision === null) return "no change yet";
  const step = decision.steps.findLast(({ before, after }) => before !== after);
  const votes = decision.votes.map(({ source, message }) => `${source}: ${message}`);
  return step ? `${step.step}: ${step.message}` : votes.join("; ");
}

/** A time in which the two sizes are these. */
interface Difference {
  readonly from: EpochMs;
  readonly to: EpochMs;
  readonly sizes: readonly [number, number];
  /** The latest decision of each that changed its size; null: there is none yet. */
  readonly decisions: readonly [Decision | null, Decision | null];
}

/** When the sizes of the two differ, until `end`. */
export function differencesOf(one: Sized, other: Sized, end: EpochMs): Difference[] {
  const sides = [one, other].map(({ changes }, side) => changes.map(each => ({ ...each, side })));
  const changes = sides.flat().toSorted((a, b) => a.time - b.time);
  const sizes: [number, number] = [one.initialReplicas, other.initialReplicas];
  const decisions: [Decision | null, Decision | null] = [null, null];
  const differences: Difference[] = [];
  for (const [index, { time: from, side, to: size, decision = null }] of changes.entries()) {
    [sizes[side], decisions[side]] = [size, decision];
    const to = changes[index + 1]?.time ?? end;
    const isDifferent = from < to && sizes[0] !== sizes[1];
    if (isDifferent) differences.push({ from, to, sizes: [...sizes], decisions: [...decisions] });
  }
  return differences;
}
