import { Command, CommanderError } from "commander";

import type { Decision } from "../../../engine/pipeline/decision.ts";
import { err, ok, type Result } from "../../../engine/result.ts";
import { timestamp } from "../../../engine/timestamp.ts";
import type { Fields } from "../../../engine/validate/field-reader.ts";
import { addOptions, type SimulateOptions } from "../../simulate/options.ts";
import { requestFor } from "../../simulate/request.ts";
import type { Simulation } from "../../simulate/result.ts";
import { runAll } from "../../simulate/search/runner.ts";
import { prepare, simulationOf } from "../../simulate/simulation.ts";
import type { Terminal } from "../../terminal/terminal.ts";
import { type Difference, differencesOf } from "./differences.ts";

/** An object before and after its conversion. */
export interface Pair {
  /** For messages. */
  readonly name: string;
  readonly old: Fields;
  readonly result: Fields;
}

export interface Proof {
  readonly isSame: boolean;
  readonly lines: readonly string[];
}

const simulated = new Set(["HorizontalPodAutoscaler", "Autoscaler"]);

/**
 * Simulates both objects of each pair.
 *
 * given   a load, or options of `trimtab simulate`
 * Errors  a sentence about the load or the options.
 */
export async function prove(
  terminal: Terminal,
  given: string,
  pairs: readonly Pair[],
): Promise<Result<Proof, string>> {
  const lines: string[] = [];
  let isSame = pairs.length > 0;
  for (const pair of pairs) {
    const { name, old, result } = pair;
    if (!simulated.has(String(old["kind"])) || !simulated.has(String(result["kind"]))) {
      lines.push(`${name}: not compared: only an HPA and an Autoscaler can be simulated`);
      isSame = false;
      continue;
    }
    const simulation = await simulate(terminal, given, pair);
    if (!simulation.ok) return simulation;
    const verdict = compare(name, simulation.value);
    lines.push(...verdict.lines);
    isSame &&= verdict.isSame;
  }
  return ok({ isSame, lines });
}

async function simulate(
  terminal: Terminal,
  given: string,
  { name, old, result }: Pair,
): Promise<Result<Simulation, string>> {
  const options = optionsIn(given);
  if (!options.ok) return options;
  const inputs = [old, result].map(object => ({ file: name, text: JSON.stringify(object) }));
  const request = await requestFor(terminal, options.value, inputs);
  if (!request.ok) return request;
  const prepared = prepare(request.value);
  if (!prepared.ok) return prepared;
  const tasks = prepared.value.jobs.map(job => ({ job }));
  const done = await runAll(tasks, request.value.load, () => undefined);
  return ok(simulationOf(prepared.value, done));
}

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

const mostListed = 5;

function compare(name: string, { candidates, load }: Simulation): Proof {
  const [one, other] = candidates;
  if (!one || !other) return { isSame: false, lines: [`${name}: nothing was simulated`] };
  const differences = differencesOf(one, other, load.end);
  const period = `from ${timestamp(load.start)} to ${timestamp(load.end)}`;
  if (differences.length === 0) {
    return {
      isSame: true,
      lines: [`${name}: the sizes are the same ${period}; changes: ${one.changes.length}`],
    };
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
