import { hpaV1 } from "./hpa-v1.ts";
import { hpa } from "./hpa.ts";
import { predictive } from "./predictive.ts";
import { proportionalDeployment } from "./proportional/deployment.ts";
import { scaledObject } from "./keda/scaled-object.ts";
import type { SourceKind } from "./source-kind.ts";
import { autoscaler, proportional } from "./to-hpa.ts";
import { watermark } from "./watermark.ts";

export type Target = "trimtab" | "hpa";

interface Direction {
  readonly kinds: readonly SourceKind[];
  /** A document without these words contains nothing to convert, and is not parsed. */
  readonly relevant: RegExp;
}

/** What is converted, by what it becomes. */
export const directions: Readonly<Record<Target, Direction>> = {
  trimtab: {
    kinds: [hpa, hpaV1, scaledObject, watermark, predictive, proportionalDeployment],
    relevant: /Autoscaler|ScaledObject|ConfigMap|cluster-proportional-autoscaler/,
  },
  hpa: { kinds: [autoscaler, proportional], relevant: /autoscaling\.trimtab\.dev/ },
};
