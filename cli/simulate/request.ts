import { upstreamSettings } from "../../engine/model/spec/settings.ts";
import { err, ok, type Result } from "../../engine/model/values/result.ts";
import { valueAt } from "../../engine/schema/structure.ts";
import { itemsOf, withoutQuote } from "../objects/read-objects.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { type Input, readInput } from "../validate/inputs.ts";
import { allOrError } from "./all-or-error.ts";
import { readLoad } from "./load/read-load.ts";
import { type Found, needed, simulatedObjectsIn, type SimulatedObject } from "./objects.ts";
import type { SimulateOptions } from "./options.ts";
import { prepare, type Prepared, prepareProportional, type Request } from "./prepare.ts";
import { withParameters } from "./proportional/manifest.ts";
import { gridOf, proportionalGrid } from "./search/grid.ts";
import type { PodStart } from "./world/pod-start.ts";

/** Reads everything that the options name. Errors: a sentence. */
export async function readRequest(terminal: Terminal, options: SimulateOptions) {
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

async function readPodRequest(terminal: Terminal, options: SimulateOptions, found: Found) {
  const { notes, manifests } = found;
  const objects = withGrid(found.objects, options.grid, gridOf);
  if (!objects.ok) return objects;
  const podStart = await readPodStart(options, terminal);
  if (!podStart.ok) return podStart;
  const { price, unit, metric: factors } = options;
  const load = await readLoad(options, terminal);
  if (!load.ok) return load;
  const world = worldOf(options, podStart.value);
  const given = { notes, manifests, factors, price, unit };
  return prepare({ ...given, objects: objects.value, load: load.value, world });
}

const counts = "a ClusterProportionalAutoscaler counts the cluster, so leave it out";

/** Options about what a ClusterProportionalAutoscaler does not look at, and why. */
const forPods = [
  ["podCapacity", `--pod-capacity: says how pods share a load; ${counts}`],
  ["pods", `--pods: says when pods are ready; ${counts}`],
  ["nodes", `--nodes: says where pods find room; ${counts}, and give its nodes as the load`],
  ["syncPhase", `--sync-phase: a ClusterProportionalAutoscaler has no period; leave it out`],
  [
    "equalCost",
    "--equal-cost: changes the targets of metrics, and a ClusterProportionalAutoscaler has none; vary it with --grid nodesPerReplica=8,16",
  ],
] as const satisfies readonly (readonly [keyof SimulateOptions, string])[];

async function readProportionalRequest(
  terminal: Terminal,
  options: SimulateOptions,
  { proportional, configMaps, notes, manifests }: Found,
): Promise<Result<Prepared, string>> {
  const unusable = forPods.find(([option]) => options[option] !== undefined);
  if (unusable) return err(unusable[1]);
  const varied = withGrid(proportional, options.grid, proportionalGrid);
  if (!varied.ok) return varied;
  const objects = allOrError(varied.value.map(each => withParameters(each, configMaps)));
  if (!objects.ok) return objects;
  const load = await readLoad(options, terminal);
  if (!load.ok) return load;
  const { price, metric: factors, replicas } = options;
  const given = { notes, manifests, factors, price, replicas };
  return prepareProportional({ ...given, objects: objects.value, load: load.value });
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

async function readPodStart({ pods, podStart }: SimulateOptions, { stdin }: Terminal) {
  if (pods === undefined) return ok(podStart);
  const text = await readInput(pods, stdin);
  return text.ok ? podStartIn(pods, text.value) : text;
}

/** Fewer pods say nothing about a distribution. */
const leastPods = 10;
/** Later, a pod is ready again rather than for the first time. */
const longestMs = 3_600_000;

/**
 * The time from creation to ready of recorded pods, as `kubectl get pods -o json` prints them. Pods with
 * restarts do not count: their latest transition is not the first.
 *
 * Errors  a sentence.
 */
function podStartIn(source: string, text: string): Result<PodStart, string> {
  let raw: unknown;
  try {
    raw = JSON.parse(text);
  } catch (error) {
    return err(`${source}: not JSON: ${withoutQuote(error)}`);
  }
  const ms = (itemsOf(raw) ?? [raw]).flatMap(pod => startOf(pod) ?? []);
  if (ms.length >= leastPods) return ok({ type: "Recorded", ms, source });
  return err(
    `${source}: only ${ms.length} of its pods tell when they became ready, and ${leastPods} are needed; write --pod-start 60s or the like`,
  );
}

interface RawStatus {
  readonly conditions?: readonly { type?: string; status?: string; lastTransitionTime?: string }[];
  readonly containerStatuses?: readonly { restartCount?: number }[];
}

function startOf(pod: unknown): number | null {
  const { conditions = [], containerStatuses = [] } = (valueAt(pod, ["status"]) ?? {}) as RawStatus;
  if (containerStatuses.some(({ restartCount = 0 }) => restartCount > 0)) return null;
  const ready = conditions.find(({ type, status }) => type === "Ready" && status === "True");
  const created = valueAt(pod, ["metadata", "creationTimestamp"]);
  const duration = Date.parse(ready?.lastTransitionTime ?? "") - Date.parse(String(created));
  return duration >= 0 && duration <= longestMs ? duration : null;
}

const worldOf = (options: SimulateOptions, podStart: PodStart): Request["world"] => ({
  podCapacity: options.podCapacity,
  podStart,
  nodes: options.nodes,
  metricIntervalMs: options.metricInterval,
  metricDelayMs: options.metricDelay,
  metricWindowMs: options.metricWindow,
  saturates: options.saturate,
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
  const read = allOrError(inputs.map(({ file, text }) => simulatedObjectsIn(file, text)));
  if (!read.ok) return read;
  const all = read.value;
  return ok({
    objects: withNames(all.flatMap(({ objects }) => objects)),
    proportional: withNames(all.flatMap(({ proportional }) => proportional)),
    configMaps: all.flatMap(({ configMaps }) => configMaps),
    notes: all.flatMap(({ notes }) => notes),
    manifests: all.flatMap(({ manifests }) => manifests),
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
