import { readFileSync } from "node:fs";

import { err, ok, type Result } from "../../engine/result.ts";
import { upstreamSettings } from "../../engine/spec/settings.ts";
import { complaint, printableJson } from "../terminal/printable.ts";
import { ExitCode, type Terminal } from "../terminal/terminal.ts";
import { readLoad } from "./load/read-load.ts";
import { objectsIn, type SimulatedObject } from "./objects.ts";
import { simulationTable } from "./output/table.ts";
import type { Simulation } from "./result.ts";
import { prepare, type Request, runJob, simulationOf } from "./simulation.ts";
import type { NodeSettings } from "./world/nodes.ts";
import type { PodStart } from "./world/pod-start.ts";

export interface SimulateOptions {
  readonly filename: readonly string[];
  readonly load: string;
  readonly unit?: string;
  readonly podCapacity?: number;
  readonly metric: ReadonlyMap<string, number>;
  readonly podStart: PodStart;
  readonly nodes?: NodeSettings;
  readonly metricDelay: number;
  readonly metricWindow: number;
  readonly syncPhase?: number;
  readonly replicas?: number;
  readonly tolerance: number;
  readonly downscaleStabilization: number;
  readonly seed: number;
  readonly price?: number;
  readonly output: "table" | "json";
}

/** Reads, simulates and prints. Returns the exit code. */
export async function runSimulate(terminal: Terminal, options: SimulateOptions): Promise<number> {
  const request = await requestOf(terminal, options);
  const prepared = request.ok ? prepare(request.value) : request;
  if (!prepared.ok) {
    terminal.stderr.write(complaint(prepared.error));
    return ExitCode.Usage;
  }
  const { jobs } = prepared.value;
  const { load } = prepared.value.request;
  const simulation = simulationOf(
    prepared.value,
    jobs.map(job => runJob(job, load)),
  );
  terminal.stdout.write(textOf[options.output](simulation));
  return ExitCode.Ok;
}

const textOf: Readonly<Record<SimulateOptions["output"], (simulation: Simulation) => string>> = {
  table: simulationTable,
  json: simulation => `${printableJson(simulation)}\n`,
};

async function requestOf(
  { stdin }: Terminal,
  options: SimulateOptions,
): Promise<Result<Request, string>> {
  const found = readObjects(options.filename);
  if (!found.ok) return found;
  const { seed, price, unit, metric: factors } = options;
  const load = await readLoad(options.load, { stdin, seed });
  if (!load.ok) return load;
  const { objects, notes } = found.value;
  return ok({ objects, notes, load: load.value, world: worldOf(options), factors, price, unit });
}

const worldOf = (options: SimulateOptions): Request["world"] => ({
  podCapacity: options.podCapacity,
  podStart: options.podStart,
  nodes: options.nodes,
  metricDelayMs: options.metricDelay,
  metricWindowMs: options.metricWindow,
  syncPhaseMs: options.syncPhase,
  initialReplicas: options.replicas,
  seed: options.seed,
  settings: {
    ...upstreamSettings,
    tolerance: options.tolerance,
    downscaleStabilizationSeconds: options.downscaleStabilization / 1000,
    scaleToZero: true,
  },
});

interface Found {
  readonly objects: readonly SimulatedObject[];
  readonly notes: readonly string[];
}

function readObjects(files: readonly string[]): Result<Found, string> {
  const found: (SimulatedObject & { readonly file: string })[] = [];
  const notes: string[] = [];
  for (const file of files) {
    const read = readFile(file);
    if (!read.ok) return read;
    const inFile = objectsIn(file, read.value);
    if (!inFile.ok) return inFile;
    found.push(...inFile.value.objects.map(object => ({ ...object, file })));
    notes.push(...inFile.value.notes);
  }
  return ok({
    objects: found.map(({ file, ...object }) => ({
      ...object,
      name: nameIn(found, { ...object, file }),
    })),
    notes,
  });
}

/** The name of an object, and what distinguishes it from others of that name. */
function nameIn(
  all: readonly (SimulatedObject & { readonly file: string })[],
  { name, file, kind }: SimulatedObject & { readonly file: string },
): string {
  const same = all.filter(other => other.name === name);
  if (same.length < 2) return name;
  const inFile = same.filter(other => other.file === file);
  return inFile.length < 2 ? `${name} (${file})` : `${name} (${file}, ${kind})`;
}

function readFile(file: string): Result<string, string> {
  try {
    return ok(readFileSync(file, "utf8"));
  } catch (error) {
    return err(`cannot read ${file}: ${error instanceof Error ? error.message : String(error)}`);
  }
}
