import { err, ok, type Result } from "../../engine/model/values/result.ts";
import { type Settings, upstreamSettings } from "../../engine/model/spec/settings.ts";
import * as structure from "./generated/autoscaler-case.validator.js";
import { checkSources, readCase } from "./check-case.ts";
import { type ObjectJson, objectOf, type StepJson, stepOf } from "./recorded-step.ts";
import { after, begin, type Standings } from "./recorded-state.ts";
import { sync, type Synced } from "./recorded-sync.ts";

export type StepOutcome = ReturnType<typeof outcomeOf>;

/**
 * Decides a recorded case sync by sync with the operator's own functions. A HorizontalPodAutoscaler
 * is decided, and its state kept, as upstream does. The Kubernetes objects in a case have the form in which
 * the API server returns them. Settings that it omits have upstream's defaults.
 *
 * Errors  a sentence with the first invalid path.
 */
export function decideAutoscalerCase(
  raw: unknown,
): Result<{ readonly steps: readonly StepOutcome[] }, string> {
  const read = readCase(structure, raw, checkSources);
  if (!read.ok) return read;
  const { autoscaler, autoscalers, steps: recorded = [], ...rest } = read.value as CaseJson;
  const settings = { ...upstreamSettings, ...rest.settings };
  const isOneOfSeveral = autoscalers !== undefined;
  const objects = autoscalers ?? (autoscaler ? [autoscaler] : []);
  const first = objects.map(object => begin(objectOf(object, isOneOfSeveral)));
  let standings: Standings = new Map(first.map(standing => [standing.key, standing]));
  const steps: StepOutcome[] = [];
  for (const [index, json] of recorded.entries()) {
    const step = stepOf(json, isOneOfSeveral);
    for (const event of step.events) standings = after(standings, event, step.now);
    const before = standings.get(step.key);
    if (!before || before.isDeleted) return err(`steps[${index}].object: ${noObject}`);
    const standing = { ...before, spec: step.spec ?? before.spec };
    const synced = sync({ settings, step, standing, standings });
    standings = new Map(standings).set(step.key, synced.standing);
    steps.push(outcomeOf(synced));
  }
  return ok({ steps });
}

const noObject = "no such object exists at this step; create it with an event";

/** The status after the sync, whether or not the status write succeeded. */
function outcomeOf({ scaleTo, trace, standing: { key, status } }: Synced) {
  const { conditions, desiredReplicas, currentMetrics } = status;
  return {
    /** "namespace/name"; only set if the case has several objects. */
    ...(key === "" ? {} : { object: key }),
    /** The replica count written to the target; null: none. */
    scaleTo,
    desiredReplicas,
    /** "Status/Reason" by type. */
    conditions: Object.fromEntries(
      conditions.map(({ type, status: value, reason }) => [type, `${value}/${reason}`]),
    ),
    currentMetrics,
    trace,
  };
}

/** As in autoscaler-case.schema.yaml. */
interface CaseJson {
  readonly settings?: Partial<Settings>;
  readonly autoscaler?: ObjectJson;
  readonly autoscalers?: readonly ObjectJson[];
  readonly steps?: readonly StepJson[];
}
