import { stageReasons } from "../words.ts";
import type { ReasonText } from "../model/feature.ts";

/** The phrases and words of the reasons that no feature gives. */
const others: Readonly<Record<string, readonly [phrase: string, word: string]>> = {
  // About targets and parameters:
  InvalidSpec: ["spec is invalid", "invalid"],
  ConflictingAutoscaler: ["another autoscaler scales the target", "rival"],
  TargetNotFound: ["target not found", "target?"],
  UnknownKind: ["kind of the target is unknown", "kind?"],
  NotScalable: ["target has no scale subresource", "kind?"],
  KindNotWatched: ["kind of the target is not watched", "kind?"],
  TooManyMatches: ["selector matches too many targets", "selector?"],
  FailedGetScale: ["target cannot be read", "target?"],
  FailedUpdateScale: ["count cannot be written", "write?"],
  NoParameters: ["no parameters", "params?"],
  ConfigMapNotFound: ["ConfigMap not found", "params?"],
  ConfigMapForbidden: ["ConfigMap may not be read", "params?"],
  ConfigMapUnreadable: ["ConfigMap cannot be read", "params?"],
  InvalidConfigMap: ["ConfigMap is invalid", "params?"],
  DefaultInForce: ["default in place of the ConfigMap", "default"],
  // About votes:
  FallbackActive: ["fallback of a metric", "fallback"],
  InvalidMetricSourceType: ["metric of an unknown type", "metric?"],
  DurationBelowResolution: ["samples too rare for a threshold", "metric?"],
  SizeUnknown: ["cluster size unknown", "size?"],
  MostNodesLost: ["most nodes ceased to be ready", "size?"],
  ExpressionFailed: ["expression has no result", "formula?"],
  ReplicasOverflow: ["asks for too many replicas", "overflow"],
  InvalidSelector: ["selector of the target is invalid", "selector?"],
  AmbiguousSelector: ["target shares pods with another one", "selector?"],
  SelectorRequired: ["target has no selector", "selector?"],
  WaitingForSample: ["waiting for the first sample", "waiting"],
  // About the mode:
  Paused: ["paused", "paused"],
  DryRun: ["dry run", "dry-run"],
};

const texts: ReadonlyMap<string, ReasonText> = new Map([
  ...Object.entries(others).map(([code, [phrase, word]]) => [code, { phrase, word }] as const),
  ...stageReasons,
]);

/** FailedGetResourceMetric and the like: upstream's reasons. */
export const isMetricFailure = (reason: string): boolean => /^FailedGet\w+Metric$/.test(reason);

const unavailable: ReasonText = { phrase: "metrics unavailable", word: "metric?" };

/** Of a status that another release has written, any reason is possible: it is its own text. */
export const textOf = (reason: string): ReasonText =>
  texts.get(reason) ?? (isMetricFailure(reason) ? unavailable : { phrase: reason, word: reason });

/** The anchor of the section about a reason in docs/troubleshooting.md. */
export const anchorOf = (reason: string): string => reason.toLowerCase();

export const phraseOf = (reason: string): string => textOf(reason).phrase;
