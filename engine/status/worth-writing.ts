import type {
  ClusterProportionalAutoscalerStatus,
  Condition,
  TargetStatus,
} from "../../crds/generated/cluster-proportional-autoscaler.ts";
import { canonicalJson } from "../canonical-json.ts";

type Status = ClusterProportionalAutoscalerStatus;

/** Values alone are shown at most this often: live ones are in /metrics. */
const valuesEveryMs = 300_000;
const valuesBeyond = 0.1;

/**
 * Whether a status says enough that is new to be worth a request: a decision, a condition, a
 * recorded recommendation or event always; measured values only beyond 10% and every 5 minutes.
 */
export function worthWriting(
  previous: Status | undefined,
  next: Status,
  sinceLastWriteMs: number,
): boolean {
  if (!previous) return true;
  if (canonicalJson(outline(previous)) !== canonicalJson(outline(next))) return true;
  return sinceLastWriteMs >= valuesEveryMs && valuesMoved(previous, next);
}

const outline = (status: Status): unknown => [
  status.observedGeneration,
  status.conditions?.map(conditionOutline),
  status.parameters,
  status.targets?.map(targetOutline),
];

const conditionOutline = ({ type, status, reason }: Condition): unknown => [type, status, reason];

const targetOutline = (target: TargetStatus): unknown => [
  target.ref,
  target.currentReplicas,
  target.desiredReplicas,
  target.lastScaleTime,
  target.conditions?.map(conditionOutline),
  target.decision?.time,
  target.history?.targetUID,
  target.history?.recommendations?.map(({ value }) => value),
  target.history?.scaleEvents,
  target.history?.pending,
];

function valuesMoved(previous: Status, next: Status): boolean {
  const pairs = [
    [previous.nodes, next.nodes],
    [previous.schedulableNodes, next.schedulableNodes],
    [previous.cores, next.cores],
    [previous.schedulableCores, next.schedulableCores],
  ];
  return pairs.some(
    ([before = 0, after = 0]) => Math.abs(after - before) > valuesBeyond * Math.abs(before),
  );
}
