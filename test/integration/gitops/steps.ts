import { expect } from "vitest";

/** Expected verdicts of kstatus (so of Flux) and Argo CD at each step of an object's life, with reasons. */
export const steps = {
  "just created, and not looked at yet": {
    ...{ kstatus: "InProgress", argo: "Progressing" },
    because: /^The operator has not looked/,
  },
  "its target is not there yet": {
    ...{ kstatus: "InProgress", argo: "Progressing" },
    because: /^TargetNotFound: /,
  },
  "its target appears": { kstatus: "Current", argo: "Healthy", because: /./ },
  "its metric has no value": { kstatus: "Current", argo: "Healthy", because: /./ },
  "edited, and not looked at since": {
    ...{ kstatus: "InProgress", argo: "Progressing" },
    because: /^The operator has not looked/,
  },
  "edited, and looked at": { kstatus: "Current", argo: "Healthy", because: /./ },
  "in mode DryRun": { kstatus: "Current", argo: "Healthy", because: /./ },
  "in mode Paused": { kstatus: "Current", argo: "Suspended", because: /^Paused: / },
  "an older one has its target": {
    ...{ kstatus: "Failed", argo: "Degraded" },
    because: /^ConflictingAutoscaler: /,
  },
  "the older one is gone": { kstatus: "Current", argo: "Healthy", because: /./ },
  "its target's kind is unknown": {
    ...{ kstatus: "Failed", argo: "Degraded" },
    because: /^UnknownKind: /,
  },
  "its target is gone": {
    ...{ kstatus: "InProgress", argo: "Progressing" },
    because: /^TargetNotFound: /,
  },
  "being deleted": {
    ...{ kstatus: "Terminating", argo: "Progressing" },
    because: /^Pending deletion$/,
  },
} as const;

export type Step = keyof typeof steps;

/** An object at a step. */
export interface Recorded {
  readonly step: Step;
  readonly object: object;
}

/** The expected verdicts of a step. */
export function wanted(step: Step) {
  const { kstatus, argo, because } = steps[step];
  return {
    kstatus: { status: kstatus, message: expect.any(String) as string },
    argo: { status: argo, message: expect.stringMatching(because) as string },
  };
}
