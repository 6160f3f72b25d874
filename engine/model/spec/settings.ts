/**
 * Settings of an installation, for all Autoscalers.
 *
 * tolerance    a fraction of the target; `behavior` may override it
 * scaleToZero  upstream's feature gate HPAScaleToZero. Without it, the least count is 1 (`withDefaults`)
 *
 * Source  the flags --horizontal-pod-autoscaler-* of kube-controller-manager.
 */
export interface Settings {
  readonly tolerance: number;
  readonly downscaleStabilizationSeconds: number;
  readonly cpuInitializationPeriodSeconds: number;
  readonly initialReadinessDelaySeconds: number;
  readonly scaleToZero: boolean;
}

export const upstreamSettings: Settings = {
  tolerance: 0.1,
  downscaleStabilizationSeconds: 300,
  cpuInitializationPeriodSeconds: 300,
  initialReadinessDelaySeconds: 30,
  scaleToZero: true,
};
