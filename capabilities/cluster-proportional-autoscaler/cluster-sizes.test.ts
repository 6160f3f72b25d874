import { describe, expect, it, onTestFinished, vi } from "vitest";

import {
  type RawNode,
  trimNode,
  type TrimmedNode,
  type NodeFilter,
} from "../../engine/model/observation/node.ts";
import { operationsOf } from "../../engine/testing/operations.ts";
import { untracked } from "../../controller/testing/untracked.ts";
import type { Topic } from "../../controller/workqueue/subscriptions.ts";
import type { Change } from "../../kube/watch/object-cache.ts";
import type { Reflectors } from "../../kube/watch/reflectors.ts";
import { ClusterSizes } from "./cluster-sizes.ts";

const rawNode = (name: string, cpu = "4", fields: Partial<RawNode["spec"]> = {}): RawNode => ({
  metadata: { name, labels: { pool: name.endsWith("0") ? "a" : "b" } },
  spec: fields,
  status: {
    allocatable: { cpu, memory: "16Gi" },
    conditions: [{ type: "Ready", status: "True" }],
  },
});
const nodeNamed = (...node: Parameters<typeof rawNode>): TrimmedNode => trimNode(rawNode(...node));

/** The sizes of a cluster, whose changes the test reports. */
function scene(nodes: number, dependents = 0) {
  const names = Array.from({ length: nodes }, (_, index) => `node-${index}`);
  const stored = new Map(names.map(name => [name, nodeNamed(name)]));
  let report: (changes: readonly Change<TrimmedNode>[]) => void = () => undefined;
  const lists: (() => void)[] = [];
  const reflectors = {
    open: ({ onChanges, trim }: { onChanges: typeof report; trim: typeof trimNode }) => {
      report = onChanges;
      const refresh = () =>
        new Promise<void>(resolve => {
          lists.push(() => {
            for (const name of names) stored.set(name, trim(rawNode(name), stored.get(name)));
            resolve();
          });
        });
      return { synced: true, entries: () => stored.entries(), refresh };
    },
  } as unknown as Reflectors;
  const woken: Topic[] = [];
  const sizes = new ClusterSizes(reflectors, topic => {
    woken.push(topic);
    return dependents;
  });
  const read = (filter: NodeFilter, resources: readonly string[] = []) => {
    const tally = sizes.tally(filter, resources, untracked);
    if (tally === null) return "waiting";
    return tally.ok ? tally.value.size(0, "Trimtab-1").size : tally.error;
  };
  const change = (key: string, current?: TrimmedNode): void => {
    report([{ key, current, previous: stored.get(key) }]);
  };
  const reportAll = (all: Change<TrimmedNode>[]) => {
    report(all);
  };
  return { sizes, woken, lists, read, change, report: reportAll };
}

const everything: NodeFilter = {};
const poolA: NodeFilter = { selector: { matchLabels: { pool: "a" } } };
const poolB: NodeFilter = { selector: { matchLabels: { pool: "b" } } };
const untainted: NodeFilter = { excludeTaints: [{ key: "gpu", operator: "Exists" }] };

