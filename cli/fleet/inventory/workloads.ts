import {
  type Fields,
  fieldsOf,
  isFields,
  jsonIn,
} from "../../../engine/model/values/json-values.ts";
import { milliUnits } from "../../../engine/model/values/quantity.ts";
import { timeOrNull } from "../../../engine/model/values/time.ts";
import { valueAt } from "../../../engine/schema/structure.ts";
import { textAt } from "../../objects/read-objects.ts";
import type { Amounts, ObjectRef, Resources, Workload } from "../model/inventory.ts";

/** A quantity as a number of its unit: cores, bytes, pods; null: it is none. */
export function amountOf(quantity: unknown): number | null {
  if (typeof quantity === "number") return Number.isFinite(quantity) ? quantity : null;
  const milli = typeof quantity === "string" ? milliUnits(quantity) : null;
  return milli?.ok === true ? Number(milli.value) / 1000 : null;
}

/** Of a list of resources, those that matter here. */
export function amountsIn(list: unknown, prefix = ""): Amounts {
  const fields = fieldsOf(list);
  const [cpu, memory] = ["cpu", "memory"].map(name =>
    amountOf(fields[`${prefix}${name}`] ?? fields[name]),
  );
  return { ...(cpu == null ? {} : { cpu }), ...(memory == null ? {} : { memory }) };
}

export const fieldsIn = (value: unknown): Fields[] =>
  Array.isArray(value) ? value.filter(isFields) : [];

/** The labels that are texts. */
export const labelsIn = (value: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fieldsOf(value)).filter(
      (entry): entry is [string, string] => typeof entry[1] === "string",
    ),
  );

const amountsOf = (resources: unknown): Resources => ({
  requests: amountsIn(valueAt(resources, ["requests"])),
  limits: amountsIn(valueAt(resources, ["limits"])),
});

/** The sums of what at least so many containers have. */
function sumsOf(all: readonly Resources[], of: keyof Resources, least: number): Amounts {
  const sums = (["cpu", "memory"] as const).flatMap(name => {
    const known = all.flatMap(each => each[of][name] ?? []);
    return known.length < least ? [] : [[name, known.reduce((sum, each) => sum + each, 0)]];
  });
  return Object.fromEntries(sums) as Amounts;
}

/** As the API server completes its pods, with the defaults of a LimitRange: limits become requests. */
export function completed(
  { containers: written, pod }: Pick<Workload, "containers" | "pod">,
  limitRange?: Fields,
) {
  const ranges = fieldsIn(valueAt(limitRange, ["spec", "limits"]));
  const by = ranges.find(({ type }) => type === "Container");
  const [limit, request] = [by?.["default"], by?.["defaultRequest"]].map(each => amountsIn(each));
  const containers = written.map(({ name, requests, limits }) => ({
    ...{ name, limits: { ...limit, ...limits } },
    requests: { ...limit, ...request, ...requests },
  }));
  const all = Math.max(1, containers.length);
  // With limits of the pod, its containers need no requests.
  const least = Object.keys(pod.limits).length > 0 ? 1 : all;
  const requests = { ...pod.limits, ...sumsOf(containers, "requests", least), ...pod.requests };
  const limits = { ...sumsOf(containers, "limits", all), ...pod.limits };
  return { containers, pod: { requests, limits } };
}

/** All but the times of its pods. */
export function workloadOf(ref: ObjectRef, raw: Fields): Omit<Workload, "startMs"> {
  const template = ["spec", "template"];
  const pod = fieldsOf(valueAt(raw, [...template, "spec"]));
  const restartable = fieldsIn(pod["initContainers"]).filter(
    ({ restartPolicy }) => restartPolicy === "Always",
  );
  const replicas = valueAt(raw, ["spec", "replicas"]);
  return {
    ...ref,
    podLabels: labelsIn(valueAt(raw, [...template, "metadata", "labels"])),
    containers: [...fieldsIn(pod["containers"]), ...restartable].map(container => {
      const { requests, limits } = amountsOf(container["resources"]);
      // Of a limit without a request, the API server makes a request.
      return { name: textAt(container, "name"), requests: { ...limits, ...requests }, limits };
    }),
    pod: amountsOf(pod["resources"]),
    replicas: typeof replicas === "number" ? replicas : null,
    replicasManagers: replicasManagers(raw, replicas),
  };
}

