import { MAX_ITEMS } from "./recorded-lists.ts";
import { readObject, type RecordedObject } from "./recorded-object.ts";
import { type RecordedStep, StepReader } from "./recorded-step.ts";
import { err, ok, type Result } from "../result.ts";
import { type Settings, upstreamSettings } from "../spec/settings.ts";
import { Reader } from "../untrusted-reader.ts";

/** A recorded case of Autoscalers: their specs, and the input of each sync. */
export interface RecordedCase {
  readonly settings: Settings;
  /** The objects that exist at the start. */
  readonly objects: readonly RecordedObject[];
  readonly steps: readonly RecordedStep[];
}

/**
 * Reads a case. The Kubernetes objects in it have the form in which the API server returns them.
 *
 * Errors  a sentence with the first invalid path.
 */
export function readAutoscalerCase(raw: unknown): Result<RecordedCase, string> {
  const reader = new Reader(Infinity);
  const recorded = reader.object(raw, "the case");
  const isOneOfSeveral = recorded["autoscalers"] !== undefined;
  const objects = isOneOfSeveral
    ? reader
        .list(recorded["autoscalers"], "autoscalers", MAX_ITEMS)
        .map(({ item, path }) => readObject(reader, item, path, { isOneOfSeveral }))
    : [readObject(reader, recorded["autoscaler"], "autoscaler", { isOneOfSeveral })];
  const settings = readSettings(reader, recorded["settings"]);
  const stepReader = new StepReader(reader, objects, isOneOfSeveral);
  const steps = reader
    .list(recorded["steps"], "steps", MAX_ITEMS)
    .map(({ item, path }) => stepReader.read(item, path));
  return reader.error === null ? ok({ settings, objects, steps }) : err(reader.error);
}

/** Flags that a case omits have upstream's defaults. */
function readSettings(reader: Reader, raw: unknown): Settings {
  const given = reader.object(raw ?? {}, "settings");
  const release = given["profile"] ?? "1.36";
  if (release !== "1.36") reader.fail("settings.profile", "is not 1.36, the only one there is");
  const number = (key: Exclude<keyof Settings, "scaleToZero">): number =>
    given[key] === undefined
      ? upstreamSettings[key]
      : reader.number(given[key], `settings.${key}`, 0);
  return {
    tolerance: number("tolerance"),
    downscaleStabilizationSeconds: number("downscaleStabilizationSeconds"),
    cpuInitializationPeriodSeconds: number("cpuInitializationPeriodSeconds"),
    initialReadinessDelaySeconds: number("initialReadinessDelaySeconds"),
    scaleToZero: reader.flag(given["scaleToZero"], "settings.scaleToZero") ?? false,
  };
}
