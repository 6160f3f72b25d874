/**
 * A reason in a few words, and in one word for a narrow column.
 *
 * phrase  at most 40 characters, as the column Why is
 * effect  why the size of a workload differs from its votes; absent: it does not, or for another reason
 */
type ReasonText = readonly [phrase: string, word: string, effect?: "held" | "maximum"];

const texts: ReadonlyMap<string, ReasonText> = new Map<string, ReasonText>([
  // About targets and parameters:
  ["InvalidSpec", ["spec is invalid", "invalid"]],
  ["ConflictingAutoscaler", ["another autoscaler scales the target", "rival"]],
  ["TargetNotFound", ["target not found", "target?"]],
  ["UnknownKind", ["kind of the target is unknown", "kind?"]],
  ["NotScalable", ["target has no scale subresource", "kind?"]],
  ["KindNotWatched", ["kind of the target is not watched", "kind?"]],
  ["TooManyMatches", ["selector matches too many targets", "selector?"]],
  ["FailedGetScale", ["target cannot be read", "target?"]],
  ["FailedUpdateScale", ["count cannot be written", "write?"]],
  ["NoParameters", ["no parameters", "params?"]],
  ["ConfigMapNotFound", ["ConfigMap not found", "params?"]],
  ["ConfigMapForbidden", ["ConfigMap may not be read", "params?"]],
  ["ConfigMapUnreadable", ["ConfigMap cannot be read", "params?"]],
  ["InvalidConfigMap", ["ConfigMap is invalid", "params?"]],
  ["DefaultInForce", ["default in place of the ConfigMap", "default"]],
  // About votes:
  ["AllAbstain", ["nothing asks for another size", "no vote"]],
  ["ScaleDownBlocked", ["scale-down is blocked", "blocked", "held"]],
  ["ScalingDisabled", ["scaled to 0 by a person", "off"]],
  ["FallbackActive", ["fallback of a metric", "fallback"]],
  ["InvalidMetricSourceType", ["metric of an unknown type", "metric?"]],
  ["DurationBelowResolution", ["samples too rare for a threshold", "metric?"]],
  ["SizeUnknown", ["cluster size unknown", "size?"]],
  ["MostNodesLost", ["most nodes ceased to be ready", "size?"]],
  ["ExpressionFailed", ["expression has no result", "formula?"]],
  ["ReplicasOverflow", ["asks for too many replicas", "overflow"]],
  ["InvalidSelector", ["selector of the target is invalid", "selector?"]],
  ["AmbiguousSelector", ["target shares pods with another one", "selector?"]],
  ["SelectorRequired", ["target has no selector", "selector?"]],
  // About stages:
  ["ScaleDownStabilized", ["held by the window", "window", "held"]],
  ["ScaleUpStabilized", ["held by the window", "window", "held"]],
  ["RoundedToMultiple", ["rounded up to whole groups", "groups"]],
  ["IntentionStep", ["one replica at a time", "step", "held"]],
  ["AboveScheduledMax", ["limited by a schedule", "schedule", "maximum"]],
  ["RolloutInProgress", ["held by a rollout", "rollout", "held"]],
  ["ScaleDownPaused", ["scale-down is paused", "no-down"]],
  ["NewestPodsFailing", ["held: the newest pods fail", "pods fail", "held"]],
  ["ScaleUpCooldown", ["held by the cooldown", "cooldown", "held"]],
  ["IdleDelay", ["last replica before 0", "idle", "held"]],
  ["LeavesZero", ["starts from 0", "start"]],
  ["ScaleUpLimit", ["limited by a policy", "rate", "held"]],
  ["ScaleDownLimit", ["limited by a policy", "rate", "held"]],
  ["TooManyReplicas", ["limited by the maximum", "max", "maximum"]],
  ["AboveMaxReplicas", ["limited by the maximum", "max", "maximum"]],
  ["TargetChanges", ["another target is chosen", "target"]],
  ["TooFewReplicas", ["raised to the minimum", "min"]],
  ["BelowMinReplicas", ["raised to the minimum", "min"]],
  ["OrderSkipped", ["any pod may go first", "any pod"]],
  ["Paused", ["paused", "paused"]],
  ["DryRun", ["dry run", "dry-run"]],
]);

/** FailedGetResourceMetric and the like: upstream's reasons. */
export const isMetricFailure = (reason: string): boolean => /^FailedGet\w+Metric$/.test(reason);

const unavailable: ReasonText = ["metrics unavailable", "metric?"];

const textOf = (reason: string): ReasonText | undefined =>
  texts.get(reason) ?? (isMetricFailure(reason) ? unavailable : undefined);

/** Of a status that another release has written, any reason is possible: it is its own text. */
export const phraseOf = (reason: string): string => textOf(reason)?.[0] ?? reason;

export const wordOf = (reason: string): string => textOf(reason)?.[1] ?? reason;

export const effectOf = (reason: string): ReasonText[2] => texts.get(reason)?.[2];
