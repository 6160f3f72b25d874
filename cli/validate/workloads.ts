import {
  type PodRequests,
  podRequests,
  type RawPodSpec,
} from "../../engine/model/observation/pod-requests.ts";
import { type Fields, fieldsOf, isFields, listOf } from "../../engine/model/values/json-values.ts";
import { valueAt } from "../../engine/schema/structure.ts";
import { workloadKinds } from "../objects/workload-kinds.ts";
import { isWhole, kindKey, referenceOf, targetKey } from "./claims.ts";
import type { Identity, Place } from "./findings.ts";
import { groupOf } from "../../kube/watch/object.ts";

/** What a file says of a workload, besides the object that scales it. */
export interface WorkloadFact {
  readonly object: Identity;
  readonly place: Place;
  /** As a claim has it. */
  readonly target: string;
  /** Where a manifest sets the size; null: it sets none. */
  readonly replicasAt: Place | null;
  /** Of a pod template; null: there is none. */
  readonly requests: PodRequests | null;
  /** Of a VerticalPodAutoscaler: the resources whose requests it changes. */
  readonly resized: readonly string[];
}

/** An object, and where its fields are. */
export interface Found {
  readonly object: Identity;
  readonly at: (path: string) => Place;
}

const workloadKeys: ReadonlySet<string> = new Set(
  workloadKinds.map(({ apiVersion, kind }) => `${groupOf(apiVersion)}/${kind}`),
);

/** null: the object is neither a workload nor a VerticalPodAutoscaler. */
export function workloadFactOf(raw: unknown, { object, at }: Found): WorkloadFact | null {
  const key = kindKey(raw);
  if (key === "autoscaling.k8s.io/VerticalPodAutoscaler") {
    const reference = referenceOf(valueAt(raw, ["spec", "targetRef"]), "spec.targetRef");
    const fact = { object, place: at("spec.targetRef"), replicasAt: null, requests: null };
    return isWhole(reference)
      ? { ...fact, target: targetKey(reference), resized: resizedBy(valueAt(raw, ["spec"])) }
      : null;
  }
  if (!workloadKeys.has(key)) return null;
  // What the API server has stored has a size in any case.
  const isStored = valueAt(raw, ["metadata", "uid"]) !== undefined;
  const replicas = valueAt(raw, ["spec", "replicas"]);
  const template = valueAt(raw, ["spec", "template", "spec"]);
  return {
    ...{ object, place: at("metadata.name"), target: `${key}/${object.name}`, resized: [] },
    replicasAt: isStored || typeof replicas !== "number" ? null : at("spec.replicas"),
    requests: isFields(template) ? podRequests(withDefaultRequests(template)) : null,
  };
}

/** As the API server stores it: without a request, the limit is the request. */
function withDefaultRequests(template: Fields): RawPodSpec {
  const withLimits = (raw: unknown): unknown => {
    const [limits, requests] = ["limits", "requests"].map(key => valueAt(raw, ["resources", key]));
    const texts = Object.entries({ ...fieldsOf(limits), ...fieldsOf(requests) });
    const named = texts.map(([name, quantity]) => [name, String(quantity)] as const);
    return isFields(raw) ? { ...raw, resources: { requests: Object.fromEntries(named) } } : raw;
  };
  const each = (list: unknown): unknown => listOf(list).map(withLimits);
  const { containers, initContainers } = template;
  const ofPod = withLimits({ resources: template["resources"] }) as RawPodSpec;
  const lists = { containers: each(containers), initContainers: each(initContainers) };
  return { ...ofPod, ...lists } as RawPodSpec;
}

/** Source  autoscaler/vertical-pod-autoscaler, api/v1: updateMode, and the policies of containers. */
function resizedBy(spec: unknown): readonly string[] {
  const mode = valueAt(spec, ["updatePolicy", "updateMode"]);
  if (mode === "Off" || mode === "Initial") return [];
  const policies = listOf(valueAt(spec, ["resourcePolicy", "containerPolicies"]));
  const hasOther = policies.some(policy => valueAt(policy, ["containerName"]) === "*");
  return ["cpu", "memory"].filter(resource =>
    [...policies, ...(hasOther ? [] : [{}])].some(policy => {
      const resources = valueAt(policy, ["controlledResources"]) ?? ["cpu", "memory"];
      const isOff = valueAt(policy, ["mode"]) === "Off";
      return !isOff && Array.isArray(resources) && resources.includes(resource);
    }),
  );
}
