import { err, ok, type Result } from "../../engine/result.ts";
import { complaint, printableJson } from "../terminal/printable.ts";
import { ExitCode, type Terminal } from "../terminal/terminal.ts";
import { type Check, failuresOf, readCheck } from "./measures/checks.ts";
import type { OutputFormat, SimulateOptions } from "./options.ts";
import { Progress } from "./output/progress.ts";
import { simulationTable } from "./output/table.ts";
import { writeProblem, writeWhole } from "./output/whole-file.ts";
import { readRequest } from "./request.ts";
import type { Simulation } from "./result.ts";
import { runAll } from "./search/runner.ts";
import { type Prepared, prepare, simulationOf } from "./simulation.ts";

const textOf: Readonly<Record<OutputFormat, (simulation: Simulation) => string>> = {
  table: simulationTable,
  json: simulation => `${printableJson(simulation)}\n`,
};

/** Reads, simulates and prints. Returns the exit code. */
export async function runSimulate(terminal: Terminal, options: SimulateOptions): Promise<number> {
  const asked = await read(terminal, options);
  if (!asked.ok) {
    terminal.stderr.write(complaint(asked.error));
    return ExitCode.Usage;
  }
  const { prepared, checks } = asked.value;
  const simulation = await simulate(prepared, new Progress(terminal.stderr), options.equalCost);
  const problem = await writeReport(simulation, options.report);
  terminal.stdout.write(textOf[options.output](simulation));
  if (problem !== null) {
    terminal.stderr.write(complaint(problem));
    return ExitCode.Usage;
  }
  const failures = checks.flatMap(check => failuresOf(check, simulation.candidates));
  for (const failure of failures) terminal.stderr.write(complaint(failure));
  return failures.length > 0 ? ExitCode.Failed : ExitCode.Ok;
}

/** Returns a sentence if the path cannot be written. */
async function writeReport(simulation: Simulation, path?: string): Promise<string | null> {
  if (path === undefined) return null;
  const { reportPage } = await import("../report/page.ts");
  const page = reportPage(simulation);
  try {
    await writeWhole(path, page);
    return null;
  } catch (error) {
    return `cannot write ${path}: ${error instanceof Error ? error.message : String(error)}`;
  }
}

interface Asked {
  readonly prepared: Prepared;
  readonly checks: readonly Check[];
}

/** Everything that can be wrong with the input, before the work begins. */
async function read(terminal: Terminal, options: SimulateOptions): Promise<Result<Asked, string>> {
  const checks: Check[] = [];
  for (const text of options.check) {
    const check = readCheck(text);
    if (!check.ok) return check;
    checks.push(check.value);
  }
  const unwritable = options.report === undefined ? null : writeProblem(options.report);
  if (unwritable !== null) return err(unwritable);
  const request = await readRequest(terminal, options);
  if (!request.ok) return request;
  const prepared = prepare(request.value);
  return prepared.ok ? ok({ prepared: prepared.value, checks }) : prepared;
}

/** The first candidate is the baseline: what the others may cost is known after it. */
async function simulate(
  prepared: Prepared,
  progress: Progress,
  isEqualCost = false,
): Promise<Simulation> {
  const { jobs, request } = prepared;
  const { load } = request;
  const show = (done: number, total: number): void => {
    progress.show(done, total);
  };
  try {
    if (!isEqualCost) {
      return simulationOf(
        prepared,
        await runAll(
          jobs.map(job => ({ job })),
          load,
          show,
        ),
      );
    }
    const [first, ...rest] = jobs;
    const baseline = await runAll(first ? [{ job: first }] : [], load, show);
    const cost = baseline[0]?.measures.replicaHours ?? 0;
    const others = await runAll(
      rest.map(job => ({ job, cost })),
      load,
      show,
    );
    return simulationOf(prepared, [...baseline, ...others]);
  } finally {
    progress.end();
  }
}
