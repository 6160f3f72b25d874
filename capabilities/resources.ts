import { autoscalerController } from "./autoscaler/wiring.ts";
import { clusterProportionalController } from "./cluster-proportional-autoscaler/wiring.ts";

/** Creates the controller of each of our kinds. */
export const controllers = [autoscalerController, clusterProportionalController];
