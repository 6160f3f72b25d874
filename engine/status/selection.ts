import type { AutoscalerStatus } from "../../crds/generated/autoscaler.ts";
import type { ScaleTargetRef } from "../../crds/generated/shared.ts";
import type { TargetSelection } from "../model/spec/autoscaler-spec.ts";
import type { EpochMs } from "../model/values/result.ts";
import { timestamp } from "../model/values/time.ts";
import type { TargetProblem } from "./targets/target-report.ts";

export interface Selection {
  /** null: the spec names the target, or none was found. */
  readonly target: ScaleTargetRef | null;
  /** Which rule chose it; absent: the spec names it. */
  readonly reason?: TargetSelection;
  /** The other monitored objects; null: there are none. */
  readonly others: { readonly objects: number; readonly replicas: number } | null;
  readonly problem: TargetProblem | null;
}

export function shownSelection(
  { target, reason, others }: Selection,
  currentReplicas: number | undefined,
  { previous, now }: { readonly previous: AutoscalerStatus | undefined; readonly now: EpochMs },
): Pick<AutoscalerStatus, "target" | "monitored"> {
  const monitored = others && {
    objects: others.objects + 1,
    replicas: others.replicas + (currentReplicas ?? 0),
  };
  return {
    ...(target && {
      target: { ...target, since: sinceWhen(target, previous, now), ...(reason && { reason }) },
    }),
    ...(monitored ? { monitored } : {}),
  };
}

function sinceWhen(
  { kind, name }: ScaleTargetRef,
  previous: AutoscalerStatus | undefined,
  now: EpochMs,
): string {
  const { target: before } = previous ?? {};
  const isSame = before?.kind === kind && before.name === name;
  return (isSame ? before.since : undefined) ?? timestamp(now);
}
