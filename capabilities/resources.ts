import { autoscalerController } from "./autoscaler/wiring.ts";
import { clusterProportionalController } from "./cluster-proportional-autoscaler/wiring.ts";

export const controllers = [autoscalerController, clusterProportionalController];
