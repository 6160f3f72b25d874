import type { KubeError } from "../../kube/transport/errors.ts";
import type { ClaimLister } from "../claims/claim-lister.ts";
import type { Dependencies } from "../process/dependencies.ts";
import type { ScalingObject, StatusOf } from "../resource-driver.ts";
import type { Subscriptions } from "../workqueue/subscriptions.ts";
import type { ObjectState, ObjectStates } from "./object-state.ts";
import type { TargetWork } from "./target-work.ts";

export interface Pass<Object extends ScalingObject, Observed, Measured> {
  readonly key: string;
  readonly object: Object;
  readonly state: ObjectState<StatusOf<Object>>;
  readonly observed: Observed;
  readonly work: readonly TargetWork<Measured>[];
}

type SharedPorts = Pick<
  Dependencies,
  "transport" | "clock" | "writeFence" | "targets" | "claims" | "events" | "marks"
>;

export interface PassPorts<Object extends ScalingObject = ScalingObject> extends SharedPorts {
  readonly claimLister: Pick<ClaimLister, "read">;
  readonly states: ObjectStates<Object>;
  readonly subscriptions: Subscriptions;
  readonly observer: PassObserver;
}

interface PassObserver {
  readonly decided: (key: string, work: TargetWork) => void;
  /** A decision changes the count, and the change is not written. */
  readonly withheld: (reason: "DryRun" | "NotOwner") => void;
  /** error is null if the write succeeded. */
  readonly wrote: (key: string, work: TargetWork, error: KubeError | null) => void;
}

export const generationOf = ({ object }: Pass<ScalingObject, unknown, unknown>): number =>
  object.metadata.generation ?? 0;
