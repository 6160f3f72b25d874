import type { Random } from "../../../cli/simulate/random.ts";
import { variesSeconds } from "./loads.ts";
import { end, type LoopPod } from "./pods.ts";
import type { Happening, LoopWorld } from "./loop-world.ts";

const between = (random: Random, least: number, most: number): number =>
  Math.round(least + random() * (most - least));

/** Also the names of the metrics that an outage takes away. */
const allMetrics = ["resource", "pods/rps", "object/requests", "external/queue"];

const first = (world: LoopWorld) => world.workloads[0]!;

/** A request for other resources, from the next pod on. */
function resize(world: LoopWorld, factor: number): void {
  for (const workload of world.workloads) workload.request = Math.round(1000 * factor);
}

/** What can happen while the load varies. Afterwards, nothing happens. */
export const events = {
  /** All metrics fail. */
  outage(random) {
    const from = between(random, 600, 2400);
    const to = from + between(random, 200, 1100);
    const begin = (world: LoopWorld) => (world.failing = allMetrics);
    return [{ from, to, begin, end: world => (world.failing = []) }];
  },

  /** The operator restarts. */
  restarts(random) {
    const at = () => between(random, 300, variesSeconds);
    return [at(), at(), at()].map(from => ({ from, begin: world => (world.restarts += 1) }));
  },

  /** A third of the pods crash once. */
  crash(random) {
    const begin = (world: LoopWorld) => {
      for (const [index, pod] of world.pods.entries()) {
        if (index % 3 === 0 && pod.isReady) {
          end(pod, world.now, { exitCode: 1, restartMs: 60_000 });
        }
      }
    };
    return [{ from: between(random, 900, 3000), begin }];
  },

  /** New pods crash until a database accepts their connections again. */
  "crash loop"(random) {
    const from = between(random, 600, 2400);
    const begin = (world: LoopWorld) => (first(world).crashesFrom = world.now);
    const to = from + between(random, 300, 1200);
    return [{ from, to, begin, end: world => (first(world).crashesFrom = null) }];
  },

  /** Pods that have too much load run out of memory. */
  "out of memory"(random) {
    const kills = { afterSeconds: between(random, 60, 120), restartSeconds: 20 };
    return killsWith(kills);
  },

  /** Pods that have too much load no longer answer their liveness probe. */
  "liveness kills"(random) {
    return killsWith({ afterSeconds: between(random, 120, 240), restartSeconds: 30 });
  },

  /** The nodes have room for a few pods, and no node is added. */
  "full cluster"(random) {
    const room = between(random, 9, 18);
    return [{ from: 0, begin: world => (world.room = room) }];
  },

  /** A node is not reachable. After five minutes, its pods are deleted; it later returns. */
  "node loss"(random) {
    const from = between(random, 900, 2700);
    const onNode = ({ node }: LoopPod) => node === 0;
    const begin = (world: LoopWorld) => {
      world.lostNode = 0;
      for (const pod of world.pods.filter(onNode)) {
        if (pod.isReady) pod.changedAt = world.now;
        Object.assign(pod, { isLost: true, isReady: false });
      }
    };
    const evict = (world: LoopWorld) => {
      for (const workload of world.workloads) {
        workload.pods = workload.pods.filter(({ isLost }) => !isLost);
      }
    };
    return [
      { from, begin },
      { from: from + 300, begin: evict },
      { from: from + 900, begin: world => (world.lostNode = null) },
    ];
  },

  /** All pods are replaced, with a surge or one after the other. */
  rollout(random) {
    return [{ from: between(random, 900, 3000), begin: world => first(world).rollOut() }];
  },

  /** Of a StatefulSet: a rollout ends at its partition, where it stays. */
  partition(random) {
    const begin = (world: LoopWorld) => {
      first(world).partition = 2;
      first(world).rollOut();
    };
    return [{ from: between(random, 900, 2400), begin }];
  },

  /** Another client writes counts. */
  rival(random) {
    return [1, 2].map(() => {
      const replicas = between(random, 2, 20);
      const begin = (world: LoopWorld) => world.write(first(world).name, replicas);
      return { from: between(random, 600, variesSeconds - 600), begin };
    });
  },

  /** A vertical autoscaler changes the requests of pods that run; the kubelet defers it at first. */
  "vertical in place"(random) {
    const factor = 0.7 + random() * 0.6;
    const from = between(random, 900, 2700);
    const begin = (world: LoopWorld) => {
      resize(world, factor);
      for (const pod of world.pods) pod.request = Math.round(1000 * factor);
    };
    const actuate = (world: LoopWorld) => {
      for (const pod of world.pods) pod.actuated = pod.request;
    };
    return [
      { from, begin },
      { from: from + 600, begin: actuate },
    ];
  },

  /** A vertical autoscaler evicts pods, one a minute, to change their requests. */
  "vertical by eviction"(random) {
    const factor = 0.7 + random() * 0.6;
    const from = between(random, 900, 2400);
    const evict = (world: LoopWorld) => {
      const workload = first(world);
      const pod = workload.pods.find(({ request }) => request !== workload.request);
      workload.pods = workload.pods.filter(one => one !== pod);
    };
    return [
      { from, begin: world => resize(world, factor) },
      ...Array.from({ length: 20 }, (_, minute) => ({ from: from + minute * 60, begin: evict })),
    ];
  },

  /** A quota keeps pods from existing. */
  quota(random) {
    const quota = between(random, 9, 18);
    return [{ from: 0, begin: world => (world.quota = quota) }];
  },
} satisfies Readonly<Record<string, (random: Random) => Happening[]>>;

const killsWith = (kills: NonNullable<LoopWorld["kills"]>): Happening[] => [
  {
    ...{ from: 0, to: variesSeconds },
    begin: world => (world.kills = kills),
    end: world => (world.kills = null),
  },
];

export type EventName = keyof typeof events;

export const eventNames = Object.keys(events) as EventName[];
