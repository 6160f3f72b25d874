// Generated from kube/external-scaler/externalscaler.proto by hack/generate/generate.ts; edit that and run it again.

export interface ExternalScaler {
  readonly IsActive: { readonly request: ScaledObjectRef; readonly response: IsActiveResponse };
  readonly StreamIsActive: { readonly request: ScaledObjectRef; readonly response: IsActiveResponse };
  readonly GetMetricSpec: { readonly request: ScaledObjectRef; readonly response: GetMetricSpecResponse };
  readonly GetMetrics: { readonly request: GetMetricsRequest; readonly response: GetMetricsResponse };
  readonly StreamMetricSpec: { readonly request: ScaledObjectRef; readonly response: GetMetricSpecResponse };
}

export interface ScaledObjectRef {
  readonly name: string;
  readonly namespace: string;
  readonly scalerMetadata: Readonly<Record<string, string>>;
}

export interface IsActiveResponse {
  readonly result: boolean;
}

export interface GetMetricSpecResponse {
  readonly metricSpecs: readonly MetricSpec[];
}

export interface MetricSpec {
  readonly metricName: string;
  readonly targetSize: string;
  readonly targetSizeFloat: number;
}

export interface GetMetricsRequest {
  readonly scaledObjectRef: ScaledObjectRef;
  readonly metricName: string;
}

export interface GetMetricsResponse {
  readonly metricValues: readonly MetricValue[];
}

export interface MetricValue {
  readonly metricName: string;
  readonly metricValue: string;
  readonly metricValueFloat: number;
}