describe("the size of a cluster", () => {
  it("follows its nodes, and wakes the objects whose selector matches", () => {
    const { sizes, woken, read, change } = scene(20);
    expect([read(everything), read(poolA)]).toMatchObject([
      { nodes: 20, cores: 80 },
      { nodes: 2, cores: 8 },
    ]);
    read(poolB);
    change("node-10", nodeNamed("node-10", "6"));
    expect(woken).toEqual([sizes.topic(everything), sizes.topic(poolA)]);
    change("node-10");
    expect([read(everything), read(poolA), read(poolB)]).toMatchObject([
      { nodes: 19, cores: 76 },
      { nodes: 1, cores: 4 },
      { nodes: 18 },
    ]);
  });

  const gpu = { taints: [{ key: "gpu", effect: "NoSchedule" }] };

  it.each<{ change: string; to: TrimmedNode; wakes: readonly NodeFilter[] }>([
    { change: "nothing", to: nodeNamed("node-3"), wakes: [] },
    {
      change: "a label that nothing selects",
      to: { ...nodeNamed("node-3"), labels: { pool: "b", rack: "1" } },
      wakes: [],
    },
    {
      change: "the time of its last transition",
      to: { ...nodeNamed("node-3"), readySince: 7 },
      wakes: [],
    },
    { change: "less than a core", to: nodeNamed("node-3", "3999m"), wakes: [] },
    { change: "a core", to: nodeNamed("node-3", "5"), wakes: [everything, poolB, untainted] },
    {
      change: "a taint that nothing excludes",
      to: nodeNamed("node-3", "4", { taints: [{ key: "a", effect: "NoExecute" }] }),
      wakes: [],
    },
    {
      change: "a taint that one filter excludes",
      to: nodeNamed("node-3", "4", gpu),
      wakes: [untainted],
    },
    {
      change: "whether it is cordoned",
      to: nodeNamed("node-3", "4", { unschedulable: true }),
      wakes: [everything, poolB, untainted],
    },
  ])("wakes only the objects whose size changes, if a node changes $change", ({ to, wakes }) => {
    const { sizes, woken, read, change } = scene(20);
    for (const filter of [everything, poolA, poolB, untainted]) read(filter);
    change("node-3", to);
    expect(woken).toEqual(wakes.map(filter => sizes.topic(filter)));
  });

  it("wakes many objects once for all changes within some time", () => {
    vi.useFakeTimers({ toFake: ["setTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    const { sizes, woken, read, change } = scene(20, 10_000);
    read(poolA);
    for (const cores of ["5", "6", "7"]) change("node-10", nodeNamed("node-10", cores));
    expect(woken).toEqual([sizes.topic(poolA)]);
    expect(read(poolA)).toMatchObject({ cores: 11 });
    vi.advanceTimersByTime(9_999);
    expect(woken).toHaveLength(1);
    vi.advanceTimersByTime(20_000);
    expect(woken).toHaveLength(2);
  });

  it("wakes nothing if one node replaces another of the same size at once", () => {
    const { woken, read, report } = scene(20);
    read(everything);
    report([
      { key: "node-3", current: undefined, previous: nodeNamed("node-3") },
      { key: "node-93", current: nodeNamed("node-93"), previous: undefined },
    ]);
    expect(woken).toEqual([]);
    expect(read(everything)).toMatchObject({ nodes: 20, cores: 80 });
  });
});

describe("another resource of the nodes", () => {
  it("counts after one more list of the nodes, and only then", async () => {
    const { sizes, woken, lists, read } = scene(20);
    expect([read(everything, ["memory"]), read(poolA, ["memory"])]).toEqual(["waiting", "waiting"]);
    expect(read(everything)).not.toHaveProperty("resources");
    expect(lists).toHaveLength(1);
    lists[0]?.();
    await Promise.resolve();
    await Promise.resolve();
    expect(woken).toEqual([sizes.topic(everything, ["memory"]), sizes.topic(poolA, ["memory"])]);
    const sixteen = 16n * 2n ** 30n * 1000n;
    expect(read(poolA, ["memory"])).toMatchObject({
      resources: [{ name: "memory", total: 2n * sixteen, schedulable: 2n * sixteen }],
    });
    expect(lists).toHaveLength(1);
  });

  it("is known under any name after that list", async () => {
    const { lists, read } = scene(20);
    read(everything, ["memory"]);
    lists[0]?.();
    await Promise.resolve();
    await Promise.resolve();
    for (let edit = 0; edit < 100; edit++) {
      const name = `vendor.example/${edit}`;
      expect(read(everything, [name])).toMatchObject({ resources: [{ name, total: 0n }] });
    }
    expect(lists).toHaveLength(1);
  });

  it("wakes only the objects that count it", async () => {
    const { sizes, woken, lists, read, change } = scene(20);
    read(everything);
    read(everything, ["memory"]);
    lists[0]?.();
    await Promise.resolve();
    await Promise.resolve();
    read(everything, ["memory"]);
    woken.length = 0;
    change("node-3", { ...nodeNamed("node-3"), resources: { memory: 1n } });
    expect(woken).toEqual([sizes.topic(everything, ["memory"])]);
  });
});

describe("the work for one node", () => {
  /** One change of a node, with this many objects of one selector. */
  const work = (nodes: number, objects: number) => {
    const { woken, read, change } = scene(nodes);
    const readers = Array.from({ length: objects }, () => everything);
    for (const selector of readers) read(selector);
    const counting = operationsOf(() => {
      change("node-0", nodeNamed("node-0", "8"));
    });
    expect(woken).toHaveLength(1);
    const reading = operationsOf(() => {
      for (const selector of readers) read(selector);
    });
    return { counting, reading };
  };

  it("is the same with 5,000 nodes as with ten", () => {
    expect(work(5_000, 100)).toEqual(work(10, 100));
  });

  it("is done once for all objects with the same selector", () => {
    expect(work(10, 100).counting).toBe(work(10, 1).counting);
  });
});
