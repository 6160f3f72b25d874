import fc from "fast-check";

import type { AutoscalerSpec } from "../../engine/autoscaler-spec.ts";
import type { Settings } from "../../engine/settings.ts";
import { behaviors } from "../../engine/testing/autoscaler-world.ts";
import type { Stride } from "./walk.ts";

/** What a feature, being on, adds to a world. */
export interface Feature {
  readonly spec?: fc.Arbitrary<Partial<AutoscalerSpec>>;
  readonly settings?: fc.Arbitrary<Partial<Settings>>;
  /** What happens with it on only. */
  readonly stride?: (stride: Stride) => Stride;
}

const cooldownSeconds = fc.constantFrom(0, 15, 45, 180, 300);

export const features: Readonly<Record<string, Feature>> = {
  behavior: { spec: fc.record({ behavior: behaviors }) },
  cooldown: {
    spec: fc.record({
      cooldown: fc.record(
        { scaleUpSeconds: cooldownSeconds, scaleDownSeconds: cooldownSeconds },
        { requiredKeys: [] },
      ),
    }),
  },
};
