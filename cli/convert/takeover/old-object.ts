import { type Fields, isFields } from "../../../engine/validate/field-reader.ts";
import { valueAt } from "../../../engine/validate/structure.ts";
import { quote } from "./quote.ts";

/**
 * Two functions of the script: `stop_old` returns once the old object writes no size, and `start_old` undoes it,
 * wherever it was interrupted.
 */
export function switchOf(old: Fields): string {
  const { stop, start } = waysOf(old);
  return [functionOf("stop_old", stop), functionOf("start_old", start)].join("\n");
}

interface Ways {
  readonly stop: readonly string[];
  readonly start: readonly string[];
}

const functionOf = (name: string, lines: readonly string[]): string =>
  [`${name}() {`, ...lines.map(line => `  ${line}`), "}"].join("\n");

function waysOf(old: Fields): Ways {
  if (old["kind"] === "ScaledObject") return ofKeda(old);
  if (old["kind"] === "Deployment") return ofDeployment(old);
  return { stop: [`kubectl delete "$old" --wait=true`], start: [create] };
}

const create = "old_manifest | kubectl apply --filename=-";
const paused = "autoscaling.keda.sh/paused";

/** A pause deletes the HPA and keeps the size. After it, the deletion finds nothing that could still scale. */
function ofKeda(old: Fields): Ways {
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
      `test -z "$hpa" || gone "horizontalpodautoscaler.v2.autoscaling/$hpa" || return 1`,
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
function ofDeployment(old: Fields): Ways {
  const labels = valueAt(old["spec"], ["selector", "matchLabels"]);
  const selector = Object.entries(isFields(labels) ? labels : {})
    .map(([key, value]) => `${key}=${String(value)}`)
    .join(",");
  const replicas = /^[1-9]\d*$/.exec(String(valueAt(old["spec"], ["replicas"])))?.[0] ?? "1";
  const pods = selector === "" ? [] : [`gone pods --selector=${quote(selector)}`];
  return {
    stop: [`kubectl scale "$old" --replicas=0 || return 1`, ...pods],
    start: [create, `kubectl scale "$old" --replicas=${replicas}`],
  };
}
