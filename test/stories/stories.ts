import type { World } from "../world/world.ts";
import type { Story } from "./story.ts";

const cpuAt50 = {
  type: "Resource",
  resource: { name: "cpu", target: { type: "Utilization", averageUtilization: 50 } },
} as const;

const queueOf5 = {
  type: "External",
  external: { metric: { name: "queue" }, target: { type: "AverageValue", averageValue: "5" } },
} as const;

const requestsOf = (comparison: "GreaterThan" | "LessThan", value: string) => ({
  metric: { type: "Pods", pods: { metric: { name: "rps" } } } as const,
  ...{ comparison, value, durationSeconds: 30 },
});
const above50 = {
  name: "busy",
  type: "Value",
  value: { ...requestsOf("GreaterThan", "50"), increment: 1 },
} as const;
const below25 = {
  name: "idle",
  type: "Value",
  value: { ...requestsOf("LessThan", "25"), increment: -1 },
} as const;

/** In these worlds it finds all there is. */
const bothColours = {
  apiVersion: "apps/v1",
  kind: "Deployment",
  selector: { matchLabels: { app: "web" } },
};

const bothControllers = { ...bothColours, apiVersion: "v1", kind: "ReplicationController" };

/** A deployment tool writes counts. */
const move =
  (counts: Readonly<Record<string, number>>) =>
  (world: World): void => {
    for (const [name, count] of Object.entries(counts)) {
      world.scaleByHand(count, world.workload(name));
    }
  };

const lose =
  (name: string) =>
  (world: World): void => {
    const workload = world.workload(name);
    world.scaleByHand(Math.max(0, workload.replicas - 1), workload);
  };

/** Up fourfold, down to nearly nothing. */
const upAndDown = {
  load: { cpu: 95 },
  events: [
    { at: 120, told: "four times as much to do", load: { cpu: 400 } },
    { at: 480, told: "hardly anything to do", load: { cpu: 30 } },
  ],
};

const blueGreen = {
  targetSelector: bothColours,
  monitorSelectors: [bothColours],
  minReplicas: 2,
  maxReplicas: 12,
  metrics: [queueOf5],
  behavior: { scaleDown: { stabilizationWindowSeconds: 60 } },
};

const announce =
  (isAnnounced: boolean) =>
  (world: World): void => {
    for (const workload of world.workloads) workload.isAnnounced = isAnnounced;
  };

const unknownQueue =
  (isUnknown: boolean) =>
  (world: World): void => {
    world.trouble = isUnknown ? { failing: new Set(["queue"]) } : {};
  };

/** Green takes over from blue; a minute later than it is started it serves. */
const switchOver = {
  workloads: { blue: 4, green: 0 },
  startSeconds: 60,
  load: { queue: 20 },
  events: [
    { at: 60, told: "half as much again", load: { queue: 30 } },
    { at: 165, told: "the tool begins", happens: announce(true) },
    { at: 180, told: "it starts green with as many pods", happens: move({ green: 6 }) },
    { at: 270, told: "half of blue ends", happens: move({ blue: 3 }) },
    { at: 300, told: "blue ends", happens: move({ blue: 0 }) },
    { at: 330, told: "the tool is done", happens: announce(false) },
    { at: 420, told: "twice as much", load: { queue: 60 } },
    { at: 540, told: "little", load: { queue: 5 } },
  ],
};

const announcements = new Set(["the tool begins", "the tool is done"]);

