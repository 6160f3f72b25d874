import { valueAt } from "../../engine/validate/structure.ts";

type Note = readonly [path: string, note: string];

/** What of the object the simulation does not follow, with its path. */
export function notesOn(raw: unknown): readonly Note[] {
  const has = (field: string): boolean => valueAt(raw, ["spec", field]) !== undefined;
  const noteIf = (isSo: boolean, field: string, note: string): readonly Note[] =>
    isSo ? [[`spec.${field}`, note]] : [];
  const mode = valueAt(raw, ["spec", "mode"]);
  const isOwn = valueAt(raw, ["spec", "selectionStrategy"]) === "OwnerReference";
  const oneWorkload = "the workloads of a selector are simulated as one";
  return [
    ...["DryRun", "Paused"].flatMap(idle =>
      noteIf(mode === idle, "mode", `mode ${idle} is simulated as Active`),
    ),
    ...noteIf(has("nodes"), "nodes", "the nodes of the load are those that count"),
    ...noteIf(isSeveral(raw), "scaleTargetRefs", "all targets get the same size; one is counted"),
    ...noteIf(has("targetSelector"), "targetSelector", oneWorkload),
    ...noteIf(has("monitorSelectors"), "monitorSelectors", oneWorkload),
    ...noteIf(isOwn, "selectionStrategy", "every simulated pod is the workload's own"),
    ...noteIf(
      has("healthGate"),
      "healthGate",
      "no simulated container crashes; a pod fails if it starts for too long",
    ),
    ...noteIf(
      has("scaleDownOrder"),
      "scaleDownOrder",
      "simulated pods share the load evenly, and the youngest go first",
    ),
    ...noteIf(isPushed(raw), "metrics", "a simulated scaler announces nothing before a sync"),
  ];
}

function isSeveral(raw: unknown): boolean {
  const targets = valueAt(raw, ["spec", "scaleTargetRefs"]);
  return Array.isArray(targets) && targets.length > 1;
}

function isPushed(raw: unknown): boolean {
  const metrics = valueAt(raw, ["spec", "metrics"]);
  return (
    Array.isArray(metrics) &&
    metrics.some(metric => valueAt(metric, ["externalScaler", "push"]) === true)
  );
}
