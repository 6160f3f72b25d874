import { dayBalance, type GateState, isWrong } from "../../../engine/forecast/gate.ts";
import type { ShadowedObject } from "../../../engine/forecast/shadow.ts";
import { startForecaster } from "../../../engine/forecast/start-forecaster.ts";
import type { AutoscalerOutcome } from "../../../engine/decide.ts";
import type { EpochMs } from "../../../engine/model/values/result.ts";
import type { SimulatedForecast } from "../result.ts";
import type { PodJob } from "./pod-job.ts";

/** The forecast of one object; null: it asks for none, or none of its metrics follows the load. */
export function foreseenLoad(
  { world: { metricIntervalMs, metricDelayMs, metricWindowMs } }: PodJob,
  fixed: Omit<ShadowedObject, "startMs">,
  count: number,
) {
  const sampleAgeMs = metricIntervalMs + metricDelayMs + metricWindowMs;
  const forecaster = startForecaster(fixed, { count, sampleAgeMs, delayMs: 0, isWritten: true });
  if (!forecaster) return null;
  const { account, report } = forecaster;
  const gates: SimulatedForecast["gates"][number][] = [];
  const days: SimulatedForecast["days"][number][] = [];
  let gate: GateState | null = null;
  return {
    /** Until now. */
    done: { mode: report.mode, gates, days },
    observe: (now: EpochMs, replicas: number) => forecaster.observe(now, replicas),
    decided: (outcome: AutoscalerOutcome) => {
      forecaster.decided(outcome);
      // It is judged at the end of each day.
      if (account.gate === gate) return;
      const [{ time }, day] = [outcome.decision, account.days.at(-1)];
      if (day && day.number !== days.at(-1)?.number) {
        const was = { isOpen: gate?.isOpen === true, isWrong: isWrong(day) };
        days.push({ ...day, ...dayBalance(day), ...was, time });
      }
      ({ gate } = account);
      gates.push({ time, isOpen: gate.isOpen, verdict: gate.verdict });
    },
  };
}
