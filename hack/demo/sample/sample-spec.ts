import type { AutoscalerSpec } from "../../../crds/generated/autoscaler.ts";
import type { ClusterProportionalAutoscalerSpec } from "../../../crds/generated/cluster-proportional-autoscaler.ts";

/** The fields of both kinds of autoscaler. */
export type SampleSpec = Partial<AutoscalerSpec> &
  Omit<Partial<ClusterProportionalAutoscalerSpec>, keyof AutoscalerSpec>;
