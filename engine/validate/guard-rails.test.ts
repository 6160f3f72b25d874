import { describe, expect, it } from "vitest";

import { checkGuardRails, type GuardRails } from "./guard-rails.ts";

const rails: GuardRails = {
  leastSyncPeriodSeconds: 10,
  largestMaxReplicas: 50,
  allowedTargetKinds: ["Deployment.apps", "ReplicationController"],
};
const open: GuardRails = {
  leastSyncPeriodSeconds: 3,
  largestMaxReplicas: 2_147_483_647,
  allowedTargetKinds: null,
};
const at = (apiVersion: string, kind: string) => [
  { path: "spec.scaleTargetRef", ref: { apiVersion, kind } },
];
const web = at("apps/v1", "Deployment");

describe("checkGuardRails", () => {
  // prettier-ignore
  it.each([
    { when: "all within",             spec: { syncPeriodSeconds: 10, maxReplicas: 50 },  targets: web, want: [] },
    { when: "what is not there",      spec: {},                                          targets: web, want: [] },
    { when: "no spec",                spec: undefined,                                   targets: [],  want: [] },
    { when: "a shorter period",       spec: { syncPeriodSeconds: 9 },                    targets: web, want: ["spec.syncPeriodSeconds SyncPeriodBelowLimit"] },
    { when: "a larger maximum",       spec: { maxReplicas: 51 },                         targets: web, want: ["spec.maxReplicas MaxAboveLimit"] },
    { when: "a larger linear one",    spec: { linear: { maxReplicas: 51 } },             targets: web, want: ["spec.linear.maxReplicas MaxAboveLimit"] },
    { when: "a larger default",       spec: { configMapRef: { default: { linear: { maxReplicas: 99 } } } }, targets: web, want: ["spec.configMapRef.default.linear.maxReplicas MaxAboveLimit"] },
    { when: "another kind",           spec: {}, targets: at("apps/v1", "StatefulSet"),   want: ["spec.scaleTargetRef.kind KindNotAllowed"] },
    { when: "its kind in a new version", spec: {}, targets: at("apps/v9", "Deployment"), want: [] },
    { when: "its kind in another group", spec: {}, targets: at("example.dev/v1", "Deployment"), want: ["spec.scaleTargetRef.kind KindNotAllowed"] },
    { when: "a kind of the core group", spec: {}, targets: at("v1", "ReplicationController"), want: [] },
    { when: "all beyond",             spec: { syncPeriodSeconds: 3, maxReplicas: 99 }, targets: at("apps/v1", "DaemonSet"), want: ["spec.syncPeriodSeconds SyncPeriodBelowLimit", "spec.maxReplicas MaxAboveLimit", "spec.scaleTargetRef.kind KindNotAllowed"] },
  ])("finds $want for $when", ({ spec, targets, want }) => {
    const found = checkGuardRails(spec, targets, rails);
    expect(found.map(({ path, code }) => `${path} ${code}`)).toEqual(want);
    expect(checkGuardRails(spec, targets, open)).toEqual([]);
  });
});
