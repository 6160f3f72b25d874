import type { AutoscalerSpec, Compatibility } from "../spec/autoscaler-spec.ts";
import { checkSource } from "./recorded-source.ts";
import { readThresholds } from "./recorded-thresholds.ts";
import type { Reader } from "../untrusted-reader.ts";

const MAX_METRICS = 1000;
const modes = ["Active", "DryRun", "Paused"] as const;

/** A HorizontalPodAutoscaler is always Active. */
export interface RecordedSpec extends AutoscalerSpec {
  readonly mode: (typeof modes)[number];
}

/**
 * Reads the spec of an Autoscaler, or of a HorizontalPodAutoscaler, which is decided as upstream
 * does. It checks only what a decision relies on; validation does the rest.
 */
export function readAutoscalerSpec(reader: Reader, raw: unknown, path: string): RecordedSpec {
  const object = reader.object(raw, path);
  const spec = reader.object(object["spec"], `${path}.spec`);
  reader.integer(spec["maxReplicas"], `${path}.spec.maxReplicas`, 1);
  reader.integer(spec["minReplicas"] ?? 1, `${path}.spec.minReplicas`, 0);
  for (const { item, path: at } of reader.list(
    spec["metrics"],
    `${path}.spec.metrics`,
    MAX_METRICS,
  )) {
    checkMetric(reader, item, at);
  }
  const thresholds = readThresholds(reader, spec["thresholds"], `${path}.spec.thresholds`);
  checkBehavior(reader, spec["behavior"] ?? {}, `${path}.spec.behavior`);
  checkSeconds(reader, spec["cooldown"], `${path}.spec.cooldown`, "scaleUpSeconds");
  checkSeconds(reader, spec["cooldown"], `${path}.spec.cooldown`, "scaleDownSeconds");
  checkSeconds(reader, spec["rollout"], `${path}.spec.rollout`, "maxHoldSeconds");
  const isUpstreams = object["kind"] === "HorizontalPodAutoscaler";
  const compatibility = isUpstreams
    ? "HPA-1.36"
    : readCompatibility(reader, spec["compatibility"], `${path}.spec.compatibility`);
  const mode = isUpstreams ? "Active" : readMode(reader, spec["mode"], `${path}.spec.mode`);
  return { ...(spec as unknown as AutoscalerSpec), thresholds, compatibility, mode };
}

function readMode(reader: Reader, raw: unknown, path: string): RecordedSpec["mode"] {
  const mode = modes.find(known => known === (raw ?? "Active"));
  if (mode === undefined) reader.fail(path, "is not Active, DryRun or Paused");
  return mode ?? "Active";
}

function readCompatibility(reader: Reader, raw: unknown, path: string): Compatibility {
  const compatibility = raw ?? "None";
  if (compatibility === "None" || compatibility === "HPA-1.36") return compatibility;
  reader.fail(path, "is neither None nor HPA-1.36");
  return "None";
}

/** A metric of unknown type becomes a failed vote, as in upstream. */
function checkMetric(reader: Reader, raw: unknown, path: string): void {
  const metric = reader.object(raw, path);
  const given = checkSource(reader, metric, path);
  if (given) reader.object(given.source["target"], `${given.path}.target`);
}

function checkSeconds(reader: Reader, raw: unknown, path: string, field: string): void {
  const { [field]: seconds } = reader.object(raw ?? {}, path);
  reader.integer(seconds ?? 0, `${path}.${field}`, 0);
}

function checkBehavior(reader: Reader, raw: unknown, path: string): void {
  const behavior = reader.object(raw, path);
  for (const direction of ["scaleUp", "scaleDown"]) {
    const at = `${path}.${direction}`;
    const rules = reader.object(behavior[direction] ?? {}, at);
    for (const policy of reader.list(rules["policies"], `${at}.policies`, MAX_METRICS)) {
      const { value, periodSeconds } = reader.object(policy.item, policy.path);
      reader.integer(value, `${policy.path}.value`, 1);
      reader.integer(periodSeconds, `${policy.path}.periodSeconds`, 1);
    }
  }
}
