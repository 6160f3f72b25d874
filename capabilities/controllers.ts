import { autoscalerController } from "./autoscaler/controller.ts";
import { clusterProportionalController } from "./cluster-proportional-autoscaler/controller.ts";

/** Creates the controller of each of our kinds. */
export const controllers = [autoscalerController, clusterProportionalController];
