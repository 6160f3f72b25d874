import { vi } from "vitest";

import { ClaimIndex } from "../../../controller/claims/claim-index.ts";
import type { TargetObservation } from "../../../controller/targets/target-reader.ts";
import { ok } from "../../../engine/model/values/result.ts";
import type { TargetProblem } from "../../../engine/status/targets/target-report.ts";
import type { ApiResource } from "../../../kube/api/discovery.ts";
import type { AdmissionPorts } from "../admission-ports.ts";

/** The target of the proposed objects, and its kind. */
export const ref = { apiVersion: "example.dev/v1", kind: "Gadget", name: "web" };
export const gadget: ApiResource = {
  ...{ group: "example.dev", version: "v1", kind: "Gadget", plural: "gadgets" },
  ...{ namespaced: true, scalable: true },
};

export const problem = (reason: TargetProblem["reason"]): TargetObservation => ({
  kind: "problem",
  problem: { reason, message: "what; remedy", permanent: true },
  polled: true,
});

/** When a target is read, this is observed. */
export type Observed = TargetObservation | Promise<TargetObservation>;

const observing = (observation: Observed) => ({
  observe: vi.fn(() => Promise.resolve(observation)),
});

/** What admission reads from the cluster: by default, nothing apart from the target speaks against an object. */
export const portsOf = (
  observation: Observed,
  given: Partial<AdmissionPorts> = {},
): AdmissionPorts & { targets: ReturnType<typeof observing> } => ({
  ...{ discovery: { resolve: () => Promise.resolve(ok(gadget)) } },
  access: { mayScale: () => Promise.resolve(ok(true)) },
  claims: new ClaimIndex(() => undefined),
  monitors: new ClaimIndex(() => undefined),
  pools: { read: () => Promise.resolve({ kind: "known", members: [] }) },
  clock: { now: () => Date.parse("2026-01-01T00:00:00Z") },
  watchNamespaces: null,
  rails: {
    permitted: new Set(),
    leastSyncPeriodSeconds: 3,
    largestMaxReplicas: 100,
    scaleToZero: true,
    allowedTargetKinds: null,
    metricSources: new Map(),
  },
  ...given,
  targets: observing(observation),
});
