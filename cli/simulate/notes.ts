import { valueAt } from "../../engine/validate/structure.ts";

type Note = readonly [path: string, note: string];

/** What of the object the simulation does not follow, with its path. */
export function notesOn(raw: unknown): readonly Note[] {
  const field = (name: string): unknown => valueAt(raw, ["spec", name]);
  const has = (name: string): boolean => field(name) !== undefined;
  const [mode, targets, metrics] = ["mode", "scaleTargetRefs", "metrics"].map(field);
  const isPushed =
    Array.isArray(metrics) &&
    metrics.some(each => valueAt(each, ["externalScaler", "push"]) === true);
  const oneWorkload = "the workloads of a selector are simulated as one";
  const notes: readonly (readonly [isSo: boolean, ...Note])[] = [
    [mode === "DryRun" || mode === "Paused", "mode", `mode ${String(mode)} is simulated as Active`],
    [has("nodes"), "nodes", "the nodes of the load are those that count"],
    [
      Array.isArray(targets) && targets.length > 1,
      "scaleTargetRefs",
      "all targets get the same size; one is counted",
    ],
    [has("targetSelector"), "targetSelector", oneWorkload],
    [has("monitorSelectors"), "monitorSelectors", oneWorkload],
    [
      field("selectionStrategy") === "OwnerReference",
      "selectionStrategy",
      "every simulated pod is the workload's own",
    ],
    [
      has("healthGate"),
      "healthGate",
      "no simulated container crashes; a pod fails if it starts for too long",
    ],
    [
      has("scaleDownOrder"),
      "scaleDownOrder",
      "simulated pods share the load evenly, and the youngest go first",
    ],
    [isPushed, "metrics", "a simulated scaler announces nothing before a sync"],
  ];
  return notes.flatMap(([isSo, name, note]) => (isSo ? [[`spec.${name}`, note] as const] : []));
}
