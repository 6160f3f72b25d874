import type { Readable } from "node:stream";

import { ok, type Result } from "../../engine/result.ts";
import { upstreamSettings } from "../../engine/spec/settings.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { type Input, readInput } from "../validate/inputs.ts";
import { readLoad } from "./load/read-load.ts";
import { podStartIn } from "./load/recorded-pods.ts";
import { simulatedObjectsIn, type SimulatedObject } from "./objects.ts";
import type { SimulateOptions } from "./options.ts";
import { gridOf } from "./search/grid.ts";
import type { Request } from "./simulation.ts";
import type { PodStart } from "./world/pod-start.ts";

/** Reads everything that the options name. Errors: a sentence. */
export async function readRequest(
  terminal: Terminal,
  options: SimulateOptions,
): Promise<Result<Request, string>> {
  const inputs: Input[] = [];
  for (const file of options.filename) {
    const text = await readInput(file, terminal.stdin);
    if (!text.ok) return text;
    inputs.push({ file, text: text.value });
  }
  return requestFor(terminal, options, inputs);
}

/** Reads what the options name besides the objects. Errors: a sentence. */
export async function requestFor(
  { stdin, env }: Terminal,
  options: SimulateOptions,
  inputs: readonly Input[],
): Promise<Result<Request, string>> {
  const found = readObjects(inputs);
  if (!found.ok) return found;
  const { notes } = found.value;
  const objects = withGrid(found.value.objects, options.grid);
  if (!objects.ok) return objects;
  const podStart = await readPodStart(options, stdin);
  if (!podStart.ok) return podStart;
  const { price, unit, metric: factors } = options;
  const load = await readLoad(options, { stdin, env });
  if (!load.ok) return load;
  const world = worldOf(options, podStart.value);
  return ok({ objects: objects.value, notes, load: load.value, world, factors, price, unit });
}

/** The grid varies the last object; the others stay for comparison. */
function withGrid(
  objects: readonly SimulatedObject[],
  grid: string | undefined,
): Result<readonly SimulatedObject[], string> {
  const last = objects.at(-1);
  if (grid === undefined || !last) return ok(objects);
  const variations = gridOf(last, grid);
  return variations.ok ? ok([...objects, ...variations.value]) : variations;
}

async function readPodStart(
  { pods, podStart }: SimulateOptions,
  stdin: Readable,
): Promise<Result<PodStart, string>> {
  if (pods === undefined) return ok(podStart);
  const text = await readInput(pods, stdin);
  return text.ok ? podStartIn(pods, text.value) : text;
}

const worldOf = (options: SimulateOptions, podStart: PodStart): Request["world"] => ({
  podCapacity: options.podCapacity,
  podStart,
  nodes: options.nodes,
  metricIntervalMs: options.metricInterval,
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

interface InFile {
  readonly object: SimulatedObject;
  readonly file: string;
}

function readObjects(inputs: readonly Input[]): Result<Pick<Request, "objects" | "notes">, string> {
  const found: InFile[] = [];
  const notes: string[] = [];
  for (const { file, text } of inputs) {
    const read = simulatedObjectsIn(file, text);
    if (!read.ok) return read;
    found.push(...read.value.objects.map(object => ({ object, file })));
    notes.push(...read.value.notes);
  }
  const objects = found.map(each => ({ ...each.object, name: nameAmong(found, each) }));
  return ok({ objects, notes });
}

/** The name of an object, with what distinguishes it from others of that name. */
function nameAmong(all: readonly InFile[], each: InFile): string {
  const { object, file } = each;
  const same = all.filter(other => other.object.name === object.name);
  if (same.length < 2) return object.name;
  const kinds = new Set(same.map(other => other.object.kind));
  if (kinds.size === same.length) return `${object.kind} ${object.name}`;
  const inFile = same.filter(other => other.file === file).indexOf(each);
  return `${object.name} (${file})${inFile > 0 ? ` ${inFile + 1}` : ""}`;
}
