import type { LabelSelector } from "../../../engine/observation/selectors/label-selector.ts";
import type { MetricTarget } from "../../../engine/spec/autoscaler-spec.ts";
import type { MetricIdentifier } from "../../../engine/spec/metric.ts";

/** The fields of both kinds of autoscaler that a demonstration depends on. */
export interface SampleSpec {
  readonly scaleTargetRef?: TargetReference;
  readonly scaleTargetRefs?: readonly TargetReference[];
  readonly targetSelector?: TargetSelector;
  readonly monitorSelectors?: readonly TargetSelector[];
  readonly minReplicas?: number;
  readonly mode?: "Active" | "DryRun" | "Paused";
  readonly metrics?: readonly SampleMetric[];
  readonly thresholds?: readonly SampleThreshold[];
  readonly schedules?: readonly { readonly start: string; readonly end: string }[];
  readonly rollout?: { readonly scaleDown?: "Allow" | "Hold" };
  readonly healthGate?: object;
  readonly linear?: { readonly resourcesPerReplica?: readonly NamedResource[] };
  readonly ladder?: { readonly resourcesToReplicas?: readonly NamedResource[] };
  readonly behavior?: { readonly scaleDown?: { readonly stabilizationWindowSeconds?: number } };
}

interface NamedResource {
  readonly name: string;
}

export interface TargetReference {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
}

export interface TargetSelector extends Omit<TargetReference, "name"> {
  readonly selector: LabelSelector;
}

type Quantity = number | string;

/** With the target of autoscaling/v2 or, in a threshold, without one. */
export interface SampleMetric {
  readonly type:
    | ("Resource" | "ContainerResource" | "Pods" | "Object" | "External" | "Prometheus")
    | "ExternalScaler";
  readonly resource?: ResourceSource;
  readonly containerResource?: ResourceSource & { readonly container: string };
  readonly pods?: MetricSource;
  readonly object?: MetricSource & { readonly describedObject: TargetReference };
  readonly external?: MetricSource;
  readonly prometheus?: { readonly query: string; readonly target?: Target };
  readonly fallback?: object;
  readonly externalScaler?: { readonly target?: Target };
}

type Target = Pick<MetricTarget, "averageUtilization"> & {
  readonly value?: Quantity;
  readonly averageValue?: Quantity;
};

interface ResourceSource {
  readonly name: "cpu" | "memory";
  readonly target?: Target;
}

interface MetricSource {
  readonly metric: MetricIdentifier;
  readonly target?: Target;
}

export interface SampleThreshold {
  readonly name: string;
  readonly value?: {
    readonly metric: SampleMetric;
    readonly valueType?: "Value" | "AverageValue" | "Utilization";
    readonly comparison: string;
    readonly value: Quantity;
  };
  readonly intention?: {
    readonly intent: string;
    readonly metric?: MetricIdentifier;
    readonly value: Quantity;
  };
}
