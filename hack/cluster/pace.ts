import type { StartOptions } from "./types.ts";

type ComponentArgs = NonNullable<StartOptions["componentArgs"]>;

/** The sync period of the cluster's HPA controller; 15 s by default. */
const hpaEvery = (seconds: number): ComponentArgs => ({
  "kube-controller-manager": { "horizontal-pod-autoscaler-sync-period": `${seconds}s` },
});

/** The same, plus the downscale stabilization of an HPA without `behavior`. */
export const hpaControllerWith = (seconds: number, downscaleSeconds: number): ComponentArgs => ({
  "kube-controller-manager": {
    ...hpaEvery(seconds)["kube-controller-manager"],
    "horizontal-pod-autoscaler-downscale-stabilization": `${downscaleSeconds}s`,
  },
});

/** API Priority and Fairness, which clusters here do without. */
export const withFairness = (inflight = { reading: 400, mutating: 200 }): ComponentArgs => ({
  "kube-apiserver": {
    "enable-priority-and-fairness": "true",
    "max-requests-inflight": `${inflight.reading}`,
    "max-mutating-requests-inflight": `${inflight.mutating}`,
  },
});

export const testHpaPeriodSeconds = 5;
/** The lowest resolution that metrics-server accepts. */
export const testSampleSeconds = 10;

/**
 * For clusters with tests that wait: new pods have samples after half a minute instead of a whole one.
 * metrics-server requires a timeout within its resolution.
 */
export const testPace: ComponentArgs = {
  ...hpaEvery(testHpaPeriodSeconds),
  "metrics-server": {
    "metric-resolution": `${testSampleSeconds}s`,
    "kubelet-request-timeout": "5s",
  },
};
