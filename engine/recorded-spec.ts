import type { AutoscalerSpec, Compatibility } from "./autoscaler-spec.ts";
import type { Reader } from "./untrusted-reader.ts";

/** The source that a metric of each type carries, and what must be in it. */
const SOURCES: ReadonlyMap<string, { readonly key: string; readonly texts: readonly string[] }> =
  new Map([
    ["Resource", { key: "resource", texts: ["name"] }],
    ["ContainerResource", { key: "containerResource", texts: ["name", "container"] }],
    ["Pods", { key: "pods", texts: ["metric.name"] }],
    ["Object", { key: "object", texts: ["metric.name", "describedObject.kind"] }],
    ["External", { key: "external", texts: ["metric.name"] }],
  ]);

const MAX_METRICS = 1000;

/**
 * The spec of an Autoscaler or of a HorizontalPodAutoscaler, which is decided as upstream does it.
 * What a decision would stumble over is checked; the rest is the validation's.
 */
export function readAutoscalerSpec(reader: Reader, raw: unknown, path: string): AutoscalerSpec {
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
  checkBehavior(reader, spec["behavior"] ?? {}, `${path}.spec.behavior`);
  checkSeconds(reader, spec["cooldown"], `${path}.spec.cooldown`, "scaleUpSeconds");
  checkSeconds(reader, spec["cooldown"], `${path}.spec.cooldown`, "scaleDownSeconds");
  checkSeconds(reader, spec["rollout"], `${path}.spec.rollout`, "maxHoldSeconds");
  const compatibility =
    object["kind"] === "HorizontalPodAutoscaler"
      ? "HPA-1.36"
      : readCompatibility(reader, spec["compatibility"], `${path}.spec.compatibility`);
  return { ...(spec as unknown as AutoscalerSpec), compatibility };
}

function readCompatibility(reader: Reader, raw: unknown, path: string): Compatibility {
  const compatibility = raw ?? "None";
  if (compatibility === "None" || compatibility === "HPA-1.36") return compatibility;
  reader.fail(path, "is neither None nor HPA-1.36");
  return "None";
}

/** A type that nobody knows is a failed vote, as upstream has it. */
function checkMetric(reader: Reader, raw: unknown, path: string): void {
  const metric = reader.object(raw, path);
  const source = SOURCES.get(reader.text(metric["type"], `${path}.type`));
  if (!source) return;
  const given = reader.object(metric[source.key], `${path}.${source.key}`);
  reader.object(given["target"], `${path}.${source.key}.target`);
  for (const name of source.texts) {
    const [first = "", second] = name.split(".");
    const at = `${path}.${source.key}.${name}`;
    const value = second === undefined ? given[first] : reader.object(given[first], at)[second];
    reader.text(value, at);
  }
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
