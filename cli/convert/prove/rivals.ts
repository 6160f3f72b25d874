import type { SimulateOptions } from "../../simulate/options.ts";
import { type EpochMs, err, ok, type Result } from "../../../engine/model/values/result.ts";
import type { Fields } from "../../../engine/model/values/json-values.ts";
import type { ClusterProportionalAutoscalerSpec } from "../../../crds/generated/cluster-proportional-autoscaler.ts";
import { parametersFromConfigMap } from "../../../engine/proportional/config-map-parameters.ts";
import { proportionalBehavior } from "../../../engine/spec/defaults.ts";
import { valueAt } from "../../../engine/schema/structure.ts";
import { readLoad } from "../../simulate/load/read-load.ts";
import { type Prepared, prepareProportional } from "../../simulate/prepare.ts";
import type { ProportionalObject } from "../../simulate/proportional/cluster-model.ts";
import { preparedFor } from "../../simulate/request.ts";
import { type Candidate, everything } from "../../simulate/result.ts";
import { candidatesOf } from "../../simulate/search/runner.ts";
import type { Terminal } from "../../terminal/terminal.ts";
import { withParameters } from "../../simulate/proportional/manifest.ts";
import { flagsOf, configMapOf, defaultData } from "../kinds/proportional-flags.ts";
import { hpaOfKeda } from "./keda-hpa.ts";

export interface Pair {
  /** For messages. */
  readonly name: string;
  /** The file and the line. */
  readonly place: string;
  readonly old: Fields;
  readonly result: Fields;
  /** Why the API server would refuse the result; null: it would not. */
  readonly error: string | null;
}

/** A size over time. */
export type Sized = Pick<Candidate, "initialReplicas" | "changes">;

/** What both objects of a pair made of the same load. */
export interface Sizes {
  readonly old: Sized;
  readonly result: Sized;
  readonly start: EpochMs;
  readonly end: EpochMs;
  /** By which the load was multiplied. */
  readonly factor: number;
}

/** Errors: a sentence about the load or the options. */
type Simulate = (terminal: Terminal, options: SimulateOptions) => Promise<Result<Sizes, string>>;

/** How to simulate both objects of a pair; a text says why that is impossible, as the end of a sentence. */
export function rivalsOf({ name, old, result, error }: Pair, objects: readonly Fields[]) {
  if (error !== null) return `the result is invalid: ${error}`;
  switch (old["kind"]) {
    case "ScaledObject": {
      const hpa = hpaOfKeda(old);
      return typeof hpa === "string" ? hpa : underLoad(name, hpa, result);
    }
    case "Deployment":
      return underClusterSizes(upstreamOf(old, objects), convertedOf(result));
    case "WatermarkPodAutoscaler":
      return "its controller compares with two watermarks and waits after each change in ways that nothing here models";
    case "PredictiveHorizontalPodAutoscaler":
      return "its controller forecasts in ways that nothing here models";
    default:
      return underLoad(name, old, result);
  }
}

/** Pods that share a load. */
const underLoad =
  (name: string, old: Fields, result: Fields): Simulate =>
  async (terminal, options) => {
    const inputs = [old, result].map(object => ({ file: name, text: JSON.stringify(object) }));
    const prepared = await preparedFor(terminal, options, inputs);
    if (!prepared.ok) return prepared;
    const sizes = await sizesOf(prepared.value, name);
    const isFixed = options.podCapacity !== undefined || options.metric.size > 0;
    return isFixed || !sizes.ok ? sizes : movedBy(prepared.value, name, sizes.value);
  };

const factors = [1, 2, 3, 4, 5, 6].flatMap(exponent => [0.5 ** exponent, 2 ** exponent]);

/**
 * What a pod bears is only assumed. If the size never changes, the same with a load so much smaller or larger that
 * it does, or the given sizes if none does.
 */
async function movedBy(prepared: Prepared, name: string, given: Sizes) {
  const changes = ({ old, result }: Sizes): number => old.changes.length + result.changes.length;
  if (changes(given) > 0) return ok(given);
  for (const factor of factors) {
    const values = prepared.load.values.map(column => column.map(value => value * factor));
    const load = { ...prepared.load, values };
    const sizes = await sizesOf({ ...prepared, load }, name, factor);
    if (!sizes.ok || changes(sizes.value) > 0) return sizes;
  }
  return ok(given);
}

async function sizesOf(prepared: Prepared, name: string, factor = 1) {
  const candidates: Candidate[] = [];
  const caller = { isEqualCost: false, kept: everything, onDone: () => undefined };
  for await (const each of candidatesOf(prepared, caller)) candidates.push(each);
  const [old, result] = candidates;
  if (!old || !result) return err(`${name}: nothing was simulated`);
  const { times, end } = prepared.load;
  return ok({ old, result, start: times[0] ?? 0, end, factor });
}

/** The sizes of a cluster. Both begin with one replica, so that what differs is what they decide. */
function underClusterSizes(old: ProportionalObject | string, result: ProportionalObject | string) {
  if (typeof old === "string") return old;
  if (typeof result === "string") return result;
  return async (terminal: Terminal, options: SimulateOptions) => {
    const load = await readLoad(options, terminal);
    if (!load.ok) return load;
    const { metric: factors, replicas = 1 } = options;
    const objects = [old, result];
    const request = { objects, load: load.value, factors, replicas, notes: [] };
    const prepared = prepareProportional(request);
    return prepared.ok ? sizesOf(prepared.value, old.name) : prepared;
  };
}

/**
 * Upstream's controller, by its flags and its ConfigMap.
 *
 * Errors  why its parameters are unknown, as the end of a sentence.
 */
function upstreamOf(deployment: Fields, objects: readonly Fields[]): ProportionalObject | string {
  const flags = flagsOf(deployment);
  const { name: configMap, data } = configMapOf(deployment, flags, objects);
  const given = data ?? defaultData(flags.get("default-params")?.value ?? "");
  if (given === null) {
    return `its parameters are in the ConfigMap ${configMap}, which is not in the input; convert both together`;
  }
  const algorithm = "CPA-1.10";
  const read = parametersFromConfigMap(given, algorithm);
  if (!read.ok) return `${read.error.path} of its parameters ${read.error.message}`;
  return {
    ...{ name: nameOf(deployment), kind: "Deployment", algorithm, parameters: read.value },
    behavior: proportionalBehavior({}, algorithm),
  };
}

/** The result of a conversion; it names a ConfigMap only if that is not in the input. */
function convertedOf(result: Fields): ProportionalObject | string {
  const spec = result["spec"] as ClusterProportionalAutoscalerSpec;
  const manifest = { place: "the result", name: nameOf(result), namespace: undefined, spec };
  const object = withParameters(manifest, []);
  return object.ok ? object.value : object.error;
}

const nameOf = ({ metadata }: Fields): string => String(valueAt(metadata, ["name"]));
