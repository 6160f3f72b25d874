import type { AutoscalerSpec } from "./autoscaler-spec.ts";
import type { RawPodMetrics, RawPodValue } from "./observation/pod-sample.ts";
import type { RawPod } from "./observation/pod.ts";
import { type EpochMs, err, ok, type Result } from "./result.ts";
import { type Settings, upstreamSettings } from "./settings.ts";
import type { ConditionDraft } from "./status/conditions.ts";
import { readAutoscalerSpec } from "./recorded-spec.ts";
import { Reader } from "./untrusted-reader.ts";

/** A recorded case of an Autoscaler: what it asked for, and what every sync of it saw. */
export interface RecordedCase {
  readonly settings: Settings;
  readonly spec: AutoscalerSpec;
  /** What stands in the object's status before the first sync. */
  readonly status: {
    readonly conditions: readonly ConditionDraft[];
    readonly desiredReplicas: number;
  };
  readonly steps: readonly RecordedStep[];
}

export interface RecordedStep {
  readonly now: EpochMs;
  /** null: nobody has edited the object before this sync. */
  readonly spec: AutoscalerSpec | null;
  readonly scale: {
    readonly specReplicas: number;
    readonly statusReplicas: number;
    readonly selector: string;
  };
  readonly pods: readonly RawPod[];
  readonly metrics: RecordedMetrics;
}

/** What the metrics APIs said, by the metric's name, and which calls failed. */
export interface RecordedMetrics {
  readonly resource: readonly RawPodMetrics[];
  readonly pods: ReadonlyMap<string, readonly RawPodValue[]>;
  readonly object: ReadonlyMap<string, string>;
  readonly external: ReadonlyMap<string, readonly string[]>;
  readonly errors: readonly string[];
}

/** More than any recording has. */
const MAX_ITEMS = 1_000_000;

/**
 * Reads a case. Objects of Kubernetes inside it are taken as the API server gives them.
 *
 * Errors  a sentence with the first path that is not what it should be.
 */
export function readAutoscalerCase(raw: unknown): Result<RecordedCase, string> {
  const reader = new Reader(Infinity);
  const recorded = reader.object(raw, "the case");
  const object = reader.object(recorded["autoscaler"], "autoscaler");
  const settings = readSettings(reader, recorded["settings"]);
  const spec = readAutoscalerSpec(reader, object, "autoscaler");
  const steps = reader
    .list(recorded["steps"], "steps", MAX_ITEMS)
    .map(({ item, path }) => readStep(reader, item, path));
  const status = readStatus(reader, object["status"]);
  return reader.error === null ? ok({ settings, spec, status, steps }) : err(reader.error);
}

/** Flags that a case does not state have upstream's defaults. */
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

function readStatus(reader: Reader, raw: unknown): RecordedCase["status"] {
  const status = reader.object(raw ?? {}, "autoscaler.status");
  const conditions = reader
    .list(status["conditions"], "autoscaler.status.conditions", MAX_ITEMS)
    .map(({ item, path }) => readCondition(reader, item, path));
  const desired = status["desiredReplicas"] ?? 0;
  const desiredReplicas = reader.integer(desired, "autoscaler.status.desiredReplicas", 0);
  return { conditions, desiredReplicas };
}

function readCondition(reader: Reader, raw: unknown, path: string): ConditionDraft {
  const condition = reader.object(raw, path);
  const status = condition["status"];
  if (status !== "True" && status !== "False" && status !== "Unknown") {
    reader.fail(`${path}.status`, "is not True, False or Unknown");
  }
  return {
    type: reader.text(condition["type"], `${path}.type`),
    status: status as ConditionDraft["status"],
    reason: reader.text(condition["reason"] ?? "", `${path}.reason`),
    message: reader.text(condition["message"] ?? "", `${path}.message`),
  };
}

function readStep(reader: Reader, raw: unknown, path: string): RecordedStep {
  const step = reader.object(raw, path);
  const scale = reader.object(step["scale"], `${path}.scale`);
  const count = (key: string): number => reader.integer(scale[key], `${path}.scale.${key}`, 0);
  const edited = step["autoscaler"] ?? null;
  return {
    now: reader.time(step["now"], `${path}.now`),
    spec: edited === null ? null : readAutoscalerSpec(reader, edited, `${path}.autoscaler`),
    scale: {
      specReplicas: count("specReplicas"),
      statusReplicas: count("statusReplicas"),
      selector: reader.text(scale["selector"] ?? "", `${path}.scale.selector`),
    },
    pods: readObjects(reader, step["pods"], `${path}.pods`),
    metrics: readMetrics(reader, step["metrics"] ?? {}, `${path}.metrics`),
  };
}

function readMetrics(reader: Reader, raw: unknown, path: string): RecordedMetrics {
  const metrics = reader.object(raw, path);
  const byName = <T>(key: string, read: (value: unknown, at: string) => T): Map<string, T> => {
    const named = Object.entries(reader.object(metrics[key] ?? {}, `${path}.${key}`));
    return new Map(named.map(([name, value]) => [name, read(value, `${path}.${key}.${name}`)]));
  };
  return {
    resource: readObjects(reader, metrics["resource"], `${path}.resource`),
    pods: byName("pods", (items, at) => readObjects<RawPodValue>(reader, items, at)),
    object: byName("object", (value, at) => reader.text(value, at)),
    external: byName("external", (values, at) => readTexts(reader, values, at)),
    errors: readTexts(reader, metrics["errors"], `${path}.errors`),
  };
}

const readTexts = (reader: Reader, raw: unknown, path: string): string[] =>
  reader.list(raw, path, MAX_ITEMS).map(({ item, path: at }) => reader.text(item, at));

/** Objects as the API server gives them: that they are objects is all that is checked. */
const readObjects = <T extends object>(reader: Reader, raw: unknown, path: string): T[] =>
  reader.list(raw, path, MAX_ITEMS).map(({ item, path: at }) => reader.object(item, at) as T);
