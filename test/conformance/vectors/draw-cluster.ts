import type { RawNode } from "../../../engine/model/observation/node.ts";
import { behaviors, waits } from "../../../engine/testing/autoscaler-world.ts";
import { timestamp } from "../../../engine/model/values/time.ts";
import {
  type ClusterExpectation,
  ClusterPlay,
  type ClusterSpec,
  type ClusterStart,
  type ClusterStep,
} from "./cluster-play.ts";
import { Dice } from "./dice.ts";

/** A ClusterProportionalAutoscaler, and what happens to its nodes, with each decision. */
export interface ClusterVector extends ClusterStart {
  readonly name: string;
  readonly steps: readonly (ClusterStep & { readonly expect: ClusterExpectation })[];
}

type Behavior = NonNullable<ClusterSpec["behavior"]>;

const START = Date.parse("2026-01-01T12:00:00Z");

export function drawCluster(seed: number, count: number): ClusterVector {
  const dice = new Dice(seed);
  const start = {
    ...{ spec: drawSpec(dice), replicas: dice.between(1, 6) },
    includeUnschedulableNodes: dice.chance(0.3),
  };
  const play = new ClusterPlay(start);
  const nodes = new DrawnNodes(dice);
  let now = START;
  const steps: ClusterVector["steps"][number][] = [];
  for (let index = 0; index < count; index += 1) {
    if (index > 0) now += Math.max(1000, Math.round(dice.draw(waits) / 1000) * 1000);
    const changes = index === 0 ? { nodes: nodes.join(dice.between(1, 12), now) } : nodes.pass(now);
    const step: ClusterStep = {
      ...{ now: timestamp(now), ...changes },
      ...(dice.chance(0.05) && { replicas: dice.between(0, 9) }),
      ...(dice.chance(0.05) && { isRestarted: true }),
    };
    steps.push({ ...step, expect: play.decide(step) });
  }
  return { name: `trimtab-1-cluster-${seed}`, ...start, steps };
}

function drawSpec(dice: Dice): ClusterSpec {
  const behavior = dice.chance(0.5) ? { behavior: dice.draw(behaviors) as Behavior } : {};
  return dice.chance(0.6)
    ? { linear: drawLinear(dice), ...behavior }
    : { ladder: drawLadder(dice), ...behavior };
}

function drawLinear(dice: Dice): NonNullable<ClusterSpec["linear"]> {
  const by = dice.pick(["cores", "nodes", "both"]);
  const minReplicas = dice.between(1, 3);
  return {
    ...(by !== "nodes" && { coresPerReplica: dice.pick([1, 2.5, 8, 16]) }),
    ...(by !== "cores" && { nodesPerReplica: dice.pick([1, 1.5, 3, 16]) }),
    ...(dice.chance(0.7) && { minReplicas }),
    ...(dice.chance(0.6) && { maxReplicas: minReplicas + dice.between(1, 6) }),
    ...(dice.chance(0.5) && { preventSinglePointFailure: true }),
  };
}

function drawLadder(dice: Dice): NonNullable<ClusterSpec["ladder"]> {
  const sizes = [0, 1, 4, 9, 20].filter(() => dice.chance(0.6));
  const steps = sizes.length > 0 ? sizes : [1];
  const counts = steps.map(() => dice.between(0, 7)).sort((a, b) => a - b);
  const by = dice.pick(["cores", "nodes", "both"]);
  const count = (index: number): number => counts[index] ?? 1;
  return {
    ...(by !== "nodes" && {
      coresToReplicas: steps.map((size, index) => ({ cores: size * 3, replicas: count(index) })),
    }),
    ...(by !== "cores" && {
      nodesToReplicas: steps.map((size, index) => ({ nodes: size, replicas: count(index) })),
    }),
  };
}

interface Node {
  readonly name: string;
  readonly cpu: string;
  readonly creationTimestamp: string;
  unschedulable: boolean;
  status: string;
  since: number;
}

/** Nodes that join, leave, are cordoned, and cease to be ready. */
class DrawnNodes {
  readonly #dice: Dice;
  #nodes: Node[] = [];
  #made = 0;

  constructor(dice: Dice) {
    this.#dice = dice;
  }

  join(count: number, now: number): RawNode[] {
    const added = Array.from({ length: count }, (): Node => {
      this.#made += 1;
      return {
        ...{ name: `n${this.#made}`, cpu: this.#dice.pick(["2", "3920m", "8"]) },
        ...{ creationTimestamp: timestamp(now - 60_000), unschedulable: false },
        ...{ status: "True", since: now - 40_000 },
      };
    });
    this.#nodes.push(...added);
    return added.map(node => toRaw(node));
  }

  pass(now: number): Pick<ClusterStep, "nodes" | "gone"> {
    const dice = this.#dice;
    const gone = this.#nodes.filter(() => dice.chance(0.03)).map(({ name }) => name);
    this.#nodes = this.#nodes.filter(({ name }) => !gone.includes(name));
    const changed = this.#nodes.filter(node => this.#change(node, now));
    const joined = dice.chance(0.15) ? this.join(dice.between(1, 6), now) : [];
    const isRestarting = dice.chance(0.1);
    const nodes = [...changed.map(node => toRaw(node, isRestarting)), ...joined];
    return { ...(nodes.length > 0 && { nodes }), ...(gone.length > 0 && { gone }) };
  }

  /** Whether anything of it changes. */
  #change(node: Node, now: number): boolean {
    const dice = this.#dice;
    if (dice.chance(0.03)) {
      node.unschedulable = !node.unschedulable;
      return true;
    }
    if (!dice.chance(node.status === "True" ? 0.05 : 0.2)) return false;
    // Between two observations, a node may have been ready for a moment.
    const isBackAgain = node.status !== "True" && dice.chance(0.3);
    const next = node.status === "True" ? dice.pick(["False", "Unknown"]) : "True";
    node.status = isBackAgain ? node.status : next;
    node.since = now;
    return true;
  }
}

/** @param isRestarting whether its kubelet restarts, which may leave it without its resources */
const toRaw = (node: Node, isRestarting = false): RawNode => ({
  metadata: { name: node.name, creationTimestamp: node.creationTimestamp },
  ...(node.unschedulable && { spec: { unschedulable: true } }),
  status: {
    ...(!isRestarting && { allocatable: { cpu: node.cpu } }),
    conditions: [{ type: "Ready", status: node.status, lastTransitionTime: timestamp(node.since) }],
  },
});
