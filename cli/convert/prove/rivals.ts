import { err, ok, type Result } from "../../../engine/result.ts";
import type { Fields } from "../../../engine/json-values.ts";
import type { ClusterProportionalAutoscalerSpec } from "../../../crds/generated/cluster-proportional-autoscaler.ts";
import { parametersFromConfigMap } from "../../../engine/recommend/proportional/config-map/config-map-parameters.ts";
import { proportionalBehavior } from "../../../engine/spec/defaults.ts";
import { valueAt } from "../../../engine/validate/structure.ts";
import { readLoad } from "../../simulate/load/read-load.ts";
import type { SimulateOptions } from "../../simulate/options.ts";
import { prepareProportional } from "../../simulate/proportional/prepare.ts";
import type { ProportionalObject } from "../../simulate/proportional/proportional-run.ts";
import { preparedFor } from "../../simulate/request.ts";
import { type Candidate, everything } from "../../simulate/result.ts";
import { candidatesOf } from "../../simulate/search/runner.ts";
import type { Prepared } from "../../simulate/simulation.ts";
import type { Terminal } from "../../terminal/terminal.ts";
import { withParameters } from "../../simulate/proportional/manifest.ts";
import { flagsOf } from "../kinds/proportional/command-flags.ts";
import { configMapOf, defaultData } from "../kinds/proportional/config-map.ts";
import { hpaOfKeda } from "./keda-hpa.ts";
import type { Sizes } from "./verdict.ts";

/** An object before and after its conversion. */
export interface Pair {
  /** For messages. */
  readonly name: string;
  readonly old: Fields;
  readonly result: Fields;
}

/** Errors: a sentence about the load or the options. */
type Simulate = (terminal: Terminal, options: SimulateOptions) => Promise<Result<Sizes, string>>;

/** How to simulate both objects of a pair; a text says why that is impossible, as the end of a sentence. */
export function rivalsOf(
  { name, old, result }: Pair,
  objects: readonly Fields[],
): Simulate | string {
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
      return "its controller forecasts, and limits no scale-up, in ways that nothing here models";
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
    return prepared.ok ? sizesOf(prepared.value, name) : prepared;
  };

async function sizesOf(prepared: Prepared, name: string): Promise<Result<Sizes, string>> {
  const candidates: Candidate[] = [];
  const caller = { isEqualCost: false, kept: () => everything, onDone: () => undefined };
  for await (const each of candidatesOf(prepared, caller)) candidates.push(each);
  const [old, result] = candidates;
  if (!old || !result) return err(`${name}: nothing was simulated`);
  const { times, end } = prepared.load;
  return ok({ old, result, start: times[0] ?? 0, end });
}

/** The sizes of a cluster. Both begin with one replica, so that what differs is what they decide. */
function underClusterSizes(
  old: ProportionalObject | string,
  result: ProportionalObject | string,
): Simulate | string {
  if (typeof old === "string") return old;
  if (typeof result === "string") return result;
  return async (terminal, options) => {
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
