import * as structure from "../../crds/generated/cluster-proportional-autoscaler.validator.js";
import { rules } from "../../crds/generated/cluster-proportional-autoscaler.rules.js";
import type { FieldError } from "../model/values/result.ts";
import type { FieldReader, Parts } from "../schema/field-reader.ts";
import { type ObjectRules, validateSpec } from "./validate-object.ts";

/**
 * Codes: the codes of `conform` and of the CRD's rules.
 * Warnings: MaxExceeded, LadderDescends, FlagUnused, TaintOfCondition, BehaviorUnused.
 */
export const validateClusterProportionalAutoscaler = (spec: unknown): FieldError[] =>
  validateSpec(proportionalRules, spec);

export const proportionalRules: ObjectRules = { structure, rules, checkSpec };

function* checkSpec(spec: FieldReader): Parts {
  const algorithm = spec.has("algorithm") ? spec.text("algorithm") : "Trimtab-1";
  adviseParameters(spec, algorithm);
  const configMapRef = spec.object("configMapRef");
  const fallback = configMapRef?.object("default");
  if (fallback) adviseParameters(fallback, algorithm);
  const nodes = spec.object("nodes");
  const isFlagUnused = configMapRef !== undefined && !configMapRef.has("default");
  if (nodes !== undefined) adviseNodes(nodes, isFlagUnused);
  warnOfUnusedBehavior(spec, algorithm);
}

/** Upstream has no such rules, so its profile ignores them. */
function warnOfUnusedBehavior(spec: FieldReader, algorithm: string | undefined): void {
  if (algorithm !== "CPA-1.10" || spec.isEmpty("behavior")) return;
  spec.warn("behavior", {
    code: "BehaviorUnused",
    message: "has no influence, because CPA-1.10 scales at once, as upstream does",
    remedy: "write algorithm: Trimtab-1, or remove it",
  });
}

/** Warns of the parameters of a spec, or of the default for a ConfigMap. */
function adviseParameters(parent: FieldReader, algorithm: string | undefined): void {
  const linear = parent.object("linear");
  if (linear && algorithm === "CPA-1.10") warnOfPrevention(linear);
  const ladder = parent.object("ladder");
  if (ladder) adviseLadder(ladder);
}

/** Upstream applies the prevention after the cap, so a maximum of 1 gives 2 replicas. */
function warnOfPrevention(linear: FieldReader): void {
  if (linear.raw("preventSinglePointFailure") !== true || linear.number("maxReplicas") !== 1)
    return;
  linear.warn("maxReplicas", {
    code: "MaxExceeded",
    message: "with preventSinglePointFailure, 2 replicas run although maxReplicas is 1",
    remedy: "write maxReplicas: 2 or more, or preventSinglePointFailure: false",
  });
}

const ladders = {
  coresToReplicas: "cores",
  nodesToReplicas: "nodes",
  podsToReplicas: "pods",
  namespacesToReplicas: "namespaces",
} as const;

function adviseLadder(ladder: FieldReader): void {
  for (const [key, unit] of Object.entries(ladders)) {
    warnOfDescent(stepsOf(ladder.objects(key), unit), unit);
  }
  for (const each of ladder.objects("resourcesToReplicas")) {
    warnOfDescent(stepsOf(each.objects("steps"), "quantity"), each.text("name") ?? "");
  }
}

interface Step {
  readonly entry: FieldReader;
  /** In thousandths. */
  readonly size: bigint;
  /** The size as the user wrote it. */
  readonly written: string;
  readonly replicas: number | undefined;
}

const stepsOf = (entries: readonly FieldReader[], key: string): Step[] =>
  entries.flatMap(entry => {
    const size = entry.milli(key);
    if (size === undefined) return [];
    return { entry, size, written: String(entry.raw(key)), replicas: entry.number("replicas") };
  });

/** Legal and the same in upstream, but a service should rarely shrink as the cluster grows. */
function warnOfDescent(steps: readonly Step[], unit: string): void {
  let highest: Step | undefined;
  for (const step of steps.toSorted((a, b) => Number(a.size > b.size) - Number(a.size < b.size))) {
    if (step.replicas === undefined) continue;
    if (highest?.replicas !== undefined && step.replicas < highest.replicas) {
      step.entry.warn("replicas", {
        code: "LadderDescends",
        message: `${step.replicas} from ${step.written} ${unit} is fewer than ${highest.replicas} from ${highest.written}`,
        remedy: "write as many or more, unless the service shall shrink as the cluster grows",
      });
    } else highest = step;
  }
}

/** @param isFlagUnused whether a ConfigMap says which nodes count, and there is no default for it */
function adviseNodes(nodes: FieldReader, isFlagUnused: boolean): void {
  for (const taint of nodes.objects("excludeTaints")) warnOfCondition(taint);
  if (nodes.text("unschedulable") !== "Count" || !isFlagUnused) return;
  nodes.warn("unschedulable", {
    code: "FlagUnused",
    message: "has no influence, because the ConfigMap has a flag of its own",
    remedy: 'write "includeUnschedulableNodes": true into the JSON of the ConfigMap',
  });
}

/** Such nodes would stop counting without the grace period for nodes that become unready. */
function warnOfCondition(taint: FieldReader): void {
  const key = taint.text("key");
  if (!key?.startsWith("node.kubernetes.io/")) return;
  taint.warn("key", {
    code: "TaintOfCondition",
    message: `the control plane adds ${key} when a node has a problem, and the node then stops counting at once`,
    remedy: "remove the entry, so that a network partition does not shrink the target",
  });
}
