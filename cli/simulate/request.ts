import type { Readable } from "node:stream";

import { err, ok, type Result } from "../../engine/result.ts";
import { upstreamSettings } from "../../engine/spec/settings.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { type Input, readInput } from "../validate/inputs.ts";
import { readLoad } from "./load/read-load.ts";
import { podStartIn } from "./load/recorded-pods.ts";
import { type Found, needed, simulatedObjectsIn, type SimulatedObject } from "./objects.ts";
import type { SimulateOptions } from "./options.ts";
import { withParameters } from "./proportional/manifest.ts";
import { unusableOption } from "./proportional/options.ts";
import { prepareProportional } from "./proportional/prepare.ts";
import type { ProportionalObject } from "./proportional/proportional-run.ts";
import { proportionalGrid } from "./proportional/vary.ts";
import { gridOf } from "./search/vary.ts";
import { prepare, type Prepared, type Request } from "./simulation.ts";
import type { PodStart } from "./world/pod-start.ts";

/** Reads everything that the options name. Errors: a sentence. */
export async function readRequest(
  terminal: Terminal,
  options: SimulateOptions,
): Promise<Result<Prepared, string>> {
  const inputs: Input[] = [];
  for (const file of options.filename) {
    const text = await readInput(file, terminal.stdin);
    if (!text.ok) return text;
    inputs.push({ file, text: text.value });
  }
  return preparedFor(terminal, options, inputs);
}

/** Reads what the options name besides the objects. Errors: a sentence. */
export async function preparedFor(
  terminal: Terminal,
  options: SimulateOptions,
  inputs: readonly Input[],
): Promise<Result<Prepared, string>> {
  const found = readObjects(inputs);
  if (!found.ok) return found;
  const { objects, proportional } = found.value;
  const [one, other] = [objects[0], proportional[0]];
  if (one && other) {
    return err(
      `${other.place}: ${other.name} follows the size of a cluster, and the ${one.kind} ${one.name} a load; simulate them separately`,
    );
  }
  if (other) return readProportionalRequest(terminal, options, found.value);
  if (one) return await readPodRequest(terminal, options, found.value);
  return err(`${inputs.map(({ file }) => file).join(", ")}: ConfigMaps alone: ${needed}`);
}

async function readPodRequest(
  { stdin, env }: Terminal,
  options: SimulateOptions,
  found: Found,
): Promise<Result<Prepared, string>> {
  const { notes } = found;
  const objects = withGrid(found.objects, options.grid, gridOf);
  if (!objects.ok) return objects;
  const podStart = await readPodStart(options, stdin);
  if (!podStart.ok) return podStart;
  const { price, unit, metric: factors } = options;
  const load = await readLoad(options, { stdin, env });
  if (!load.ok) return load;
  const world = worldOf(options, podStart.value);
  return prepare({ objects: objects.value, notes, load: load.value, world, factors, price, unit });
}

async function readProportionalRequest(
  { stdin, env }: Terminal,
  options: SimulateOptions,
  { proportional, configMaps, notes }: Found,
): Promise<Result<Prepared, string>> {
  const unusable = unusableOption(options);
  if (unusable !== null) return err(unusable);
  const varied = withGrid(proportional, options.grid, proportionalGrid);
  if (!varied.ok) return varied;
  const objects: ProportionalObject[] = [];
  for (const each of varied.value) {
    const object = withParameters(each, configMaps);
    if (!object.ok) return object;
    objects.push(object.value);
  }
  const load = await readLoad(options, { stdin, env });
  if (!load.ok) return load;
  const { price, metric: factors, replicas } = options;
  return prepareProportional({ objects, notes, load: load.value, factors, price, replicas });
}

/** The grid varies the last object; the others stay for comparison. */
function withGrid<Varied>(
  objects: readonly Varied[],
  grid: string | undefined,
  gridFor: (object: Varied, text: string) => Result<readonly Varied[], string>,
): Result<readonly Varied[], string> {
  const last = objects.at(-1);
  if (grid === undefined || !last) return ok(objects);
  const variations = gridFor(last, grid);
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

/** What a file has, together with that of the other files. */
function readObjects(inputs: readonly Input[]): Result<Found, string> {
  const all: Found[] = [];
  for (const { file, text } of inputs) {
    const read = simulatedObjectsIn(file, text);
    if (!read.ok) return read;
    all.push(read.value);
  }
  return ok({
    objects: withNames(all.flatMap(({ objects }) => objects)),
    proportional: withNames(all.flatMap(({ proportional }) => proportional)),
    configMaps: all.flatMap(({ configMaps }) => configMaps),
    notes: all.flatMap(({ notes }) => notes),
  });
}

type Named = Pick<SimulatedObject, "name" | "kind" | "place">;

const withNames = <Kind extends Named>(found: readonly Kind[]): Kind[] =>
  found.map(each => ({ ...each, name: nameAmong(found, each) }));

/** The name of an object, with what distinguishes it from others of that name. */
function nameAmong(all: readonly Named[], each: Named): string {
  const { kind, name } = each;
  const same = all.filter(other => other.name === name);
  if (same.length < 2) return name;
  const kinds = new Set(same.map(other => other.kind));
  if (kinds.size === same.length) return `${kind} ${name}`;
  const file = fileOf(each);
  const inFile = same.filter(other => fileOf(other) === file).indexOf(each);
  return `${name} (${file})${inFile > 0 ? ` ${inFile + 1}` : ""}`;
}

/** A place is a file and a line. */
const fileOf = ({ place }: Named): string => place.replace(/:\d+$/, "");
