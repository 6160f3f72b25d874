import { Forecaster } from "../../../engine/forecast/forecaster.ts";
import type { GateState } from "../../../engine/forecast/gate.ts";
import type { ShadowedObject } from "../../../engine/forecast/shadow.ts";
import { wallClock } from "../../../engine/forecast/wall-clock.ts";
import type { Decision } from "../../../engine/model/decision.ts";
import type { ObservedForecast } from "../../../engine/model/observation/observation.ts";
import type { Targeted } from "../../../engine/model/spec/autoscaler-spec.ts";
import { namedSource } from "../../../engine/model/spec/metric.ts";
import type { EpochMs } from "../../../engine/model/values/result.ts";
import type { DefaultedSpec } from "../../../engine/spec/defaults.ts";
import type { Candidate } from "../result.ts";
import type { LoadHistory } from "./load-history.ts";
import { loadOfPod, type MetricPlan } from "./metrics.ts";
import { periodOf, type PodJob } from "./pod-job.ts";

interface Measuring {
  readonly history: LoadHistory;
  readonly windowMs: number;
  readonly replicas: number;
}

type GateSpan = NonNullable<Candidate["gates"]>[number];

/** The load as the autoscaler measures it, for the forecast of one object. */
export interface ForeseenLoad {
  /** @param time of the newest measurement */
  at(now: EpochMs, time: EpochMs, measuring: Measuring): ObservedForecast | undefined;
  /** After each decision. */
  decided(decision: Decision): void;
  /** The gate from this time until the next entry. */
  readonly gates: readonly GateSpan[];
}

/** null: the object asks for no forecast, or none of its metrics follows the load. */
export function foreseenLoad(
  { plans, object, world }: PodJob,
  fixed: Omit<ShadowedObject, "startMs">,
  replicas: number,
): ForeseenLoad | null {
  const { forecast } = object.spec;
  const [plan] = plans;
  const perPod = plan ? loadOfFirst(fixed.spec, plan) : null;
  const clock = wallClock(forecast?.timeZone ?? "Etc/UTC");
  if (!forecast || !plan || perPod === null || !clock.ok) return null;
  const leadMs = (forecast.leadSeconds ?? 60) * 1_000;
  const { metricIntervalMs, metricDelayMs, metricWindowMs } = world;
  const lateMs = metricIntervalMs + metricDelayMs + metricWindowMs + periodOf(object);
  const forecaster = new Forecaster(
    { ...fixed, startMs: leadMs },
    {
      ...{ clock: clock.value, leadMs: leadMs + lateMs, delayMs: 0, mode: forecast.mode },
      maxExtraPercent: forecast.maxExtraPercent ?? 10,
    },
    replicas,
  );
  const gates: GateSpan[] = [];
  return {
    gates,
    decided: decision => forecaster.decided(decision),
    at: (now, time, { history, windowMs, replicas: live }) => {
      const means = history.means(plan.column, time - windowMs, time);
      const load = means && (plan.isLimited ? means.served : means.total);
      const observed = forecaster.observe({ now, load, perPod, replicas: live });
      noteGate(gates, now, forecaster.account.gate);
      return observed;
    },
  };
}

function noteGate(gates: GateSpan[], time: EpochMs, { isOpen, verdict }: GateState): void {
  const latest = gates.at(-1);
  if (latest?.isOpen !== isOpen || latest.verdict !== verdict)
    gates.push({ time, isOpen, verdict });
}

/** What a pod at its target has of the first metric; null: it has no target for each pod. */
function loadOfFirst({ metrics }: DefaultedSpec, plan: MetricPlan): number | null {
  const [metric] = metrics;
  const target = metric && namedSource<Targeted | null>(metric, null)?.target;
  return target ? loadOfPod(target, plan) : null;
}
