import { err, ok } from "../../engine/model/values/result.ts";
import { mostReasons } from "../report/model/compact.ts";
import { complain, ExitCode, type Output, type Terminal } from "../terminal/terminal.ts";
import { spanText } from "../terminal/times.ts";
import { allOrError } from "./all-or-error.ts";
import { failuresOf, readCheck } from "./measures/checks.ts";
import type { SimulateOptions } from "./options.ts";
import { JsonOutput } from "./output/json-output.ts";
import { mostExplained, simulationTable } from "./output/table.ts";
import { writeProblem, writeReport } from "./output/whole-file.ts";
import { readRequest } from "./request.ts";
import type { Candidate, Kept, Simulation, Summary } from "./result.ts";
import { candidatesOf } from "./search/runner.ts";
import type { Prepared } from "./prepare.ts";

/** Reads, simulates and prints. Returns the exit code. */
export async function runSimulate(terminal: Terminal, options: SimulateOptions): Promise<number> {
  const asked = await read(terminal, options);
  if (!asked.ok) return complain(terminal, ExitCode.Usage, asked.error);
  const { prepared, checks } = asked.value;
  const { setting } = prepared;
  const { summaries, drawn } = await simulate(terminal, prepared, options);
  if (options.output === "table") {
    terminal.stdout.write(simulationTable(setting, summaries));
  }
  const problem = await writePage({ ...setting, candidates: drawn }, options.report);
  if (problem !== null) return complain(terminal, ExitCode.Usage, problem);
  const failures = checks.flatMap(check => failuresOf(check, summaries));
  return complain(terminal, failures.length > 0 ? ExitCode.Failed : ExitCode.Ok, ...failures);
}

/** Without the lists, which are large. */
const summaryOf = (candidate: Candidate, explained: number): Summary => ({
  ...{ ...candidate, changes: [], ready: [], bounds: [] },
  ...(explained > 0 ? { explained: candidate.changes.slice(0, explained) } : {}),
});

/** With the decisions of so many of the first changes. */
const withDecisions = (candidate: Candidate, most: number): Candidate => ({
  ...candidate,
  changes: candidate.changes.map(({ decision, ...change }, at) =>
    decision && at < most ? { ...change, decision } : change,
  ),
});

/** Prints JSON as the candidates arrive, and keeps what the table and the report show of them. */
async function simulate(terminal: Terminal, prepared: Prepared, options: SimulateOptions) {
  const { setting } = prepared;
  const { report, output, decisions = false, equalCost: isEqualCost = false } = options;
  const json = output === "json" ? new JsonOutput(terminal.stdout, setting) : null;
  const drawn: Candidate[] = [];
  const explained = explainedIn(prepared, options);
  const reasons = report === undefined ? 0 : Math.floor(mostReasons / prepared.jobs.length);
  const kept: Kept = {
    sizes: json !== null || report !== undefined,
    decisions: decisions ? Infinity : Math.max(reasons, explained),
  };
  const summaries: Summary[] = [];
  const progress = new Progress(terminal.stderr);
  const onDone = progress.show.bind(progress);
  try {
    for await (const candidate of candidatesOf(prepared, { isEqualCost, kept, onDone })) {
      summaries.push(summaryOf(candidate, explained));
      if (report !== undefined) drawn.push(withDecisions(candidate, reasons));
      await json?.add(withDecisions(candidate, decisions ? Infinity : 0));
    }
    await json?.end();
  } finally {
    progress.end();
  }
  return { summaries, drawn };
}

const barWidth = 24;
const clearLine = "\r\u001b[K";

/** A bar with the remaining time on a terminal, and nothing elsewhere. */
export class Progress {
  readonly #output: Output;
  readonly #started = performance.now();

  constructor(output: Output) {
    this.#output = output;
  }

  show(done: number, total: number): void {
    if (!this.#output.isTTY || total < 2) return;
    const filled = Math.round((done / total) * barWidth);
    const bar = `${"#".repeat(filled)}${".".repeat(barWidth - filled)}`;
    const left = ((performance.now() - this.#started) / done) * (total - done);
    const remaining = done === total ? "" : `, ${spanText(left)} remain`;
    this.#output.write(`${clearLine}[${bar}] ${done} of ${total} simulated${remaining}`);
  }

  end(): void {
    if (this.#output.isTTY) this.#output.write(clearLine);
  }
}

/** How many changes of each object the table lists: nodes say little about why a size changes. */
const explainedIn = ({ setting }: Prepared, { output }: SimulateOptions): number =>
  output === "table" && setting.world === null ? mostExplained : 0;

/** Returns a sentence if the path cannot be written. */
async function writePage(simulation: Simulation, path?: string): Promise<string | null> {
  if (path === undefined) return null;
  const { reportPage } = await import("../report/page.ts");
  return writeReport(path, reportPage(simulation));
}

/** Everything that can be wrong with the input, before the work begins. */
async function read(terminal: Terminal, options: SimulateOptions) {
  const checks = allOrError(options.check.map(readCheck));
  if (!checks.ok) return checks;
  if (options.decisions && options.output !== "json") {
    return err("--decisions prints votes and steps as JSON; write -o json, too");
  }
  const unwritable = options.report === undefined ? null : writeProblem(options.report);
  if (unwritable !== null) return err(unwritable);
  const prepared = await readRequest(terminal, options);
  return prepared.ok ? ok({ prepared: prepared.value, checks: checks.value }) : prepared;
}