/** By the name of the golden. Each pod requests 100m of cpu, and is ready 20 s after its creation. */
export const stories: Readonly<Record<string, Story>> = {
  plain: {
    told: "cpu at half of the requests, with the default behavior: up with the load, by 4 or twofold in 15 s at most, and down after five minutes without a higher recommendation.",
    spec: { minReplicas: 1, maxReplicas: 10, metrics: [cpuAt50] },
    workloads: { web: 2 },
    ...upAndDown,
    minutes: 15,
  },
  behavior: {
    told: "The same with behavior: one pod a minute up, a window of two minutes and half of the pods a minute down.",
    spec: {
      minReplicas: 1,
      maxReplicas: 10,
      metrics: [cpuAt50],
      behavior: {
        scaleUp: { policies: [{ type: "Pods", value: 1, periodSeconds: 60 }] },
        scaleDown: {
          stabilizationWindowSeconds: 120,
          policies: [{ type: "Percent", value: 50, periodSeconds: 60 }],
        },
      },
    },
    workloads: { web: 2 },
    ...upAndDown,
    minutes: 15,
  },
  cooldown: {
    told: "For 5 minutes after an addition, no vote for as many replicas adds those again that were removed since; a larger vote does not wait.",
    spec: {
      minReplicas: 1,
      maxReplicas: 10,
      metrics: [cpuAt50],
      behavior: { scaleDown: { stabilizationWindowSeconds: 0 } },
      cooldown: { scaleUpSeconds: 300 },
    },
    workloads: { web: 2 },
    load: { cpu: 95 },
    events: [
      { at: 60, told: "twice as much to do", load: { cpu: 190 } },
      { at: 120, told: "and twice as much again", load: { cpu: 390 } },
      { at: 210, told: "half of it", load: { cpu: 190 } },
      { at: 300, told: "as much as before", load: { cpu: 390 } },
      { at: 480, told: "more than before", load: { cpu: 480 } },
    ],
    minutes: 12,
  },
  schedules: {
    told: "From 12:02 to 12:08 there are 6 to 20 replicas, otherwise 1 to 8. The minimum applies as the window begins; the maximum is come down to by 3 a minute, while metrics wait five minutes.",
    spec: {
      minReplicas: 1,
      maxReplicas: 8,
      metrics: [queueOf5],
      behavior: { scaleDown: { policies: [{ type: "Pods", value: 3, periodSeconds: 60 }] } },
      schedules: [
        {
          ...{ name: "rush", timeZone: "Etc/UTC", start: "2 12 * * *", end: "8 12 * * *" },
          ...{ minReplicas: 6, maxReplicas: 20 },
        },
      ],
    },
    workloads: { web: 2 },
    load: { queue: 10 },
    events: [
      { at: 240, told: "a rush", load: { queue: 90 } },
      {
        at: 540,
        told: "the metric fails, which keeps nothing above the maximum",
        happens: world => (world.trouble = { failing: new Set(["queue"]) }),
      },
      {
        at: 660,
        told: "it answers again: the rush is over",
        load: { queue: 10 },
        happens: world => (world.trouble = {}),
      },
    ],
    minutes: 18,
  },
  expression: {
    told: "Two metrics combined: half of what both ask for. While the queue is not known, nothing is taken away, and only what is right for any queue is added. New pods have no samples yet, and nothing rests on their cpu.",
    spec: {
      minReplicas: 1,
      maxReplicas: 20,
      metrics: [
        { ...cpuAt50, name: "cpu" },
        { ...queueOf5, name: "queue" },
      ],
      combine: { expression: "max(cpu, (cpu + queue) / 2)" },
      behavior: { scaleDown: { stabilizationWindowSeconds: 0 } },
    },
    workloads: { web: 2 },
    load: { cpu: 95, queue: 10 },
    events: [
      { at: 60, told: "the queue grows", load: { cpu: 95, queue: 60 } },
      {
        at: 150,
        told: "the queue is not known, and there is less to do",
        load: { cpu: 30, queue: 60 },
        happens: unknownQueue(true),
      },
      {
        at: 240,
        told: "it is still not known, and there is much to do",
        load: { cpu: 900, queue: 60 },
        happens: unknownQueue(true),
      },
      {
        at: 360,
        told: "all is known, and there is little to do",
        load: { cpu: 30, queue: 5 },
        happens: unknownQueue(false),
      },
    ],
    minutes: 9,
  },
  groups: {
    told: "Groups of three, for three zones: counts are rounded up to them, at most 9 within the maximum of 10, and a policy of one pod a minute lets one group a minute through. What a person writes stays until there is another need.",
    spec: {
      minReplicas: 1,
      maxReplicas: 10,
      replicaMultiple: 3,
      metrics: [queueOf5],
      behavior: {
        scaleUp: { policies: [{ type: "Pods", value: 1, periodSeconds: 60 }] },
        scaleDown: { stabilizationWindowSeconds: 60 },
      },
    },
    workloads: { web: 3 },
    load: { queue: 12 },
    events: [
      { at: 60, told: "need for four", load: { queue: 20 } },
      { at: 150, told: "need for all", load: { queue: 90 } },
      { at: 300, told: "need for five", load: { queue: 24 } },
      {
        at: 420,
        told: "a person writes 5",
        happens: world => {
          world.scaleByHand(5);
        },
      },
      { at: 540, told: "need for two", load: { queue: 10 } },
    ],
    minutes: 12,
  },
  rollout: {
    told: "Nothing is taken away while pods are replaced; what is added is. Pods are ready after a minute, so that a rollout of eight takes some.",
    spec: {
      minReplicas: 1,
      maxReplicas: 12,
      metrics: [queueOf5],
      behavior: { scaleDown: { stabilizationWindowSeconds: 0 } },
      rollout: { scaleDown: "Hold", maxHoldSeconds: 600 },
    },
    workloads: { web: 8 },
    startSeconds: 60,
    load: { queue: 40 },
    events: [
      {
        at: 60,
        told: "a new version is rolled out, two pods at a time",
        happens: world => {
          world.target.rollOut();
        },
      },
      { at: 90, told: "half as much to do", load: { queue: 20 } },
      {
        at: 420,
        told: "a tool announces a rollout of its own",
        happens: world => (world.target.isAnnounced = true),
      },
      { at: 450, told: "half as much again", load: { queue: 10 } },
      { at: 510, told: "three times as much: more it may get", load: { queue: 30 } },
      { at: 570, told: "nothing at all", load: { queue: 0 } },
      {
        at: 660,
        told: "the tool is done",
        happens: world => (world.target.isAnnounced = false),
      },
    ],
    minutes: 12,
  },
  people: {
    told: "A 0 of its own ends when there is work; a person's stays until a person ends it.",
    spec: {
      minReplicas: 0,
      maxReplicas: 10,
      metrics: [queueOf5],
      behavior: { scaleDown: { stabilizationWindowSeconds: 30 } },
    },
    settings: { scaleToZero: true },
    workloads: { web: 2 },
    load: { queue: 9 },
    events: [
      { at: 60, told: "the queue is empty", load: { queue: 0 } },
      { at: 180, told: "work again", load: { queue: 14 } },
      {
        at: 300,
        told: "a person writes 0",
        happens: world => {
          world.scaleByHand(0);
        },
      },
      { at: 420, told: "much work, and no pods to do it", load: { queue: 40 } },
      {
        at: 540,
        told: "a person writes 1",
        happens: world => {
          world.scaleByHand(1);
        },
      },
    ],
    minutes: 11,
  },
  thresholds: {
    told: "The example of the proposal of 2015: above 50 requests a second for 30 s one more, below 25 for 30 s one fewer.",
    spec: { minReplicas: 1, maxReplicas: 10, thresholds: [above50, below25] },
    workloads: { web: 2 },
    load: { rps: 80 },
    events: [
      { at: 60, told: "twice as many requests", load: { rps: 160 } },
      { at: 180, told: "a spike of 15 s", load: { rps: 300 } },
      { at: 195, load: { rps: 160 } },
      {
        at: 210,
        told: "more for good, and the process is killed in the middle of the wait",
        load: { rps: 240 },
      },
      {
        at: 225,
        happens: world => {
          world.restart();
        },
      },
      { at: 420, told: "hardly any requests", load: { rps: 20 } },
    ],
    minutes: 12,
  },
  "thresholds-beside-a-metric": {
    told: "A metric has windows, and a threshold its duration: it adds one at once where the metric still waits, and takes none away that the metric's window holds.",
    spec: {
      minReplicas: 1,
      maxReplicas: 10,
      metrics: [queueOf5],
      thresholds: [above50, below25],
      behavior: {
        scaleUp: { stabilizationWindowSeconds: 120 },
        scaleDown: { stabilizationWindowSeconds: 120 },
      },
    },
    workloads: { web: 2 },
    load: { rps: 80, queue: 10 },
    events: [
      { at: 60, told: "more requests, and a longer queue", load: { rps: 160, queue: 25 } },
      { at: 360, told: "no requests, and no queue", load: { rps: 0, queue: 0 } },
    ],
    minutes: 12,
  },
  intention: {
    told: "An intention makes one step per sync: toward 60% of cpu, and then it rests.",
    spec: {
      minReplicas: 1,
      maxReplicas: 10,
      thresholds: [
        {
          name: "cpu",
          type: "Intention",
          intention: { intent: "CPUUtilization", value: "60" },
        },
      ],
      behavior: { scaleDown: { stabilizationWindowSeconds: 0 } },
    },
    workloads: { web: 2 },
    load: { cpu: 110 },
    events: [
      { at: 60, told: "three times as much to do", load: { cpu: 330 } },
      { at: 360, told: "a third of that", load: { cpu: 110 } },
    ],
    minutes: 10,
  },
  "blue-green": {
    told: "Blue is scaled, then green: the larger of the two is the target, and the bounds and the queue are about both. A tool moves the pods over, and says so: until it is done nothing is taken away.",
    spec: { ...blueGreen, rollout: { scaleDown: "Hold" } },
    ...switchOver,
    minutes: 11,
  },
  "blue-green-unannounced": {
    told: "The same by a tool that does not say so: the queue does not show which half serves, so the target keeps what the whole queue needs.",
    spec: blueGreen,
    ...{ ...switchOver, events: switchOver.events.filter(event => !announcements.has(event.told)) },
    minutes: 11,
  },
  "rolling-controllers": {
    told: "A rolling update of two ReplicationControllers, pod by pod, while the load grows: what is asked for is counted over both.",
    spec: {
      targetSelector: bothControllers,
      monitorSelectors: [bothControllers],
      minReplicas: 2,
      maxReplicas: 12,
      metrics: [queueOf5],
    },
    workloads: { v1: 4, v2: 0 },
    load: { queue: 20 },
    events: [
      { at: 60, told: "v2 gets its first pod", happens: move({ v2: 1 }) },
      { at: 75, happens: move({ v1: 3 }) },
      { at: 120, told: "twice as much to do", load: { queue: 40 } },
      ...[2, 3, 4].flatMap(count => [
        { at: 120 + count * 30, told: `v2 gets pod ${count}`, happens: move({ v2: count }) },
        { at: 135 + count * 30, told: "v1 loses one", happens: lose("v1") },
      ]),
      { at: 330, told: "the tool ends v1", happens: move({ v1: 0 }) },
    ],
    minutes: 9,
  },
  "dry-run": {
    told: "A dry run decides from what is really there, and writes nothing; Active then goes on from where Active was.",
    spec: {
      minReplicas: 1,
      maxReplicas: 10,
      metrics: [queueOf5],
      behavior: { scaleDown: { stabilizationWindowSeconds: 60 } },
    },
    workloads: { web: 2 },
    load: { queue: 10 },
    events: [
      {
        at: 60,
        told: "mode: DryRun",
        happens: world => (world.mode = "DryRun"),
      },
      { at: 90, told: "three times as much to do", load: { queue: 30 } },
      { at: 180, told: "a person does what it would", happens: move({ web: 6 }) },
      { at: 240, told: "hardly anything to do", load: { queue: 4 } },
      {
        at: 390,
        told: "mode: Active",
        happens: world => (world.mode = "Active"),
      },
    ],
    minutes: 10,
  },
};
