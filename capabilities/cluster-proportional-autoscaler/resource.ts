// capabilities/cluster-proportional-autoscaler/: what is specific to this resource, wired by wiring.ts.

import type {
  ClusterProportionalAutoscalerSpec,
  ClusterProportionalAutoscalerStatus,
} from "../../crds/generated/cluster-proportional-autoscaler.ts";
import type { ScaleTargetRef } from "../../crds/generated/shared.ts";
import { decideProportional } from "../../engine/decide.ts";
import type { DecisionOutcome } from "../../engine/model/feature.ts";
import type { FieldError } from "../../engine/model/values/result.ts";
import type { ClusterSize } from "../../engine/model/observation/node-tally.ts";
import type { ProportionalProfile } from "../../engine/model/spec/proportional-parameters.ts";
import {
  type ResolvedParameters,
  resolveParameters,
} from "../../engine/proportional/resolve-parameters.ts";
import {
  toClusterProportionalStatus,
  viewClusterProportionalStatus,
} from "../../engine/status/cluster-proportional-status.ts";
import { holdsClaim, modeOf } from "../../engine/status/targets/target-claim.ts";
import { refKey } from "../../engine/status/targets/target-report.ts";
import type { Inactivity } from "../../engine/model/decision.ts";
import { proportionalRules } from "../../engine/validate/cluster-proportional-autoscaler.ts";
import { errorsIn, isClaimReadable } from "../../engine/validate/validate-object.ts";
import {
  checkGuardRails,
  type GuardRails,
  isFinal,
  parametersWithinRails,
} from "../../engine/validate/guard-rails.ts";
import { type Behavior, proportionalBehavior } from "../../engine/spec/defaults.ts";
import { oncePerObject } from "../../controller/memoize-by-object.ts";
import type { OwnKind, OwnObject } from "../../controller/resource-informer.ts";
import {
  type Inactive,
  type Incomplete,
  nothingToScale,
  type ObservedSpec,
  type ObservedTarget,
  type Resource,
  withPauses,
} from "../../controller/resource.ts";
import type { ClusterSizes } from "./cluster-sizes.ts";
import type { ConfigMaps, ConfigMapState } from "./config-maps.ts";
import { measureCluster, type SizePorts } from "./measure-cluster.ts";
import type { Tracker } from "../../controller/workqueue/subscriptions.ts";

export type StoredAutoscaler = OwnObject<
  ClusterProportionalAutoscalerSpec,
  ClusterProportionalAutoscalerStatus
>;

export interface ObservedCluster extends ObservedSpec {
  readonly errors: readonly FieldError[];
  readonly disabled?: Inactivity;
  /** Where the installation's guard rails override the spec. */
  readonly limits: readonly FieldError[];
  readonly size: ClusterSize | null;
  readonly profile: ProportionalProfile;
  readonly behavior: Behavior;
  readonly resolved: ResolvedParameters | null;
}

export const gvk: OwnKind = {
  group: "autoscaling.trimtab.dev",
  version: "v1alpha1",
  kind: "ClusterProportionalAutoscaler",
  plural: "clusterproportionalautoscalers",
};

/** The warning of admission, and why nothing is sized. */
export const objectCountsForbidden: FieldError = {
  path: "spec",
  code: "ObjectCountsForbidden",
  message:
    "this installation may not list the pods and namespaces of the cluster, so it cannot count them",
  remedy: "set the chart's rbac.objectCounts to true, or size by nodes, cores or resources",
  severity: "warning",
};

/** The same without the right that every object needs. */
export const nodesForbidden: FieldError = {
  path: "spec",
  code: "NodesForbidden",
  message: "this installation may not list nodes, so it sizes nothing by them",
  remedy: "set the chart's rbac.nodes to true, or use an Autoscaler",
  severity: "warning",
};

const disabledBy = ({ code, message, remedy }: FieldError): Inactivity => ({
  ...{ reason: code, message: `${message}; ${remedy}`, permanent: true },
});

interface Ports extends Omit<SizePorts, "sizes"> {
  /** Null: the nodes may not be listed. */
  readonly sizes: ClusterSizes | null;
  readonly configMaps: ConfigMaps;
  readonly rails: GuardRails;
}

