/**
 * What holds for all Autoscalers of an installation.
 *
 * tolerance    a fraction of the target; `behavior` may say otherwise
 * scaleToZero  upstream's feature gate HPAScaleToZero
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
  scaleToZero: false,
};