const ofKubectl = "kubectl-client-side-apply";
const appliedKey = "kubectl.kubernetes.io/last-applied-configuration";
export const isArgo = (manager: string): boolean => manager.startsWith("argocd");

/** They update objects again and again; of other managers, this shows only later than the creation. */
const deployers = /^(?:helm|helm-controller|kustomize-controller|argocd.*|kubectl-client-side-apply|Terraform|pulumi.*)$/; // prettier-ignore
const creationMs = 60_000;

/**
 * An update also owns the fields that the API server defaults, such as a count of 1; an apply owns what its manifest
 * has. What `kubectl apply` sends is in an annotation.
 */
function replicasManagers(raw: Fields, replicas: unknown): string[] {
  const applied = jsonIn(textAt(raw, "metadata", "annotations", appliedKey));
  const created = timeOrNull(textAt(raw, "metadata", "creationTimestamp")) ?? Infinity;
  const entries = fieldsIn(valueAt(raw, ["metadata", "managedFields"])).map(entry => ({
    ...{ manager: textAt(entry, "manager"), isApply: entry["operation"] === "Apply" },
    owns: valueAt(entry["fieldsV1"], ["f:spec", "f:replicas"]) !== undefined,
    isOfObject: textAt(entry, "subresource") === "",
    written: timeOrNull(textAt(entry, "time")) ?? created,
  }));
  const client = entries.find(({ manager }) => isArgo(manager))?.manager ?? ofKubectl;
  const owners = entries.filter(({ owns, isOfObject, isApply, manager, written }) => {
    if (!owns || !isOfObject || isApply) return owns && isOfObject;
    if (applied !== undefined && (manager === ofKubectl || isArgo(manager))) return false;
    return replicas !== 1 && (deployers.test(manager) || written > created + creationMs);
  });
  // Who applies on the server now leaves the annotation as it was.
  const isStale = entries.some(({ manager, isApply }) => isApply && isArgo(manager));
  const isInManifest = !isStale && typeof valueAt(applied, ["spec", "replicas"]) === "number";
  const managers = owners.map(({ manager }) => manager);
  return [...new Set(isInManifest ? [...managers, client] : managers)];
}

/** A pod that took longer has more likely become unready in between. */
const longestStartMs = 3_600_000;

interface PodStart {
  /** What controls the pod; of a Deployment's ReplicaSet, the Deployment. */
  readonly owner: Pick<ObjectRef, "kind" | "namespace" | "name">;
  readonly ms: number;
}

/** From the creation of a pod until it was ready; null: it is not ready, has restarted, or nothing controls it. */
export function startOfPod(raw: Fields): PodStart | null {
  const owner = fieldsIn(valueAt(raw, ["metadata", "ownerReferences"])).find(
    ({ controller }) => controller === true,
  );
  const status = fieldsOf(raw["status"]);
  const ready = fieldsIn(status["conditions"]).find(
    each => each["type"] === "Ready" && each["status"] === "True",
  );
  const hasRestarted = fieldsIn(status["containerStatuses"]).some(
    ({ restartCount }) => restartCount !== 0,
  );
  if (!owner || !ready || hasRestarted) return null;
  const [created, since] = [textAt(raw, "metadata", "creationTimestamp"), textAt(ready, "lastTransitionTime")].map(timeOrNull); // prettier-ignore
  const ms = (since ?? NaN) - (created ?? NaN);
  if (!(ms >= 0 && ms <= longestStartMs)) return null;
  const namespace = textAt(raw, "metadata", "namespace");
  const [kind, name] = [textAt(owner, "kind"), textAt(owner, "name")];
  const suffix = `-${textAt(raw, "metadata", "labels", "pod-template-hash")}`;
  const isOfDeployment = kind === "ReplicaSet" && suffix !== "-" && name.endsWith(suffix);
  if (!isOfDeployment) return { owner: { kind, namespace, name }, ms };
  return { owner: { kind: "Deployment", namespace, name: name.slice(0, -suffix.length) }, ms };
}
