import { timestamp } from "../../../engine/model/values/time.ts";
import type { Dice } from "./dice.ts";
import { appShare, type Capacity, type LoadName } from "./measures.ts";
import type { DrawnWorkload } from "./workload.ts";

/** The call that asks for a load. */
const calls: Readonly<Record<LoadName, string>> = {
  ...{ cpu: "resource", memory: "resource", rps: "pods/rps" },
  ...{ qps: "object/qps", queue: "external/queue" },
};

/** The load of all workloads together, as the metrics APIs show it. */
interface Asked {
  readonly now: number;
  readonly loads: ReadonlySet<LoadName>;
  readonly capacity: Capacity;
  /** How many replicas the load needs. */
  readonly demand: number;
  readonly workloads: readonly DrawnWorkload[];
}

/** What the metrics APIs answer at one time, in the form of a recorded case. */
export function drawAnswers(dice: Dice, { now, loads, capacity, demand, workloads }: Asked) {
  const has = (name: LoadName): boolean => loads.has(name);
  const serving = workloads.flatMap(({ running }) => running).length;
  const measured = workloads.flatMap(workload => workload.measured);
  const parts = measured.filter(() => !dice.chance(0.03)).map(({ name }) => name);
  // A sample of a pod that no longer exists.
  if (dice.chance(0.05)) parts.push("web-0");
  const age = dice.chance(0.06) ? dice.pick([60, 400]) : dice.between(0, 14);
  const taken = timestamp(now - age * 1000);
  const unevenness = dice.chance(0.5) ? 0 : 0.4;
  const share = (name: LoadName): number => {
    const factor = 1 + unevenness * (dice.next() - 0.5);
    return Math.round(((capacity[name] * demand) / Math.max(1, serving)) * factor);
  };
  const total = (name: LoadName): string => {
    const value = Math.round(capacity[name] * demand);
    return dice.chance(0.02) ? "9000000000000000" : `${dice.chance(0.04) ? -value : value}m`;
  };
  const usage = (names: readonly LoadName[], part: number) =>
    Object.fromEntries(names.map(name => [name, `${Math.round(share(name) * part)}m`]));
  const usages = (["cpu", "memory"] as const).filter(has);
  const measuredAt = dice.chance(0.5) ? { timestamp: taken, windowSeconds: 15 } : {};
  const errors = new Set(Array.from(loads, name => calls[name]).filter(() => dice.chance(0.04)));
  return {
    ...(usages.length > 0 && {
      resource: parts.map(name => ({
        ...{ metadata: { name }, timestamp: taken, window: "15s" },
        containers: [
          { name: "app", usage: usage(usages, appShare) },
          { name: "mesh", usage: usage(usages, 1 - appShare) },
        ],
      })),
    }),
    ...(has("rps") && {
      pods: {
        rps: parts.map(pod => ({
          pod,
          value: `${share("rps")}m`,
          timestamp: taken,
          windowSeconds: 15,
        })),
      },
    }),
    ...(has("qps") && { object: { qps: { value: total("qps"), ...measuredAt } } }),
    ...(has("queue") && { external: { queue: [{ value: total("queue"), ...measuredAt }] } }),
    ...(errors.size > 0 && { errors: [...errors] }),
  };
}
