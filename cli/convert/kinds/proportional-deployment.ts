import { parametersFromConfigMap } from "../../../engine/proportional/config-map-parameters.ts";
import type { Fields } from "../../../engine/model/values/json-values.ts";
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

/** A requirement in its text form, and its operator; null: a label with its value. */
const forms: readonly [RegExp, string | null][] = [
  [/^([^\s=!()]+)\s*==?\s*([^\s=()]*)$/, null],
  [/^([^\s=!()]+)\s*!=\s*([^\s=()]*)$/, "NotIn"],
  [/^([^\s=!()]+)\s+in\s*\(([^()]*)\)$/, "In"],
  [/^([^\s=!()]+)\s+notin\s*\(([^()]*)\)$/, "NotIn"],
  [/^([^\s=!()]+)$/, "Exists"],
  [/^!\s*([^\s=!()]+)$/, "DoesNotExist"],
];

const listOf = (values: string): string[] => values.split(",").map(value => value.trim());

/** Commas in parentheses separate values. No argument of a command contains a NUL. */
const requirementsIn = (text: string): string[] =>
  text
    .split(/(\([^()]*\))/)
    .map((part, index) => (index % 2 === 0 ? part.replaceAll(",", "\0") : part))
    .join("")
    .split("\0")
    .map(each => each.trim());

/** A label selector in its text form as fields; null: it is none. */
function nodeSelectorOf(text: string): Fields | null {
  const matchLabels: Record<string, string> = {};
  const matchExpressions: Fields[] = [];
  for (const part of requirementsIn(text)) {
    const [pattern, operator] = forms.find(([form]) => form.test(part)) ?? [];
    const [, key = "", values] = pattern?.exec(part) ?? [];
    if (operator === undefined) return null;
    const listed = values === undefined ? {} : { values: listOf(values) };
    if (operator === null) matchLabels[key] = values ?? "";
    else matchExpressions.push({ key, operator, ...listed });
  }
  return {
    ...(Object.keys(matchLabels).length > 0 ? { matchLabels } : {}),
    ...(matchExpressions.length > 0 ? { matchExpressions } : {}),
  };
}

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
