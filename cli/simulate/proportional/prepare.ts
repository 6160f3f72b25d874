import { err, ok, type Result } from "../../../engine/result.ts";
import { type Load, loadOf } from "../load/load.ts";
import type { SimulatedLoad } from "../result.ts";
import type { Prepared, Request } from "../simulation.ts";
import { countedBy, nodesColumn, planSizes } from "./cluster-sizes.ts";
import type { ProportionalJob, ProportionalObject } from "./proportional-run.ts";

/** What to simulate. */
interface ProportionalRequest
  extends Pick<Request, "load" | "factors" | "price" | "notes">, Pick<ProportionalJob, "replicas"> {
  readonly objects: readonly ProportionalObject[];
}

/** Errors: a sentence about an object and the load. */
export function prepareProportional(request: ProportionalRequest): Result<Prepared, string> {
  const { objects, load, factors, replicas, price, notes } = request;
  const counted = new Set(objects.flatMap(({ parameters }) => countedBy(parameters)));
  const unasked = [...factors.keys()].find(name => !counted.has(name));
  if (unasked !== undefined) {
    const names = ["nodes", ...counted].join(", ");
    return err(
      `--metric ${unasked}: must be what is counted for each node; the objects count ${names}`,
    );
  }
  const jobs: ProportionalJob[] = [];
  for (const object of objects) {
    const plan = planSizes(object.name, object.parameters, load, factors);
    if (!plan.ok) return plan;
    jobs.push({ object, plan: plan.value, replicas });
  }
  const shown = sizesOf(load);
  if (!shown.ok) return shown;
  const setting = { load: shown.value, world: null, notes: [...load.notes, ...notes] };
  return ok({ jobs, load, price, setting });
}

/** The nodes, and the other columns. */
function sizesOf(load: Load): Result<SimulatedLoad, string> {
  const nodes = nodesColumn(load);
  if (!nodes.ok) return nodes;
  const others = load.columns.flatMap((name, column) =>
    column === nodes.value ? [] : [{ name, values: Array.from(load.values[column] ?? []) }],
  );
  return ok({ ...loadOf(load, nodes.value, "nodes"), ...(others.length > 0 ? { others } : {}) });
}
