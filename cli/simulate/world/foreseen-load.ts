import { dayBalance, isWrong } from "../../../engine/forecast/gate.ts";
import type { ShadowedObject } from "../../../engine/forecast/shadow.ts";
import { startForecaster } from "../../../engine/forecast/start-forecaster.ts";
import type { AutoscalerOutcome } from "../../../engine/decide.ts";
import type { EpochMs } from "../../../engine/model/values/result.ts";
import type { SimulatedForecast } from "../result.ts";
import type { PodJob } from "./pod-job.ts";

export type ForeseenLoad = NonNullable<ReturnType<typeof foreseenLoad>>;

/** The forecast of one object; null: it asks for none, or none of its metrics follows the load. */
export function foreseenLoad(
  { world: { metricIntervalMs, metricDelayMs, metricWindowMs } }: PodJob,
  fixed: Omit<ShadowedObject, "startMs">,
  count: number,
) {
  const sampleAgeMs = metricIntervalMs + metricDelayMs + metricWindowMs;
  const forecaster = startForecaster(fixed, { count, sampleAgeMs, delayMs: 0 });
  if (!forecaster) return null;
  const { account, report } = forecaster;
  const gates: SimulatedForecast["gates"][number][] = [];
  const days: SimulatedForecast["days"][number][] = [];
  return {
    /** Until now. */
    done: { mode: report.mode, gates, days },
    observe: (now: EpochMs, replicas: number) => forecaster.observe(now, replicas),
    decided: (outcome: AutoscalerOutcome) => {
      forecaster.decided(outcome);
      const { time } = outcome.decision;
      const { isOpen, verdict } = account.gate;
      const [latest, day] = [gates.at(-1), account.stored.days.at(-1)];
      if (day && day.number !== days.at(-1)?.number) {
        const was = { isOpen: latest?.isOpen === true, isWrong: isWrong(day) };
        days.push({ ...day, ...dayBalance(day), ...was, time });
      }
      if (latest?.isOpen !== isOpen || latest.verdict !== verdict) {
        gates.push({ time, isOpen, verdict });
      }
    },
  };
}
