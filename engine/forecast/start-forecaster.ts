import { questionOf } from "../sources/registry.ts";
import type { MetricSpec, Targeted } from "../model/spec/autoscaler-spec.ts";
import { namedSource } from "../model/spec/metric.ts";
import type { DefaultedSpec } from "../spec/defaults.ts";
import { Forecaster, type ForecastSettings, type StoredForecast } from "./forecaster.ts";
import type { ForecastMetric } from "./learned-load.ts";
import type { ShadowedObject } from "./shadow.ts";
import { wallClock } from "./wall-clock.ts";

/** Each metric has 8 KiB of past. */
const mostForecastMetrics = 4;

const defaultLeadSeconds = 60;
const defaultMaxExtraPercent = 10;

export interface ForecastStart extends Pick<ForecastSettings, "delayMs" | "isWritten" | "target"> {
  /** Of the target now. */
  readonly count: number;
  /** How old the samples of a decision are at most. */
  readonly sampleAgeMs: number;
  readonly past?: StoredForecast | null;
}

/** null: the object asks for no forecast, or has no metric with a load. */
export function startForecaster(
  object: Omit<ShadowedObject, "startMs">,
  { count, sampleAgeMs, delayMs, isWritten, target, past = null }: ForecastStart,
): Forecaster | null {
  const { forecast, syncPeriodSeconds } = object.spec;
  const clock = wallClock(forecast?.timeZone ?? "Etc/UTC");
  const metrics = forecastMetrics(object.spec);
  if (!forecast || !clock.ok || metrics.length === 0) return null;
  const startMs = (forecast.leadSeconds ?? defaultLeadSeconds) * 1_000;
  const settings = {
    ...{ clock: clock.value, metrics, mode: forecast.mode, delayMs, isWritten, target },
    leadMs: startMs + sampleAgeMs + syncPeriodSeconds * 1_000,
    maxExtraPercent: forecast.maxExtraPercent ?? defaultMaxExtraPercent,
  };
  return new Forecaster({ ...object, startMs }, settings, count, past);
}

/** The metrics whose target is one for each pod: the others say nothing of a load. */
const forecastMetrics = ({ metrics }: Pick<DefaultedSpec, "metrics">): readonly ForecastMetric[] =>
  metrics
    .map((metric, index) => ({ metric, index }))
    .filter(({ metric }) => isForEachPod(metric))
    .map(({ metric, index }) => ({ index, question: questionOf(metric) }))
    .slice(0, mostForecastMetrics);

/** An external scaler names its targets itself. */
function isForEachPod(metric: MetricSpec): boolean {
  const { target } = namedSource<Partial<Targeted>>(metric, {});
  if (!target) return metric.type === "ExternalScaler";
  return target.averageValue != null || target.averageUtilization != null;
}
