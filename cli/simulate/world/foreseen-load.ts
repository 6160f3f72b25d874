import { balanceOf } from "../../../engine/forecast/account.ts";
import { isWrong } from "../../../engine/forecast/gate.ts";
import type { ShadowedObject } from "../../../engine/forecast/shadow.ts";
import { startForecaster } from "../../../engine/forecast/start-forecaster.ts";
import type { AutoscalerOutcome } from "../../../engine/decide.ts";
import type { ObservedForecast } from "../../../engine/model/observation/observation.ts";
import type { EpochMs } from "../../../engine/model/values/result.ts";
import type { SimulatedForecast } from "../result.ts";
import type { PodJob } from "./pod-job.ts";

/** The forecast of one object. */
export interface ForeseenLoad {
  observe(now: EpochMs, replicas: number): ObservedForecast;
  /** After each decision. */
  decided(outcome: AutoscalerOutcome): void;
  /** What it has done so far. */
  readonly done: SimulatedForecast;
}

/** null: the object asks for no forecast, or none of its metrics follows the load. */
export function foreseenLoad(
  { world: { metricIntervalMs, metricDelayMs, metricWindowMs } }: PodJob,
  fixed: Omit<ShadowedObject, "startMs">,
  count: number,
): ForeseenLoad | null {
  const sampleAgeMs = metricIntervalMs + metricDelayMs + metricWindowMs;
  const forecaster = startForecaster(fixed, { count, sampleAgeMs, delayMs: 0 });
  if (!forecaster) return null;
  const { account, report } = forecaster;
  const gates: SimulatedForecast["gates"][number][] = [];
  const days: SimulatedForecast["days"][number][] = [];
  let judged = account.stored.days.at(-1);
  return {
    done: { mode: report.mode, gates, days },
    observe: (now, replicas) => forecaster.observe(now, replicas),
    decided: outcome => {
      forecaster.decided(outcome);
      const { time } = outcome.decision;
      const { gate, stored } = account;
      const [latest, day] = [gates.at(-1), stored.days.at(-1)];
      if (day && day !== judged) {
        const isOpen = latest?.isOpen === true;
        days.push({ time, isOpen, isWrong: isWrong(day), ...balanceOf([day]) });
      }
      judged = day;
      const { isOpen, verdict } = gate;
      if (latest?.isOpen !== isOpen || latest.verdict !== verdict)
        gates.push({ time, isOpen, verdict });
    },
  };
}
