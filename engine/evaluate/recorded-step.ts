import type { RawScale } from "../observation/observation.ts";
import type { RolloutState } from "../observation/rollout.ts";
import type { ZeroOwner } from "../observation/zero-owner.ts";
import type { RawPod } from "../observation/pod.ts";
import { MAX_ITEMS, readObjects, readTexts } from "./recorded-lists.ts";
import { readMetrics, type RecordedMetrics } from "./recorded-metrics.ts";
import { readObject, type RecordedObject } from "./recorded-object.ts";
import { readAutoscalerSpec, type RecordedSpec } from "./recorded-spec.ts";
import type { EpochMs } from "../result.ts";
import type { Reader } from "../untrusted-reader.ts";

/** A scale, with the rollout and zero owner that its object shows. */
interface RecordedScale extends RawScale {
  readonly rollout: RolloutState | null;
  readonly zeroOf: ZeroOwner | null;
}

/** One sync of one object. */
export interface RecordedStep {
  readonly now: EpochMs;
  /** Events since the previous step, in order. */
  readonly events: readonly RecordedEvent[];
  /** The object that is synced. */
  readonly key: string;
  /** null: the spec has not changed since the previous sync. */
  readonly spec: RecordedSpec | null;
  /** null: the scale could not be read. */
  readonly scale: RecordedScale | null;
  /** The scales of the other monitored objects; null: none are monitored. */
  readonly monitored: readonly RecordedScale[] | null;
  /** How many writes of the count fail with a conflict. */
  readonly conflicts: number;
  readonly fails: { readonly updateScale: boolean; readonly updateStatus: boolean };
  readonly pods: readonly RawPod[];
  readonly metrics: RecordedMetrics;
}

/**
 * Restarted  the controller restarts and loses its memory
 * Deleted    the object is deleted; the controller keeps its state until Forgotten
 * Forgotten  the controller notices that the object is gone
 * Created    the object is created, without a status
 */
export type RecordedEvent =
  | { readonly type: "Restarted" }
  | { readonly type: "Deleted" | "Forgotten"; readonly key: string }
  | { readonly type: "Created"; readonly object: RecordedObject };

const CALLS: readonly string[] = ["getScale", "updateScale", "updateStatus"];

/** Reads the steps of a case in order, because events change which objects exist. */
export class StepReader {
  readonly #reader: Reader;
  readonly #isOneOfSeveral: boolean;
  /** The keys of the existing objects. */
  readonly #there: Set<string>;

  constructor(reader: Reader, objects: readonly RecordedObject[], isOneOfSeveral: boolean) {
    this.#reader = reader;
    this.#isOneOfSeveral = isOneOfSeveral;
    this.#there = new Set(objects.map(({ key }) => key));
  }

  read(raw: unknown, path: string): RecordedStep {
    const reader = this.#reader;
    const step = reader.object(raw, path);
    const events = reader
      .list(step["events"], `${path}.events`, MAX_ITEMS)
      .map(({ item, path: at }) => this.#readEvent(item, at));
    const key = this.#readKey(step["object"], `${path}.object`);
    if (!this.#there.has(key)) reader.fail(`${path}.object`, "is not there");
    const errors = readTexts(reader, step["errors"], `${path}.errors`);
    const unknown = errors.find(call => !CALLS.includes(call));
    if (unknown !== undefined) reader.fail(`${path}.errors`, `has an unknown call: ${unknown}`);
    const edited = step["autoscaler"] ?? null;
    const isReadable = !errors.includes("getScale");
    return {
      now: reader.time(step["now"], `${path}.now`),
      events,
      key,
      spec: edited === null ? null : readAutoscalerSpec(reader, edited, `${path}.autoscaler`),
      scale: isReadable ? readScale(reader, step["scale"], `${path}.scale`) : null,
      monitored: readMonitored(reader, step["monitored"] ?? null, `${path}.monitored`),
      conflicts: reader.integer(step["conflicts"] ?? 0, `${path}.conflicts`, 0),
      fails: {
        updateScale: errors.includes("updateScale"),
        updateStatus: errors.includes("updateStatus"),
      },
      pods: readObjects(reader, step["pods"], `${path}.pods`),
      metrics: readMetrics(reader, step["metrics"] ?? {}, `${path}.metrics`),
    };
  }

  #readKey(raw: unknown, path: string): string {
    return this.#isOneOfSeveral ? this.#reader.text(raw, path) : "";
  }

  #readEvent(raw: unknown, path: string): RecordedEvent {
    const reader = this.#reader;
    const event = reader.object(raw, path);
    const { type } = event;
    switch (type) {
      case "Restarted":
        return { type };
      case "Created": {
        const isOneOfSeveral = this.#isOneOfSeveral;
        const at = `${path}.autoscaler`;
        const object = readObject(reader, event["autoscaler"], at, { isOneOfSeveral });
        this.#there.add(object.key);
        return { type, object };
      }
      case "Deleted":
      case "Forgotten": {
        const key = this.#readKey(event["object"], `${path}.object`);
        this.#there.delete(key);
        return { type, key };
      }
      default:
        reader.fail(`${path}.type`, "is not Restarted, Deleted, Forgotten or Created");
        return { type: "Restarted" };
    }
  }
}

function readMonitored(
  reader: Reader,
  raw: unknown,
  path: string,
): readonly RecordedScale[] | null {
  if (raw === null) return null;
  return reader.list(raw, path, MAX_ITEMS).map(({ item, path: at }) => readScale(reader, item, at));
}

function readScale(reader: Reader, raw: unknown, path: string): RecordedScale {
  const scale = reader.object(raw, path);
  const count = (key: string): number => reader.integer(scale[key], `${path}.${key}`, 0);
  return {
    specReplicas: count("specReplicas"),
    statusReplicas: count("statusReplicas"),
    selector: reader.text(scale["selector"] ?? "", `${path}.selector`),
    rollout: readWord(reader, scale["rollout"], `${path}.rollout`, ["Rolling", "Announced"]),
    zeroOf: readWord(reader, scale["zeroOf"], `${path}.zeroOf`, ["Operator", "Other"]),
  };
}

/** null if absent. */
function readWord<T extends string>(
  reader: Reader,
  raw: unknown,
  path: string,
  words: readonly T[],
): T | null {
  const word = words.find(each => each === raw);
  if (word === undefined && raw != null) reader.fail(path, `is not ${words.join(" or ")}`);
  return word ?? null;
}
