import fc from "fast-check";
import { expect, it } from "vitest";

import { emptyHistory } from "./model/history.ts";
import { NodeTally } from "./model/observation/node-tally.ts";
import { type RawNode, trimNode, type TrimmedNode } from "./model/observation/node.ts";
import { decideProportional } from "./decide.ts";
import { parametersFromSpec } from "./proportional/spec-parameters.ts";
import { proportionalBehavior } from "./spec/defaults.ts";
import { runs } from "./testing/runs.ts";

const T0 = Date.parse("2026-01-01T00:00:00Z");
const GRACE = 300_000;
const perNode = parametersFromSpec({
  ...{ linear: { nodesPerReplica: 1 }, nodes: { unschedulable: "Ignore" } },
})!;
/** Nothing but the nodes may hold the count. */
const atOnce = proportionalBehavior({ scaleDown: { stabilizationWindowSeconds: 0 } }, "Trimtab-1");

type Readiness = "True" | "False" | "Unknown";

/** A node as it is, and when it was last ready. */
interface SimulatedNode {
  readonly created: number;
  readonly ready: Readiness;
  readonly since: number;
  readonly lastReady: number | null;
}

const rawNode = (name: string, { created, ready, since }: SimulatedNode): RawNode => ({
  metadata: { name, creationTimestamp: new Date(created).toISOString() },
  status: {
    conditions: [
      { type: "Ready", status: ready, lastTransitionTime: new Date(since).toISOString() },
    ],
  },
});

/** What one process knows. */
class Process {
  readonly #tally = new NodeTally(() => true);
  readonly #kept = new Map<string, TrimmedNode>();

  observe(name: string, node: SimulatedNode): void {
    const trimmed = trimNode(rawNode(name, node), this.#kept.get(name));
    this.#kept.set(name, trimmed);
    this.#tally.set(trimmed);
  }

  forget(name: string): void {
    this.#kept.delete(name);
    this.#tally.delete(name);
  }

  decide(now: number): number {
    const { size } = this.#tally.size(now, "Trimtab-1");
    return decideProportional({
      ...{ now, size, parameters: perNode, profile: "Trimtab-1", behavior: atOnce },
      // An empty history begins with the current count; 0 holds nothing.
      ...{ currentReplicas: 0, history: emptyHistory("dns") },
    }).decision.to;
  }
}

interface Change {
  readonly waitMs: number;
  readonly name: string;
  readonly change: Readiness | "Deleted" | "Restart";
}

const changes = (...others: ("Deleted" | "Restart")[]): fc.Arbitrary<Change[]> => {
  const step = fc.record({
    // Longer than a registration, so that a new process recognizes every node that was ready.
    waitMs: fc.integer({ min: 31, max: 200 }).map(seconds => seconds * 1000),
    name: fc.nat(4).map(String),
    change: fc.oneof(
      { weight: 8, arbitrary: fc.constantFrom<Readiness>("True", "False", "Unknown") },
      { weight: 1, arbitrary: fc.constantFrom(...others) },
    ),
  });
  return fc.array(step, { minLength: 1, maxLength: 40 });
};

/** Plays the changes; `check` gets the decision and the number of nodes ready within five minutes. */
function play(steps: readonly Change[], check: (decided: number, recent: number) => void): void {
  const nodes = new Map<string, SimulatedNode>();
  let process = new Process();
  let now = T0;
  for (const { waitMs, name, change } of steps) {
    now += waitMs;
    if (change === "Restart") process = new Process();
    else if (change === "Deleted") {
      nodes.delete(name);
      process.forget(name);
    } else nodes.set(name, changed(nodes.get(name), change, now));
    // A new process lists all nodes; for the others, nothing has changed.
    for (const [key, node] of nodes) process.observe(key, node);
    const isRecent = ({ ready, lastReady }: SimulatedNode): boolean =>
      ready === "True" || (lastReady !== null && lastReady + GRACE > now);
    check(process.decide(now), Math.max(1, [...nodes.values()].filter(isRecent).length));
  }
}

function changed(node: SimulatedNode | undefined, ready: Readiness, now: number): SimulatedNode {
  // A kubelet registers its node as ready or not.
  if (!node) {
    const registered = ready === "True" ? ready : "False";
    return { created: now, ready: registered, since: now, lastReady: null };
  }
  if (node.ready === ready) return node;
  return { ...node, ready, since: now, lastReady: node.ready === "True" ? now : node.lastReady };
}

it("every node that was ready within five minutes counts, also after a restart", () => {
  const property = fc.property(changes("Deleted", "Restart"), steps => {
    play(steps, (decided, recent) => {
      expect(decided).toBeGreaterThanOrEqual(recent);
    });
  });
  fc.assert(property, runs(300));
});

it("only such nodes count for a process that observes all changes", () => {
  const property = fc.property(changes("Deleted"), steps => {
    play(steps, (decided, recent) => {
      expect(decided).toBe(recent);
    });
  });
  fc.assert(property, runs(300));
});
