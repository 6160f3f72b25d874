import { parametersFromConfigMap } from "../../../engine/proportional/config-map-parameters.ts";
import type { Fields } from "../../../engine/model/values/json-values.ts";
import type { LabelRequirement } from "../../../engine/model/selectors/label-selector.ts";
import { readRequirements } from "../../../engine/model/selectors/selector-text.ts";
import type { ProportionalParameters } from "../../../engine/model/spec/proportional-parameters.ts";
import { toInForce } from "../../../engine/proportional/parameters-in-force.ts";
import { workloadKinds } from "../../objects/workload-kinds.ts";
import type { Draft } from "../conversion.ts";
import { configMapOf, defaultData, type Flag, flagsOf, programOf } from "./proportional-flags.ts";
import { beginOurs, copyAnnotations, type SourceKind } from "./source-kind.ts";

/** The Deployment of a cluster-proportional-autoscaler: its flags, and the ConfigMap that they name. */
export const proportionalDeployment: SourceKind = {
  name: "Deployment",
  matches: object => object["kind"] === "Deployment" && programOf(object) !== null,
  convert: (object, context) => {
    const draft = beginOurs(object, "ClusterProportionalAutoscaler");
    copyAnnotations(draft);
    const flags = flagsOf(object);
    const configMap = flags.has("configmap") ? configMapOf(object, flags, context.objects) : null;
    for (const flag of flags.values()) {
      const { name, path } = flag;
      const convert = Object.hasOwn(conversions, name) ? conversions[name as Name] : undefined;
      if (convert) convert(draft, flag, configMap);
      else draft.omit(path, `--${name}: ${reasons.get(name) ?? "has no effect here"}`);
    }
    if (!flags.has("target")) draft.refuse([], "no flag --target names what to scale");
    if (!flags.has("configmap")) draft.refuse([], "no flag --configmap names the parameters");
    if (context.keepsArithmetic) draft.add(["spec", "algorithm"], "CPA-1.10", "decides as before");
    draft.omit(["spec"], "the rest of the Deployment: the operator runs instead, once for all");
    return draft.finish();
  },
};

const conversions = {
  target: (draft: Draft, { path, value }: Flag): void => {
    const refs = value.split(",").map(target => {
      const [type, name] = target.trim().toLowerCase().split("/");
      const found = workloadKinds.find(each => each.kind.toLowerCase() === type);
      return { ...(found && { apiVersion: found.apiVersion, kind: found.kind }), name };
    });
    draft.change(path, ["spec", "scaleTargetRefs"], refs, "--target");
  },
  namespace: (draft: Draft, { path, value }: Flag): void => {
    draft.change(path, ["metadata", "namespace"], value, "--namespace");
  },
  nodelabels: (draft: Draft, { path, value }: Flag): void => {
    const selector = nodeSelectorOf(value);
    if (selector) draft.change(path, ["spec", "nodes", "selector"], selector, "--nodelabels");
    else draft.lose(path, "--nodelabels: is not a label selector");
  },
  configmap: convertConfigMap,
  "default-params": (draft: Draft, flag: Flag, configMap: ConfigMap | null): void => {
    if (configMap === null) draft.omit(flag.path, "--default-params: no flag names a ConfigMap");
    else if (configMap.data === null) convertDefault(draft, flag);
    else draft.omit(flag.path, "--default-params: they are for a missing ConfigMap");
  },
};
type Name = keyof typeof conversions;

/** What `--configmap` names; null: there is no such flag. */
type ConfigMap = ReturnType<typeof configMapOf>;

const reasons: ReadonlyMap<string, string> = new Map([
  ["poll-period-seconds", "watches cause decisions, so there is no period"],
  ["max-sync-failures", "the operator does not exit after failures"],
]);

/** Of a ConfigMap in the input, the parameters move into the object; any other is read live. */
function convertConfigMap(draft: Draft, { path }: Flag, configMap: ConfigMap | null): void {
  const { name, data } = configMap ?? { name: "", data: null };
  if (data === null) {
    draft.change(path, ["spec", "configMapRef", "name"], name, "--configmap: read live");
    return;
  }
  const read = parametersFromConfigMap(data, "CPA-1.10");
  if (!read.ok) {
    const { path: field, message } = read.error;
    draft.refuse(path, `--configmap: the ConfigMap ${name} is invalid: ${field} ${message}`);
    return;
  }
  const why = `the parameters of ConfigMap ${name}, which may be deleted`;
  draft.change(path, ["spec", read.value.mode], fieldsOf(read.value), why);
  setUnschedulable(draft, read.value);
}

function convertDefault(draft: Draft, { path, value }: Flag): void {
  const data = defaultData(value);
  const read = data && parametersFromConfigMap(data, "CPA-1.10");
  if (!read?.ok) {
    const problem = read ? `${read.error.path} ${read.error.message}` : "is not JSON";
    draft.lose(path, `--default-params: ${problem}`);
    return;
  }
  const modes = { [read.value.mode]: fieldsOf(read.value) };
  draft.change(path, ["spec", "configMapRef", "default"], modes, "--default-params");
  setUnschedulable(draft, read.value);
}

/** A label selector in its text form as fields; null: it is none, or compares numbers. */
function nodeSelectorOf(text: string): Fields | null {
  const read = readRequirements(text);
  if (!read.ok || read.value.numeric.length > 0) return null;
  const equalities = read.value.requirements.filter(isEquality);
  const matchExpressions = read.value.requirements.filter(each => !isEquality(each));
  const matchLabels = Object.fromEntries(equalities.map(({ key, values }) => [key, values?.[0]]));
  return {
    ...(equalities.length > 0 ? { matchLabels } : {}),
    ...(matchExpressions.length > 0 ? { matchExpressions } : {}),
  };
}

const isEquality = ({ operator, values = [] }: LabelRequirement): boolean =>
  operator === "In" && values.length === 1;

/** Always written, because upstream's default is the opposite. */
function setUnschedulable(draft: Draft, { includeUnschedulableNodes }: ProportionalParameters) {
  const counts = includeUnschedulableNodes ? "Count" : "Ignore";
  draft.set(["spec", "nodes", "unschedulable"], counts);
}

/** The fields of linear or ladder, without those that have their default. */
function fieldsOf(parameters: ProportionalParameters): Fields {
  const { linear, ladder } = toInForce(parameters, "Default", "");
  const isDefault = (key: string, value: unknown): boolean =>
    Array.isArray(value) ? value.length === 0 : Number(value) === Number(key === "minReplicas");
  const fields = Object.entries(linear ?? ladder ?? {});
  return Object.fromEntries(fields.filter(([key, value]) => !isDefault(key, value)));
}
