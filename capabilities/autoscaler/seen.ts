import type { ObjectsSelector } from "../../controller/label-index.ts";
import type { OwnObject } from "../../controller/own-objects.ts";
import type { Seen } from "../../controller/scaling-kind.ts";
import type { AutoscalerSpec, AutoscalerStatus } from "../../crds/generated/autoscaler.ts";
import type { DefaultedSpec } from "../../engine/defaults.ts";
import type { FieldError } from "../../engine/field-error.ts";
import type { AutoscalerProfile } from "../../engine/profile.ts";
import type { Selection } from "../../engine/status/selection.ts";

export type StoredAutoscaler = OwnObject<AutoscalerSpec, AutoscalerStatus>;

/** What a valid Autoscaler asks for, its defaults filled in. */
export interface Wanted {
  readonly spec: DefaultedSpec;
  readonly profile: AutoscalerProfile;
  readonly periodSeconds: number;
  /** Whether a count is written by what is measured; in a dry run it is not. */
  readonly isScaled: boolean;
  /** What counts beside the target. */
  readonly monitors: readonly ObjectsSelector[];
}

export interface SeenAutoscaler extends Seen {
  readonly errors: readonly FieldError[];
  /** Where the installation's guard rails hold in the place of what the spec says. */
  readonly limits: readonly FieldError[];
  /** Null where there are errors. */
  readonly wanted: Wanted | null;
  /** What its selectors have come to; null: it has none. */
  readonly selected: Selection | null;
}
