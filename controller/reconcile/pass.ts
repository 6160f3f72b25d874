import type { ScalingObject, StatusOf } from "../resource-driver.ts";
import type { ObjectState } from "./object-state.ts";
import type { TargetWork } from "./target-work.ts";

/** One pass over one object, after everything was read. */
export interface Pass<Object extends ScalingObject, Observed, Measured> {
  readonly key: string;
  readonly object: Object;
  readonly state: ObjectState<StatusOf<Object>>;
  readonly observed: Observed;
  readonly work: readonly TargetWork<Measured>[];
}

export const generationOf = ({ object }: Pass<ScalingObject, unknown, unknown>): number =>
  object.metadata.generation ?? 0;
