import type { ObjectsSelector } from "../../controller/targets/label-index.ts";
import type { OwnObject } from "../../controller/resource-informer.ts";
import type { ForecastUser } from "../../controller/forecasts/forecasts.ts";
import type { ObservedSpec } from "../../controller/resource.ts";
import type { AutoscalerSpec, AutoscalerStatus } from "../../crds/generated/autoscaler.ts";
import type { DefaultedSpec } from "../../engine/spec/defaults.ts";
import type { FieldError } from "../../engine/model/values/result.ts";
import type { AutoscalerProfile } from "../../engine/model/spec/profile.ts";
import type { Selection } from "../../engine/status/selection.ts";

export type StoredAutoscaler = OwnObject<AutoscalerSpec, AutoscalerStatus>;

/** The spec of a valid Autoscaler, with its defaults filled in. */
export interface ResolvedSpec {
  readonly spec: DefaultedSpec;
  readonly profile: AutoscalerProfile;
  readonly periodSeconds: number;
  /** Whether measurements determine the count. In a dry run they do not. */
  readonly isScaled: boolean;
  /** What counts in addition to the target. */
  readonly monitors: readonly ObjectsSelector[];
}

export interface ObservedAutoscaler extends ObservedSpec {
  readonly errors: readonly FieldError[];
  /** Where the installation's guard rails override the spec. */
  readonly limits: readonly FieldError[];
  /** Null if there are errors. */
  readonly resolved: ResolvedSpec | null;
  /** The result of its selectors; null: it has none. */
  readonly selected: Selection | null;
  /** Who asks for a forecast; absent: the object does not. */
  readonly forecastFor?: Pick<ForecastUser, "key" | "uid" | "generation">;
}
