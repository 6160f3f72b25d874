import type { ClusterProportionalAutoscalerStatus as Status } from "../../crds/generated/cluster-proportional-autoscaler.ts";
import { viewClusterProportionalStatus } from "../../engine/status/cluster-proportional-status.ts";
import { ObjectStates } from "../reconcile/object-state.ts";
import type { ScalingObject } from "../resource.ts";

export type Stored = ScalingObject<Status>;

/** The object ns/a as read from the API server: plain JSON. */
export const stored = (status?: Status, uid = "o-1"): Stored => {
  const metadata = { name: "a", namespace: "ns", uid, resourceVersion: "1" };
  return JSON.parse(JSON.stringify({ metadata, status })) as Stored;
};

type Conditions = ReturnType<typeof viewClusterProportionalStatus>["conditions"];

/** What a process remembers of objects; `complaints` are about histories that it cannot read. */
export function statesScene(conditions?: Conditions) {
  const complaints: string[] = [];
  const states = new ObjectStates<Stored>({
    view: status => ({
      ...viewClusterProportionalStatus(status),
      ...(conditions && { conditions }),
    }),
    onUnreadable: (key, reason) => complaints.push(`${key}: ${reason}`),
  });
  return { states, complaints };
}
