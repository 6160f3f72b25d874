import { compileSelector } from "../../../engine/model/selectors/label-selector.ts";
import { mustRequest, type ApiObject, type ApiTarget } from "../../cluster/api.ts";
import type { Sample, Scaler } from "./catalogue.ts";
import { labelsFor, milli, type Requests } from "./measures.ts";
import type { TargetSelector } from "../../../crds/generated/autoscaler.ts";
import type { ScaleTargetRef } from "../../../crds/generated/shared.ts";

const plurals: Readonly<Record<string, string>> = {
  Deployment: "deployments",
  StatefulSet: "statefulsets",
  ReplicaSet: "replicasets",
  ReplicationController: "replicationcontrollers",
};

/** A scaled or counted workload: from the sample's file, or created for it. */
export interface Workload extends ApiObject {
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    readonly namespace: string;
    readonly labels?: Labels;
  };
  readonly spec: WorkloadSpec;
}

interface WorkloadSpec {
  readonly replicas?: number;
  readonly selector: Labels & { readonly matchLabels?: Labels };
  readonly template: { readonly spec: { readonly containers: readonly Container[] } };
}

type Labels = Readonly<Record<string, string>>;

interface Container {
  readonly resources?: {
    readonly requests?: { readonly cpu?: string; readonly memory?: string };
  };
}

const requests = { cpu: "100m", memory: "256Mi" };

export function workloadsOf({ scalers, others }: Sample, nodeSelector: Labels): Workload[] {
  const workloads = others.filter(({ kind = "" }) => kind in plurals) as unknown as Workload[];
  for (const scaler of scalers) {
    for (const ref of refsOf(scaler)) {
      const isThere = workloads.some(
        ({ kind, metadata }) => kind === ref.kind && metadata.name === ref.name,
      );
      if (!isThere) workloads.push(workloadFor(scaler, ref, { nodeSelector }));
    }
    for (const selector of selectorsOf(scaler)) {
      if (workloads.some(workload => isSelected(workload, selector))) continue;
      const { apiVersion, kind } = selector;
      const labels = labelsFor(selector.selector);
      const made = ["blue", "green"].map(colour => `${scaler.metadata.name}-${colour}`);
      for (const name of made) {
        workloads.push(workloadFor(scaler, { apiVersion, kind, name }, { nodeSelector, labels }));
      }
    }
  }
  return workloads;
}

const refsOf = ({ spec: { scaleTargetRef, scaleTargetRefs = [] } }: Scaler): ScaleTargetRef[] => [
  ...(scaleTargetRef ? [scaleTargetRef] : []),
  ...scaleTargetRefs,
];

/** The selector of the target first. */
const selectorsOf = ({ spec: { targetSelector, monitorSelectors = [] } }: Scaler) => [
  ...(targetSelector ? [targetSelector] : []),
  ...monitorSelectors,
];

export function isSelected({ kind, metadata }: Workload, selector: TargetSelector): boolean {
  const compiled = compileSelector(selector.selector ?? {});
  if (!compiled.ok) throw new Error(compiled.error);
  return kind === selector.kind && compiled.value(metadata.labels ?? {});
}

/** As few pods as allowed, with the containers that the metrics name. */
function workloadFor(
  { metadata: { namespace }, spec }: Scaler,
  { apiVersion, kind, name }: ScaleTargetRef,
  { nodeSelector, labels: own = {} }: { readonly nodeSelector: Labels; readonly labels?: Labels },
): Workload {
  if (!(kind in plurals)) throw new Error(`the demo makes no ${kind}: put one into the sample`);
  const labels = { app: name };
  const named = (spec.metrics ?? []).flatMap(({ containerResource }) =>
    containerResource ? [containerResource.container] : [],
  );
  const containers = [...new Set(named.length > 0 ? named : ["main"])].map(container => ({
    ...{ name: container, image: "example.invalid/main:1", resources: { requests } },
  }));
  const isStateful = kind === "StatefulSet";
  return {
    ...{ apiVersion, kind, metadata: { name, namespace, labels: own } },
    spec: {
      replicas: Math.max(1, spec.minReplicas ?? 1),
      selector: kind === "ReplicationController" ? labels : { matchLabels: labels },
      ...(isStateful ? { serviceName: name, podManagementPolicy: "Parallel" } : {}),
      template: { metadata: { labels }, spec: { containers, nodeSelector } },
    } as WorkloadSpec,
  };
}

export const replicasIn = ({ spec }: Workload): number => spec.replicas ?? 1;

/** The labels of its pods. */
export const podLabelsOf = ({ spec: { selector } }: Workload): Labels =>
  selector.matchLabels ?? selector;

/** The requests of one of their pods. */
export function requestsOf(workloads: readonly Workload[]): Requests {
  const containers = workloads[0]?.spec.template.spec.containers ?? [];
  const total = (name: "cpu" | "memory"): number =>
    containers.reduce((sum, { resources }) => sum + milli(resources?.requests?.[name] ?? 0), 0);
  return { cpu: total("cpu"), memory: total("memory") };
}

export function pathOf({ apiVersion = "v1", kind, metadata: { namespace, name } }: Workload) {
  const group = apiVersion === "v1" ? "/api/v1" : `/apis/${apiVersion}`;
  return `${group}/namespaces/${namespace}/${plurals[kind] ?? ""}/${name}`;
}

/** Like `kubectl scale` by a user or a deployment tool. */
export const scaleByHand = (cluster: ApiTarget, workload: Workload, replicas: number) =>
  mustRequest(cluster, "PATCH", pathOf(workload), { spec: { replicas } });

export async function countOf(cluster: ApiTarget, workload: Workload): Promise<number> {
  const { spec } = await mustRequest(cluster, "GET", pathOf(workload));
  return (spec as WorkloadSpec).replicas ?? 0;
}