export function clusterProportionalResource(
  ports: Ports,
): Resource<StoredAutoscaler, ObservedCluster> {
  return {
    own: gvk,
    observe: (object, previous, tracker) => {
      const { sizes } = ports;
      if (sizes === null) {
        return Promise.resolve({ ...invalid([]), disabled: disabledBy(nodesForbidden) });
      }
      const wrong = errorsOf(object.spec);
      const beyond = wrong.length > 0 ? wrong : beyondRails(object, ports.rails).filter(isFinal);
      const observed =
        beyond.length > 0
          ? invalid(beyond)
          : observeCluster({ ...ports, sizes }, object, previous, tracker);
      return Promise.resolve(
        "kind" in observed
          ? observed
          : withPauses(observed, object.metadata.annotations, ports.clock.now()),
      );
    },
    decide,
    view: viewClusterProportionalStatus,
    toStatus: (observed, { object, now, targets }, previous) => {
      const generation = object.metadata.generation ?? 0;
      const parameters = observed.resolved?.state ?? null;
      const about = { generation, mode: modeOf(object), now, parameters, targets };
      return toClusterProportionalStatus({ ...observed, ...about }, previous);
    },
  };
}

const errorsOf = oncePerObject((spec: StoredAutoscaler["spec"]): readonly FieldError[] =>
  errorsIn(proportionalRules, spec),
);

/** For a valid object. */
const beyondRails = ({ spec, metadata }: StoredAutoscaler, rails: GuardRails): FieldError[] =>
  checkGuardRails(spec, rails, metadata.namespace ?? "");

const claimFields = ["mode", "scaleTargetRefs"];

/** Active and Paused objects claim targets, even if other fields are invalid. */
export function claimedBy(object: StoredAutoscaler): readonly ScaleTargetRef[] {
  if (!isClaimReadable(errorsOf(object.spec), claimFields)) return [];
  const { mode = "Active", scaleTargetRefs } = object.spec;
  const { generation } = object.metadata;
  const { targets = [] } = object.status ?? {};
  return scaleTargetRefs.filter(ref => {
    const known = targets.find(target => refKey(target.ref) === refKey(ref));
    return holdsClaim(mode, { generation, conditions: known?.conditions });
  });
}

function observeCluster(
  ports: Ports & { readonly sizes: ClusterSizes },
  object: StoredAutoscaler,
  previous: ClusterProportionalAutoscalerStatus | undefined,
  tracker: Tracker,
): ObservedCluster | Incomplete {
  const { configMaps, rails } = ports;
  const { spec, metadata } = object;
  const incomplete: Incomplete = { kind: "incomplete" };
  if (!ports.sizes.synced) return incomplete;
  const configMap: ConfigMapState = spec.configMapRef
    ? configMaps.read(metadata.namespace ?? "", spec.configMapRef.name, tracker)
    : { kind: "absent" };
  if (configMap.kind === "waiting") return incomplete;
  const profile = spec.algorithm ?? "Trimtab-1";
  const { parameters, state } = resolveParameters(spec, configMap, previous?.parameters);
  const measured = measureCluster(ports, spec, { parameters, profile }, tracker);
  if (measured === "Waiting") return incomplete;
  if (measured === "Forbidden") {
    return { ...invalid([]), disabled: disabledBy(objectCountsForbidden) };
  }
  return {
    refs: spec.scaleTargetRefs,
    mode: spec.mode ?? "Active",
    due: measured.due,
    periodMs: null,
    errors: [],
    limits: beyondRails(object, rails),
    size: measured.size,
    profile,
    behavior: proportionalBehavior(spec.behavior ?? {}, profile),
    resolved: { parameters: parameters && parametersWithinRails(parameters, rails), state },
  };
}

const invalid = (errors: readonly FieldError[]): ObservedCluster => ({
  ...nothingToScale,
  errors,
  limits: [],
  size: null,
  profile: "Trimtab-1",
  behavior: proportionalBehavior({}, "Trimtab-1"),
  resolved: null,
});

function decide(observed: ObservedCluster, target: ObservedTarget): DecisionOutcome | Inactive {
  const { size, resolved, profile, behavior, pauses } = observed;
  if (!size || !resolved?.parameters) {
    const { reason = "NoParameters", message = "" } = resolved?.state ?? {};
    return { kind: "inactive", reason, message, permanent: false };
  }
  const { now, history, replicas: currentReplicas } = target;
  const { parameters } = resolved;
  const given = { now, size, parameters, profile, behavior, currentReplicas, history, pauses };
  return decideProportional(given);
}
