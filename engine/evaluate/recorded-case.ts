import { checkSources } from "./check-sources.ts";
import * as structure from "./generated/autoscaler-case.validator.js";
import { readCase } from "./read-case.ts";
import { type ObjectJson, objectOf, type RecordedObject } from "./recorded-object.ts";
import { type RecordedStep, type StepJson, stepOf } from "./recorded-step.ts";
import { err, ok, type Result } from "../result.ts";
import { type Settings, upstreamSettings } from "../spec/settings.ts";

export interface RecordedCase {
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
export function readAutoscalerCase(raw: unknown): Result<RecordedCase, string> {
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
