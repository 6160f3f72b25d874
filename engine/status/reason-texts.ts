/**
 * A reason in a few words, and in one word for a narrow column.
 *
 * phrase  at most 40 characters, as the column Why is
 */
interface ReasonText {
  readonly phrase: string;
  readonly word: string;
}

const text = (phrase: string, word: string): ReasonText => ({ phrase, word });

const aboutTargets: readonly (readonly [string, ReasonText])[] = [
  ["InvalidSpec", text("spec is invalid", "invalid")],
  ["ConflictingAutoscaler", text("another autoscaler scales the target", "rival")],
  ["TargetNotFound", text("target not found", "target?")],
  ["UnknownKind", text("kind of the target is unknown", "kind?")],
  ["NotScalable", text("target has no scale subresource", "kind?")],
  ["KindNotWatched", text("kind of the target is not watched", "kind?")],
  ["TooManyMatches", text("selector matches too many targets", "selector?")],
  ["FailedGetScale", text("target cannot be read", "target?")],
  ["FailedUpdateScale", text("count cannot be written", "write?")],
  ["NoParameters", text("no parameters", "params?")],
  ["ConfigMapNotFound", text("ConfigMap not found", "params?")],
  ["ConfigMapForbidden", text("ConfigMap may not be read", "params?")],
  ["ConfigMapUnreadable", text("ConfigMap cannot be read", "params?")],
  ["InvalidConfigMap", text("ConfigMap is invalid", "params?")],
  ["DefaultInForce", text("default in place of the ConfigMap", "default")],
];

const aboutVotes: readonly (readonly [string, ReasonText])[] = [
  ["AllAbstain", text("nothing asks for another size", "no vote")],
  ["ScaleDownBlocked", text("scale-down is blocked", "blocked")],
  ["ScalingDisabled", text("scaled to 0 by a person", "off")],
  ["FallbackActive", text("fallback of a metric", "fallback")],
  ["InvalidMetricSourceType", text("metric of an unknown type", "metric?")],
  ["DurationBelowResolution", text("samples too rare for a threshold", "metric?")],
  ["SizeUnknown", text("cluster size unknown", "size?")],
  ["MostNodesLost", text("most nodes ceased to be ready", "size?")],
  ["ExpressionFailed", text("expression has no result", "formula?")],
  ["ReplicasOverflow", text("asks for too many replicas", "overflow")],
  ["InvalidSelector", text("selector of the target is invalid", "selector?")],
  ["AmbiguousSelector", text("target shares pods with another one", "selector?")],
  ["SelectorRequired", text("target has no selector", "selector?")],
];

const aboutStages: readonly (readonly [string, ReasonText])[] = [
  ["ScaleDownStabilized", text("held by the window", "window")],
  ["ScaleUpStabilized", text("held by the window", "window")],
  ["RoundedToMultiple", text("rounded up to whole groups", "groups")],
  ["IntentionStep", text("one replica at a time", "step")],
  ["AboveScheduledMax", text("limited by a schedule", "schedule")],
  ["RolloutInProgress", text("held by a rollout", "rollout")],
  ["ScaleDownPaused", text("scale-down is paused", "no-down")],
  ["NewestPodsFailing", text("held: the newest pods fail", "pods fail")],
  ["ScaleUpCooldown", text("held by the cooldown", "cooldown")],
  ["IdleDelay", text("last replica before 0", "idle")],
  ["LeavesZero", text("starts from 0", "start")],
  ["ScaleUpLimit", text("limited by a policy", "rate")],
  ["ScaleDownLimit", text("limited by a policy", "rate")],
  ["TooManyReplicas", text("limited by the maximum", "max")],
  ["AboveMaxReplicas", text("limited by the maximum", "max")],
  ["TargetChanges", text("another target is chosen", "target")],
  ["TooFewReplicas", text("raised to the minimum", "min")],
  ["BelowMinReplicas", text("raised to the minimum", "min")],
  ["OrderSkipped", text("any pod may go first", "any pod")],
  ["Paused", text("paused", "paused")],
  ["DryRun", text("dry run", "dry-run")],
];

const texts: ReadonlyMap<string, ReasonText> = new Map([
  ...aboutTargets,
  ...aboutVotes,
  ...aboutStages,
]);

/** FailedGetResourceMetric and the like: upstream's reasons. */
export const isMetricFailure = (reason: string): boolean => /^FailedGet\w+Metric$/.test(reason);

const unavailable = text("metrics unavailable", "metric?");

const textOf = (reason: string): ReasonText | undefined =>
  texts.get(reason) ?? (isMetricFailure(reason) ? unavailable : undefined);

/** Of a status that another release has written, any reason is possible: it is its own text. */
export const phraseOf = (reason: string): string => textOf(reason)?.phrase ?? reason;

export const wordOf = (reason: string): string => textOf(reason)?.word ?? reason;
