// cli/convert/takeover/: the steps that hand a live target over, as a shell script.

import { stringify } from "yaml";

import { type Fields, fieldsOf, listOf } from "../../../engine/model/values/json-values.ts";
import { valueAt } from "../../../engine/schema/structure.ts";
import { textAt } from "../../objects/read-objects.ts";
import { printable } from "../../terminal/printable.ts";
import { type Conversion, fieldText } from "../conversion.ts";
import { steps } from "./steps.ts";

type Takeover = Readonly<Record<"old" | "result", Fields>> & Pick<Conversion, "fields">;

/** A POSIX shell script: each step is one call, and the way back is one of them. */
export function takeoverScript({ old: given, result, fields }: Takeover): string {
  const old = served(given);
  const kinds = `${textAt(old, "kind")} ${textAt(old, "metadata", "name")}`;
  const lost = fields.flatMap(({ verdict, from, reason }) =>
    verdict === "lost" ? [`#   ${fieldText(from ?? [])}: ${printable(reason)}`] : [],
  );
  const namespace = textAt(result, "metadata", "namespace");
  const { stop, start } = waysOf(old);
  const dryRun = { ...result, spec: { ...(result["spec"] as Fields), mode: "DryRun" } };
  return [
    "#!/bin/sh",
    `# Hands the target of ${printable(kinds)} over to ${textAt(result, "kind")} ${printable(textAt(result, "metadata", "name"))}. Run the steps in this order:`,
    ...["try", "compare", "switch"].map(step => `#   sh takeover.sh ${step}`),
    "# `sh takeover.sh back` returns to the old autoscaler, after any step. No step changes the size.",
    ...(lost.length > 0 ? ["# The new object cannot do this:", ...lost] : []),
    "set -eu",
    "",
    `kubectl() { command "\${KUBECTL:-kubectl}" ${namespace === "" ? "" : `--namespace ${quote(namespace)} `}"$@"; }`,
    `old=${quote(referenceTo(old))}`,
    `new=${quote(referenceTo(result))}`,
    definition("old_manifest", manifestOf(old)),
    definition("new_manifest", dryRun),
    sizes(result),
    functionOf("stop_old", stop),
    functionOf("start_old", start),
    steps,
  ].join("\n");
}

/** Clusters serve autoscaling/v2 instead of v2beta2, with the same fields. */
const served = (old: Fields): Fields =>
  old["apiVersion"] === "autoscaling/v2beta2" ? { ...old, apiVersion: "autoscaling/v2" } : old;

/** `deployment.v1.apps/web`, as kubectl reads it. */
function referenceTo(object: unknown, name = textAt(object, "metadata", "name")): string {
  const [version = "", group] = textAt(object, "apiVersion").split("/").reverse();
  const kind = textAt(object, "kind").toLowerCase();
  return `${kind}${group === undefined ? "" : `.${version}.${group}`}/${name}`;
}

/** Without what the API server writes. */
function manifestOf({ apiVersion, kind, metadata, spec }: Fields): Fields {
  const { name, namespace, labels, annotations } = fieldsOf(metadata);
  const kept = Object.entries(fieldsOf(annotations)).filter(
    ([key]) => key !== "kubectl.kubernetes.io/last-applied-configuration",
  );
  const annotated = { name, namespace, labels, annotations: Object.fromEntries(kept) };
  return { apiVersion, kind, metadata: annotated, spec };
}

/** Nested text is indented, so that no line can end the document early. */
const definition = (name: string, object: Fields): string =>
  `${name}() {\n  cat <<'END_OF_MANIFEST'\n${yamlOf(object)}END_OF_MANIFEST\n}`;

const yamlOf = (object: Fields): string => stringify(object, { version: "1.1", lineWidth: 0 });

/** A line for each target: its size, and what the new object decides. */
function sizes(result: Fields): string {
  const spec = result["spec"] as Fields;
  const refs = listOf(spec["scaleTargetRefs"]);
  const pairs =
    refs.length > 0
      ? refs.map((ref, index) => ({ ref, field: `.status.targets[${index}].desiredReplicas` }))
      : [{ ref: spec["scaleTargetRef"], field: ".status.desiredReplicas" }];
  const lines = pairs.map(({ ref, field }) => {
    const target = quote(referenceTo(ref, textAt(ref, "name")));
    return `  size ${target} ${quote(`{${field}}`)}`;
  });
  return ["sizes() {", ...lines, "}"].join("\n");
}

/** One word for the shell, whatever is in it. */
const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

const functionOf = (name: string, lines: readonly string[]): string =>
  [`${name}() {`, ...lines.map(line => `  ${line}`), "}"].join("\n");

/** `stop` returns once the old object writes no size, and `start` undoes it, wherever it was interrupted. */
function waysOf(old: Fields) {
  if (old["kind"] === "ScaledObject") return ofKeda(old);
  if (old["kind"] === "Deployment") return ofDeployment(old);
  return { stop: [`kubectl delete "$old" --wait=true`], start: [create] };
}

const create = "old_manifest | kubectl apply --filename=-";
const paused = "autoscaling.keda.sh/paused";

/** A pause deletes the HPA and keeps the size. After it, the deletion finds nothing that could still scale. */
function ofKeda(old: Fields) {
  const patch = {
    metadata: { annotations: { [paused]: "true" } },
    spec: { advanced: { restoreToOriginalReplicaCount: false } },
  };
  const wasPaused = valueAt(old["metadata"], ["annotations", paused]) !== undefined;
  return {
    stop: [
      `hpa=$(kubectl get "$old" --output='jsonpath={.status.hpaName}') || return 1`,
      "# KEDA could restore the first size when its object is deleted.",
      `kubectl patch "$old" --type=merge --patch ${quote(JSON.stringify(patch))} || return 1`,
      `test -z "$hpa" || retry is_gone "horizontalpodautoscaler.v2.autoscaling/$hpa" || return 1`,
      `kubectl delete "$old" --wait=true`,
    ],
    start: [
      create,
      // An annotation of a patch is not one that `apply` removes.
      ...(wasPaused ? [] : [`kubectl annotate "$old" ${paused}-`]),
    ],
  };
}

/** The Deployment stays, at 0, with its ConfigMap and its rights. */
function ofDeployment(old: Fields) {
  const labels = valueAt(old["spec"], ["selector", "matchLabels"]);
  const selector = Object.entries(fieldsOf(labels))
    .map(([key, value]) => `${key}=${String(value)}`)
    .join(",");
  const replicas = /^[1-9]\d*$/.exec(String(valueAt(old["spec"], ["replicas"])))?.[0] ?? "1";
  const pods = selector === "" ? [] : [`retry is_gone pods --selector=${quote(selector)}`];
  return {
    stop: [`kubectl scale "$old" --replicas=0 || return 1`, ...pods],
    start: [create, `kubectl scale "$old" --replicas=${replicas}`],
  };
}
