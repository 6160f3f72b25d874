import type { World } from "../../world/world.ts";
import type { Story } from "../story.ts";
import { queueOf5 } from "./monitors.ts";

const carry =
  (pods: number) =>
  (world: World): void => {
    world.target.carries = pods;
  };

/** What pods that crash may do. */
export const health: Readonly<Record<string, Story>> = {
  "a-full-database": {
    told: "A database accepts the connections of six pods only, and further pods crash. While most of the newest pods fail, the health gate adds none; after ten minutes it lets the load ask again for ten minutes; once the database accepts more, the size follows the load.",
    spec: {
      minReplicas: 2,
      maxReplicas: 30,
      metrics: [queueOf5],
      healthGate: { maxHoldSeconds: 600 },
    },
    workloads: { web: 4 },
    load: { queue: 20 },
    events: [
      { at: 60, told: "the database is full with six pods", happens: carry(6) },
      { at: 120, told: "half as much again", load: { queue: 30 } },
      { at: 300, told: "three times as much", load: { queue: 90 } },
      { at: 480, told: "and more", load: { queue: 120 } },
      { at: 1_200, told: "the database accepts all connections", happens: carry(Infinity) },
    ],
    minutes: 24,
  },
  "a-floor-over-the-gate": {
    told: "The minimum is enforced whatever the pods do: new pods crash, a person raises the minimum from 2 to 10, and nothing more is added although the load asks for it.",
    spec: {
      minReplicas: 2,
      maxReplicas: 30,
      metrics: [queueOf5],
      healthGate: {},
    },
    workloads: { web: 4 },
    load: { queue: 20 },
    events: [
      {
        at: 60,
        told: "new pods crash, and the load doubles",
        load: { queue: 40 },
        happens: carry(4),
      },
      { at: 120, told: "half as much again", load: { queue: 60 } },
      {
        at: 180,
        told: "a person raises the minimum to 10",
        happens: world => (world.spec = { ...world.spec, minReplicas: 10 }),
      },
      { at: 300, told: "the pods run again", happens: carry(Infinity) },
    ],
    minutes: 7,
  },
};
