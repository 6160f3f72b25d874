import type { Compatibility } from "./autoscaler-spec.ts";

/**
 * Where the arithmetic of an Autoscaler differs from upstream's, difference by difference. All
 * else is upstream's rule under every profile.
 *
 * history    what of the past decides. "Intervals": a recommendation stands until the next one, and
 *            what is decided survives a restart unchanged. "UpstreamLists": one entry for each sync,
 *            in the slots in which upstream reuses them (`upstream-lists.ts`).
 * heldCount  what an average value of an Object or External metric proposes within tolerance.
 *            "StatusReplicas" lets the surge pods of a rollout into the spec (upstream #138505).
 */
export interface AutoscalerProfile {
  readonly compatibility: Compatibility;
  readonly history: "Intervals" | "UpstreamLists";
  readonly heldCount: "SpecReplicas" | "StatusReplicas";
}

export const profiles: Readonly<Record<Compatibility, AutoscalerProfile>> = {
  None: { compatibility: "None", history: "Intervals", heldCount: "SpecReplicas" },
  "HPA-1.36": {
    compatibility: "HPA-1.36",
    history: "UpstreamLists",
    heldCount: "StatusReplicas",
  },
};
