import type { MetricStatus } from "../../engine/recommend/metric-vote.ts";
import type { Trace } from "../../engine/pipeline/trace.ts";
import { err, ok, type Result } from "../../engine/result.ts";
import { type Settings, upstreamSettings } from "../../engine/spec/settings.ts";
import { checkSources } from "./check-sources.ts";
import * as structure from "./generated/autoscaler-case.validator.js";
import { readCase } from "./read-case.ts";
import { type ObjectJson, objectOf, type RecordedObject } from "./recorded-object.ts";
import { after, begin, type Standings } from "./recorded-state.ts";
import { type RecordedStep, type StepJson, stepOf } from "./recorded-step.ts";
import { sync, type Synced } from "./recorded-sync.ts";

export interface StepOutcome {
  /** "namespace/name"; only set if the case has several objects. */
  readonly object?: string;
  /** The replica count written to the target; null: none. */
  readonly scaleTo: number | null;
  readonly desiredReplicas: number;
  /** "Status/Reason" by type. */
  readonly conditions: Readonly<Record<string, string>>;
  readonly currentMetrics: readonly MetricStatus[];
  readonly trace: Trace;
}

/**
 * Decides a recorded case sync by sync with the operator's own functions. A HorizontalPodAutoscaler
 * is decided, and its state kept, as upstream does.
 *
 * Errors  a sentence if the input is not such a case.
 */
export function decideAutoscalerCase(
  raw: unknown,
): Result<{ readonly steps: readonly StepOutcome[] }, string> {
  const recorded = readAutoscalerCase(raw);
  if (!recorded.ok) return recorded;
  const { settings, objects } = recorded.value;
  let standings: Standings = new Map(objects.map(object => [object.key, begin(object)]));
  const steps: StepOutcome[] = [];
  for (const step of recorded.value.steps) {
    for (const event of step.events) standings = after(standings, event, step.now);
    const before = standings.get(step.key);
    // The reader has checked that the object exists.
    if (!before) continue;
    const standing = { ...before, spec: step.spec ?? before.spec };
    const synced = sync({ settings, step, standing, standings });
    standings = new Map(standings).set(step.key, synced.standing);
    steps.push(outcomeOf(synced));
  }
  return ok({ steps });
}

/** The status after the sync, whether or not the status write succeeded. */
function outcomeOf({ scaleTo, trace, standing: { key, status } }: Synced): StepOutcome {
  const { conditions, desiredReplicas, currentMetrics } = status;
  return {
    ...(key === "" ? {} : { object: key }),
    scaleTo,
    desiredReplicas,
    conditions: Object.fromEntries(
      conditions.map(({ type, status: value, reason }) => [type, `${value}/${reason}`]),
    ),
    currentMetrics,
    trace,
  };
}

interface RecordedCase {
  readonly settings: Settings;
  readonly objects: readonly RecordedObject[];
  readonly steps: readonly RecordedStep[];
}

/** As in autoscaler-case.schema.yaml. */
interface CaseJson {
  readonly settings?: Partial<Settings>;
  readonly autoscaler?: ObjectJson;
  readonly autoscalers?: readonly ObjectJson[];
  readonly steps?: readonly StepJson[];
}

/**
 * Reads a case. The Kubernetes objects in it have the form in which the API server returns them.
 * Settings that it omits have upstream's defaults.
 *
 * Errors  a sentence with the first invalid path.
 */
function readAutoscalerCase(raw: unknown): Result<RecordedCase, string> {
  const read = readCase(structure, raw, checkSources);
  if (!read.ok) return read;
  const { settings, autoscaler, autoscalers, steps = [] } = read.value as CaseJson;
  const isOneOfSeveral = autoscalers !== undefined;
  const objects = autoscalers ?? (autoscaler ? [autoscaler] : []);
  const recorded: RecordedCase = {
    settings: { ...upstreamSettings, ...settings },
    objects: objects.map(object => objectOf(object, isOneOfSeveral)),
    steps: steps.map(step => stepOf(step, isOneOfSeveral)),
  };
  const lost = firstWithoutObject(recorded);
  if (lost === -1) return ok(recorded);
  return err(`steps[${lost}].object: no such object exists at this step; create it with an event`);
}

/** The index of the first step whose object does not exist at that time; -1: there is none. */
function firstWithoutObject({ objects, steps }: RecordedCase): number {
  const there = new Set(objects.map(({ key }) => key));
  return steps.findIndex(({ events, key }) => {
    for (const event of events) {
      if (event.type === "Created") there.add(event.object.key);
      else if (event.type !== "Restarted") there.delete(event.key);
    }
    return !there.has(key);
  });
}
