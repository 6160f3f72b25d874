import { startForecaster } from "../../../engine/forecast/start-forecaster.ts";
import type { GateState } from "../../../engine/forecast/gate.ts";
import type { ShadowedObject } from "../../../engine/forecast/shadow.ts";
import type { AutoscalerOutcome } from "../../../engine/decide.ts";
import type { ObservedForecast } from "../../../engine/model/observation/observation.ts";
import type { EpochMs } from "../../../engine/model/values/result.ts";
import type { Candidate } from "../result.ts";
import type { PodJob } from "./pod-job.ts";

type GateSpan = NonNullable<Candidate["gates"]>[number];

/** The forecast of one object. */
export interface ForeseenLoad {
  observe(now: EpochMs, replicas: number): ObservedForecast;
  /** After each decision. */
  decided(outcome: AutoscalerOutcome): void;
  /** The gate from this time until the next entry. */
  readonly gates: readonly GateSpan[];
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
  const gates: GateSpan[] = [];
  return {
    gates,
    observe: (now, replicas) => forecaster.observe(now, replicas),
    decided: outcome => {
      forecaster.decided(outcome);
      noteGate(gates, outcome.decision.time, forecaster.account.gate);
    },
  };
}

function noteGate(gates: GateSpan[], time: EpochMs, { isOpen, verdict }: GateState): void {
  const latest = gates.at(-1);
  if (latest?.isOpen !== isOpen || latest.verdict !== verdict)
    gates.push({ time, isOpen, verdict });
}
