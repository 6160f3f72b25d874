import type { Forecaster, StoredForecast } from "../forecast/forecaster.ts";
import { type ForecastStart, startForecaster } from "../forecast/start-forecaster.ts";
import { profiles } from "../model/spec/profile.ts";
import { upstreamSettings } from "../model/spec/settings.ts";
import { ok } from "../model/values/result.ts";
import { withDefaults } from "../spec/defaults.ts";
import { afterWrite, syncTarget } from "../sync.ts";
import { emptyMemory, type TargetMemory } from "../transition.ts";

export const aMonday = Date.parse("2026-03-02T00:00:00Z");
export const hourMs = 3_600_000;
export const dayMs = 24 * hourMs;

/** 20 from 8 to 18 on working days, else 2, in units of which a pod has one at its target. */
export function officeLoad(time: number): number {
  const [day, hour] = [Math.floor((time - aMonday) / dayMs), ((time - aMonday) % dayMs) / hourMs];
  return day % 7 < 5 && hour >= 8 && hour < 18 ? 20 : 2;
}

const target = { type: "AverageValue", averageValue: "1" } as const;

export const externalMetric = (name: string) =>
  ({ type: "External", external: { metric: { name }, target } }) as const;

type Given = Parameters<typeof withDefaults>[0];

/** An object that asks for a forecast. */
export const forecastObject = (fields: Partial<Given> = {}) => ({
  spec: withDefaults(
    {
      ...{ minReplicas: 1, maxReplicas: 100, syncPeriodSeconds: 300 },
      ...{ metrics: [externalMetric("load")], forecast: { mode: "Active", leadSeconds: 240 } },
      ...fields,
    },
    upstreamSettings,
  ),
  settings: upstreamSettings,
  profile: profiles["Trimtab-1"],
});

interface Lived {
  readonly from: number;
  readonly until: number;
  readonly load?: (time: number) => number;
  readonly object?: ReturnType<typeof forecastObject>;
  readonly past?: StoredForecast | null;
}

/** The forecaster of an object that has followed a load for a while. */
export function learnedForecaster(lived: Lived): Forecaster {
  const { from, until, load = officeLoad, object = forecastObject(), past = null } = lived;
  const started: ForecastStart = {
    count: 3,
    sampleAgeMs: 60_000,
    delayMs: 0,
    isWritten: true,
    past,
  };
  const forecaster = startForecaster(object, started);
  if (!forecaster) throw new Error("the object has no forecast");
  let [memory, count]: [TargetMemory, number] = [emptyMemory, 3];
  const stepMs = object.spec.syncPeriodSeconds * 1_000;
  for (let now = from; now < until; now += stepMs) {
    const forecast = forecaster.observe(now, count);
    const values = [BigInt(Math.round(1_000 * load(now)))];
    const answer = { kind: "Values", values, measured: { time: now, windowMs: 30_000 } } as const;
    const synced = syncTarget(memory, {
      ...{ uid: "", mode: "Active", isTotal: false, now, ...object },
      observation: {
        scale: { specReplicas: count, statusReplicas: count },
        pods: ok([]),
        answers: object.spec.metrics.map(() => answer),
        forecast,
      },
    });
    memory = synced.memory;
    if (!synced.outcome) continue;
    forecaster.decided(synced.outcome);
    const { from: before, to } = synced.outcome.decision;
    if (before !== to) [memory, count] = [afterWrite(memory, { from: before, to, now }), to];
  }
  return forecaster;
}
