import type { Dice } from "./dice.ts";

/** What one replica is meant to carry, in thousandths of the load's unit, by the load's name. */
export type Capacity = Readonly<Record<LoadName, number>>;

export const loadNames = ["cpu", "memory", "rps", "qps", "queue"] as const;
export type LoadName = (typeof loadNames)[number];

/** What the containers of a pod request, in thousandths of a core and of a byte. */
export const requests = {
  app: { cpu: 200, memory: 134_217_728_000 },
  mesh: { cpu: 50, memory: 33_554_432_000 },
} as const;
/** The part of a pod's usage in its container app. */
export const appShare = 0.85;

export const drawCapacity = (dice: Dice): Capacity => ({
  cpu: Math.round(250 * dice.pick([0.3, 0.5, 0.8, 1.2])),
  memory: Math.round(167_772_160_000 * dice.pick([0.4, 0.6, 0.9])),
  rps: dice.pick([500, 10_000, 33_333, 250_000]),
  qps: dice.pick([1000, 20_000, 100_000]),
  queue: dice.pick([700, 5000, 30_000]),
});

const described = { apiVersion: "networking.k8s.io/v1", kind: "Ingress", name: "web" };

/** A source without its target: which load it measures, and the types of value that it has. */
export interface Source {
  readonly load: LoadName;
  readonly type: string;
  readonly fields: object;
  readonly valueTypes: readonly [string, ...string[]];
  /** The part of a pod's load and of its requests that it counts. */
  readonly container: "app" | null;
}

export function drawSource(dice: Dice): Source {
  const ofUsage = ["Utilization", "AverageValue"] as const;
  const ofTotal = ["AverageValue", "Value"] as const;
  const name = dice.pick<"cpu" | "memory">(["cpu", "memory"]);
  const usage = { load: name, valueTypes: ofUsage };
  const app = { name, container: "app" };
  return dice.pick<Source>([
    { ...usage, type: "Resource", fields: { name }, container: null },
    { ...usage, type: "ContainerResource", fields: app, container: "app" },
    {
      ...{ load: "rps", type: "Pods", fields: { metric: { name: "rps" } }, container: null },
      valueTypes: ["AverageValue"],
    },
    {
      ...{ load: "qps", type: "Object", container: null, valueTypes: ofTotal },
      fields: { metric: { name: "qps" }, describedObject: described },
    },
    {
      ...{ load: "queue", type: "External", fields: { metric: { name: "queue" } } },
      ...{ container: null, valueTypes: ofTotal },
    },
  ]);
}

/** The value of this type if `replicas` carry exactly what they are meant to, and `factor` times that. */
export function valueOf(
  { load, container }: Source,
  valueType: string,
  { capacity, factor, replicas }: { capacity: Capacity; factor: number; replicas: number },
): number | string {
  const each = capacity[load] * (container === null ? 1 : appShare) * factor;
  if (valueType === "Utilization") {
    const resource = load === "memory" ? "memory" : "cpu";
    const { app, mesh } = requests;
    const requested = app[resource] + (container === null ? mesh[resource] : 0);
    return Math.max(1, Math.round((each / requested) * 100));
  }
  return `${Math.max(1, Math.round(valueType === "Value" ? each * replicas : each))}m`;
}
