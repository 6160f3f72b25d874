import { describe, expect, it, vi } from "vitest";

import type {
  ClusterProportionalAutoscalerStatus as Status,
  ScaleTargetRef,
} from "../../crds/generated/cluster-proportional-autoscaler.ts";
import { decideProportional } from "../../engine/pipeline/decide.ts";
import {
  toClusterProportionalStatus,
  viewClusterProportionalStatus,
} from "../../engine/status/cluster-proportional-status.ts";
import { Discovery } from "../../kube/api/discovery.ts";
import { err, ok } from "../../engine/result.ts";
import { kubeError, type KubeError, type KubeErrorCode } from "../../kube/transport/errors.ts";
import { EventRecorder } from "../../kube/api/events.ts";
import { resourcePath } from "../../kube/watch/object.ts";
import { Reflectors } from "../../kube/watch/reflectors.ts";
import type { ScaleState } from "../../kube/api/scale.ts";
import { ManualClock } from "../../kube/testing/manual-clock.ts";
import { ScriptedTransport } from "../../kube/testing/scripted-transport.ts";
import type { KubeRequest } from "../../kube/transport/kube-request.ts";
import { ClaimIndex } from "../claims/claim-index.ts";
import { Subscriptions } from "../workqueue/subscriptions.ts";
import { ObjectStates, targetState } from "./object-state.ts";
import { Reconciler } from "./reconciler.ts";
import type { Sighting } from "../claims/claim-lister.ts";
import type {
  Incomplete,
  ResourceDriver,
  ScalingObject,
  ObservedSpec,
} from "../resource-driver.ts";
import { TargetReader, type TargetObservation } from "../targets/target-reader.ts";
import { World, type Fault } from "../testing/world.ts";

const key = "ns/coredns";
const refOf = (name: string): ScaleTargetRef => ({
  apiVersion: "apps/v1",
  kind: "Deployment",
  name,
});
const resource = {
  group: "apps",
  version: "v1",
  kind: "Deployment",
  plural: "deployments",
  namespaced: true,
  scalable: true,
};

/** Targets as shown by a cache that the test updates, or their live state. */
class SeenTargets extends TargetReader {
  readonly #world: World;
  readonly cache = new Map<string, ScaleState>();
  readonly asked: string[] = [];
  fault: (name: string) => TargetObservation | null = () => null;

  constructor(world: World, transport: ScriptedTransport, clock: ManualClock) {
    const reflectors = new Reflectors({
      transport,
      clock,
      random: () => 0,
      sleep: () => Promise.resolve(),
      onHealth: () => undefined,
    });
    super({
      transport,
      discovery: new Discovery(transport, clock),
      reflectors,
      watched: [],
      onChange: () => undefined,
    });
    this.#world = world;
  }

  /** The watch delivers every target. */
  catchUp(): void {
    this.cache.clear();
    for (const name of this.#world.targets.keys()) this.cache.set(name, this.#world.state(name)!);
  }

  override peek(_: string, { name }: ScaleTargetRef): Promise<ScaleState | null> {
    return Promise.resolve(this.cache.get(name) ?? null);
  }

  override observe(
    namespace: string,
    { name }: ScaleTargetRef,
    live: boolean,
  ): Promise<TargetObservation> {
    const fault = this.fault(name);
    if (fault) return Promise.resolve(fault);
    if (live) this.asked.push(name);
    const state = live ? this.#world.state(name) : this.cache.get(name);
    return Promise.resolve(
      state
        ? { kind: "found", target: { resource, namespace, name }, state, polled: false }
        : {
            kind: "problem",
            problem: { reason: "TargetNotFound", message: `no ${name}`, permanent: false },
            polled: false,
          },
    );
  }
}

interface What extends ObservedSpec {
  readonly nodes: number;
}

/** Wants one replica per node, decided by the real engine without a delay. */
function scene(
  options: { targets?: Record<string, number>; nodes?: number; profile?: "None" | "CPA-1.10" } = {},
) {
  const clock = new ManualClock();
  const world = new World();
  const transport = new ScriptedTransport(world.answer);
  const targets = new SeenTargets(world, transport, clock);
  for (const [name, replicas] of Object.entries(options.targets ?? { web: 3 }))
    world.create(name, replicas);
  targets.catchUp();

  const wish = {
    nodes: options.nodes ?? 5,
    mode: "Active" as ObservedSpec["mode"],
    due: null as number | null,
    periodMs: null as number | null,
    askedAt: 0,
    isUnasked: false,
    measurable: true,
    refs: Object.keys(options.targets ?? { web: 3 }),
    claimed: null as string[] | null,
    incomplete: false,
    invalid: false,
    exists: true,
    deleting: false,
    /** The object as a stale cache shows it. */
    version: null as number | null,
    mayWrite: () => true as boolean,
    createdAt: null as string | null,
  };
  /** The claims on the API server, which the cache may not have yet. */
  const live = {
    claims: new ClaimIndex(() => undefined),
    error: null as KubeError | null,
    /** The result of another object's recent read. */
    recent: null as Sighting | null,
    ...{ reads: 0, shared: 0 },
  };
  /** The replica counts of what was measured. */
  const measured: number[] = [];
  /** For each decision, whether an earlier one used the same values. */
  const agains: boolean[] = [];
  /** For each decision, the age of the samples it used, in milliseconds. */
  const ages: number[] = [];
  const kind: ResourceDriver<ScalingObject<Status>, What, null> = {
    apiVersion: "autoscaling.trimtab.dev/v1alpha1",
    kind: "ClusterProportionalAutoscaler",
    path: () =>
      resourcePath({
        ...{ group: "autoscaling.trimtab.dev", version: "v1alpha1", namespace: "ns" },
        ...{ plural: "clusterproportionalautoscalers", name: "coredns" },
      }),
    get: () =>
      wish.exists
        ? {
            metadata: {
              ...{
                name: "coredns",
                namespace: "ns",
                uid: world.object.uid,
                resourceVersion: String(wish.version ?? world.object.version),
              },
              generation: world.object.generation,
              ...(wish.createdAt === null ? {} : { creationTimestamp: wish.createdAt }),
              ...(wish.deleting ? { deletionTimestamp: "2026-01-01T00:00:00Z" } : {}),
            },
            ...(world.object.status ? { status: world.object.status } : {}),
          }
        : undefined,
    topics: () => ["nodes/"],
    observe: () =>
      Promise.resolve<What | Incomplete>(
        wish.incomplete
          ? { kind: "incomplete" }
          : {
              refs: wish.invalid ? [] : wish.refs.map(refOf),
              ...(wish.claimed ? { claimed: wish.claimed.map(refOf) } : {}),
              mode: wish.mode,
              due: wish.due,
              periodMs: wish.periodMs,
              nodes: wish.nodes,
            },
      ),
    topicsOf: (_, { state }) => [`pods/${state.selector}`],
    warm: (_, { state }) => [`pods/${state.selector}`],
    measure: (_, { state }) => {
      measured.push(state.replicas);
      return wish.measurable
        ? { kind: "measured", value: null, askedAt: wish.askedAt, isUnasked: wish.isUnasked }
        : { kind: "incomplete" };
    },
    view: viewClusterProportionalStatus,
    decide: ({ nodes }, seen) => {
      const { now, history, replicas: currentReplicas, answeredAt = now, isAgain = false } = seen;
      agains.push(isAgain);
      ages.push(now - answeredAt);
      return decideProportional({
        ...{ now, history, currentReplicas },
        size: { nodes, schedulableNodes: nodes, cores: 0, schedulableCores: 0 },
        profile: options.profile ?? "CPA-1.10",
        parameters: {
          ...{
            mode: "linear",
            coresPerReplica: 0,
            nodesPerReplica: 1,
            minReplicas: 1,
            maxReplicas: 0,
          },
          ...{ preventSinglePointFailure: false, includeUnschedulableNodes: false },
        },
      });
    },
    toStatus: ({ nodes }, { object, now, targets: reports }, previous) =>
      toClusterProportionalStatus(
        {
          generation: object.metadata.generation ?? 0,
          now,
          errors: wish.invalid
            ? [{ path: "spec", code: "X", message: "bad", remedy: "", severity: "error" }]
            : [],
          limits: [],
          size: { nodes, schedulableNodes: nodes, cores: 0, schedulableCores: 0 },
          parameters: {
            available: true,
            inForce: null,
            current: true,
            reason: "InSpec",
            message: "",
            permanent: false,
          },
          targets: reports,
        },
        previous,
      ),
  };
  const unused: string[] = [];
  const dependents = new Subscriptions(topic => unused.push(topic));
  const events = new EventRecorder({ transport, clock, replica: "r", onDrop: () => undefined });
  const wrote: string[] = [];
  const claims = new ClaimIndex(() => undefined);
  /** A process with its own memory. */
  const start = () => {
    const states = new ObjectStates<ScalingObject<Status>>({
      view: viewClusterProportionalStatus,
      onUnreadable: () => undefined,
    });
    const reconciler = new Reconciler(kind, {
      ...{ transport, targets, claims, events, states, clock, subscriptions: dependents },
      ownership: { mayWrite: () => wish.mayWrite() },
      rivals: {
        read: (_, suffices) => {
          if (live.recent && suffices?.(live.recent)) {
            live.shared += 1;
            return Promise.resolve(ok(live.recent.claims));
          }
          live.reads += 1;
          return Promise.resolve(live.error ? err(live.error) : ok(live.claims));
        },
      },
      observer: {
        decided: () => undefined,
        withheld: () => undefined,
        wrote: (_, { ref }, error) => wrote.push(`${ref.name} ${error?.code ?? "Written"}`),
      },
    });
    return { states, reconciler };
  };
  let running = start();

  const pass = async () => {
    const outcome = await running.reconciler.pass(key);
    await events.flush();
    return outcome;
  };
  const warm = () => running.reconciler.warm(key);
  return {
    ...{ world, targets, claims, clock, transport, dependents, unused, wish, measured, agains },
    ...{ ages, wrote, pass, warm, live },
    log: world.log,
    restart: () => {
      running = start();
    },
    stateOf: (name = "web") =>
      targetState(running.states.load(key, kind.get(key)!, clock.now()), refOf(name)),
    target: (name = "web") => world.object.status?.targets?.find(({ ref }) => ref.name === name),
    conditions: () =>
      Object.fromEntries(
        (world.object.status?.conditions ?? []).map(({ type, status, reason }) => [
          type,
          `${status} ${reason}`,
        ]),
      ),
    events: () => world.log.filter(line => line.startsWith("event")),
  };
}

const isScale = ({ method, path }: KubeRequest) => method === "PATCH" && path.endsWith("/scale");
const isStatus = ({ path }: KubeRequest) => path.endsWith("/status");

/** Makes only the n-th matching request fail; 1 is the first. */
const failNth = (
  isMeant: (request: KubeRequest) => boolean,
  n: number,
  fault: Fault,
  first?: () => void,
) => {
  let seen = 0;
  return (request: KubeRequest): Fault | null => {
    if (!isMeant(request) || ++seen !== n) return null;
    first?.();
    return fault;
  };
};

const done = { kind: "done", dueInMs: null };

describe("a change", () => {
  it("is in the status before the target is scaled, and resolved there before the event", async () => {
    const { pass, log, target, wrote } = scene();
    expect(await pass()).toEqual(done);
    expect(log).toEqual([
      "status, pending web 3->5",
      "scale web 3->5",
      "status",
      "event SuccessfulRescale",
    ]);
    expect(target()).toMatchObject({
      currentReplicas: 5,
      desiredReplicas: 5,
      lastScaleTime: "2026-01-01T00:00:00Z",
      history: { scaleEvents: [{ time: "2026-01-01T00:00:00.000Z", change: 2 }] },
    });
    expect(target()?.history).not.toHaveProperty("pending");
    expect(wrote).toEqual(["web Written"]);
  });

  it("of several targets is announced in one status write and resolved in one", async () => {
    const { pass, log } = scene({ targets: { web: 3, dns: 9, api: 5 } });
    await pass();
    expect(log).toEqual([
      "status, pending web 3->5, dns 9->5",
      "scale web 3->5",
      "scale dns 9->5",
      "status",
      "event SuccessfulRescale",
      "event SuccessfulRescale",
    ]);
  });

  it("from zero and to zero is made like any other", async () => {
    const { pass, log } = scene({ targets: { web: 0 }, nodes: 2 });
    await pass();
    expect(log).toContain("scale web 0->2");
  });

  it("that is not needed costs one status write, and none in the next pass", async () => {
    const { pass, log, transport } = scene({ nodes: 3 });
    expect(await pass()).toEqual(done);
    expect(log).toEqual(["status"]);
    expect(await pass()).toEqual(done);
    expect(transport.requests).toHaveLength(1);
  });
});

describe("another client's write", () => {
  it("between decision and write causes a new decision on the current state", async () => {
    const { world, pass, log, target, wrote } = scene();
    world.before = request => {
      if (isScale(request)) {
        world.before = () => null;
        world.edit("web", 4);
      }
      return null;
    };
    expect(await pass()).toEqual(done);
    expect(log).toEqual([
      "status, pending web 3->5",
      "status, pending web 4->5",
      "scale web 4->5",
      "status",
      "event SuccessfulRescale",
    ]);
    expect(target()?.history?.scaleEvents).toMatchObject([{ change: 1 }]);
    expect(wrote).toEqual(["web Conflict", "web Written"]);
  });

  it("that sets the wanted count leaves nothing to do and is counted: it may be our own late write", async () => {
    const { world, pass, log, target } = scene();
    world.before = request => {
      if (isScale(request)) world.edit("web", 5);
      return null;
    };
    await pass();
    expect(log).toEqual(["status, pending web 3->5", "status"]);
    expect(target()?.history).not.toHaveProperty("pending");
    expect(target()?.history?.scaleEvents).toMatchObject([{ change: 2 }]);
  });

  it("three times in a row ends the pass: it is retried with nothing pending or counted", async () => {
    const { world, pass, target, wrote, log, stateOf } = scene();
    let count = 10;
    world.before = request => {
      if (isScale(request)) world.edit("web", ++count);
      return null;
    };
    expect(await pass()).toMatchObject({ kind: "retry" });
    expect(wrote).toEqual(["web Conflict", "web Conflict", "web Conflict"]);
    expect(target()?.conditions).toMatchObject([
      { type: "AbleToScale", status: "False", reason: "FailedUpdateScale" },
      {},
      {},
    ]);
    expect(stateOf().memory.history).toMatchObject({ pending: null, scaleEvents: [] });
    world.before = () => null;
    await pass();
    expect(log.at(-3)).toBe("scale web 13->5");
  });

  it("that replaces the target by another of the same name starts a new history", async () => {
    const { world, pass, target, log } = scene();
    world.before = request => {
      if (isScale(request)) {
        world.before = () => null;
        world.create("web", 1);
      }
      return null;
    };
    await pass();
    expect(log).toContain("scale web 1->5");
    expect(target()?.history?.targetUID).toBe(world.state("web")?.uid);
  });
});

describe("a write without a response", () => {
  it.each<{ code: KubeErrorCode }>([
    { code: "Timeout" },
    { code: "Unreachable" },
    { code: "ServerError" },
  ])("($code) that took effect is detected and not repeated", async ({ code }) => {
    const { world, pass, log, target, clock, targets } = scene();
    world.before = failNth(isScale, 1, { code, late: true });
    expect(await pass()).toMatchObject({ kind: "retry" });
    expect(target()?.history?.pending).toMatchObject({ from: 3, to: 5 });
    clock.advance(200);
    expect(await pass()).toEqual(done);
    expect(targets.asked).toEqual(["web"]);
    expect(log.filter(line => line.startsWith("scale"))).toEqual(["scale web 3->5"]);
    expect(target()?.history).toMatchObject({
      scaleEvents: [{ time: "2026-01-01T00:00:00.000Z", change: 2 }],
    });
    expect(target()?.history).not.toHaveProperty("pending");
    expect(target()?.lastScaleTime).toBe("2026-01-01T00:00:00Z");
  });

  it("that did not take effect is repeated and counted once", async () => {
    const { world, pass, log, target, clock } = scene();
    world.before = failNth(isScale, 1, { code: "Timeout" });
    expect(await pass()).toMatchObject({ kind: "retry" });
    clock.advance(200);
    await pass();
    expect(log).toContain("scale web 3->5");
    expect(target()?.history?.scaleEvents).toHaveLength(1);
  });

  it("is dropped together with its target, and the object is not retried", async () => {
    const { world, pass, stateOf, target, targets } = scene();
    world.before = failNth(isScale, 1, { code: "Timeout" });
    await pass();
    world.targets.delete("web");
    targets.catchUp();
    expect(await pass()).toEqual(done);
    expect(stateOf().memory.history?.pending).toBeNull();
    expect(target()?.history).not.toHaveProperty("pending");
  });

  it("stays pending while reading the target is forbidden", async () => {
    const { world, pass, stateOf, targets } = scene();
    world.before = failNth(isScale, 1, { code: "Timeout", late: true });
    await pass();
    const problem = { reason: "FailedGetScale", message: "no", permanent: false } as const;
    targets.fault = () => ({ kind: "problem", problem, polled: true });
    expect(await pass()).toEqual({ kind: "done", dueInMs: 30_000 });
    targets.fault = () => null;
    await pass();
    expect(stateOf().memory.history).toMatchObject({ pending: null, scaleEvents: [{ change: 2 }] });
  });

  it("stays pending while the target is unreachable", async () => {
    const { world, pass, targets, stateOf } = scene();
    world.before = failNth(isScale, 1, { code: "Timeout", late: true });
    await pass();
    const away = kubeError("Unreachable", { request: "GET", message: "refused" });
    targets.fault = () => ({ kind: "fault", error: away });
    expect(await pass()).toMatchObject({ kind: "retry" });
    expect(stateOf().memory.history?.pending).not.toBeNull();
    targets.fault = () => null;
    await pass();
    expect(stateOf().memory.history).toMatchObject({ pending: null, scaleEvents: [{ change: 2 }] });
  });

  it.each([
    { shows: "took effect", late: true, events: 1 },
    { shows: "did not take effect", late: false, events: 1 },
  ])(
    "that $shows before the process ended is resolved by the next process",
    async ({ late, events }) => {
      const { world, pass, target, restart, targets, log } = scene();
      world.before = failNth(isScale, 1, { code: "Timeout", late });
      await pass();
      restart();
      targets.catchUp();
      await pass();
      expect(world.state("web")?.replicas).toBe(5);
      expect(log.filter(line => line.startsWith("scale"))).toHaveLength(1);
      expect(target()?.history?.scaleEvents).toHaveLength(events);
    },
  );
});

describe("a rejected write", () => {
  it.each<{ code: KubeErrorCode }>([
    { code: "Forbidden" },
    { code: "BadRequest" },
    { code: "NotFound" },
  ])("($code) is not pending, is reported in the status, and is retried", async ({ code }) => {
    const { world, pass, target, stateOf, log } = scene();
    world.before = failNth(isScale, 1, { code });
    expect(await pass()).toMatchObject({ kind: "retry" });
    expect(stateOf().memory.history?.pending).toBeNull();
    expect(target()?.conditions?.[0]).toMatchObject({
      status: "False",
      reason: "FailedUpdateScale",
    });
    expect(log.at(-1)).toBe("event FailedRescale");
    expect(await pass()).toEqual(done);
    expect(log).toContain("scale web 3->5");
  });

  it("that is rejected repeatedly is in the status each time, but causes one event", async () => {
    const { world, pass, log, clock } = scene();
    world.before = request => (isScale(request) ? { code: "Forbidden" } : null);
    await pass();
    const { length } = log;
    clock.advance(30_000);
    await pass();
    expect(log.slice(length)).toEqual(["status, pending web 3->5", "status"]);
  });

  it("that is invalid in itself is no conflict: it is made once and reported", async () => {
    const { world, pass, target, stateOf, log, wrote } = scene();
    world.before = request => (isScale(request) ? { code: "Invalid" } : null);
    expect(await pass()).toMatchObject({
      kind: "retry",
      refusal: expect.stringContaining("Invalid by the test (Invalid)") as string,
    });
    expect(wrote).toEqual(["web Invalid"]);
    expect(log).toEqual(["status, pending web 3->5", "status", "event FailedRescale"]);
    expect(stateOf().memory.history).toMatchObject({ pending: null, scaleEvents: [] });
    expect(target()?.conditions?.[0]).toMatchObject({
      status: "False",
      reason: "FailedUpdateScale",
      message: expect.stringMatching(/Invalid by the test \(Invalid\); change what/) as string,
    });
  });

  it.each<{ code: KubeErrorCode; refusal: boolean }>([
    { code: "Forbidden", refusal: true },
    { code: "Timeout", refusal: false },
    { code: "NotFound", refusal: false },
  ])("($code) needs a fix by a user: $refusal", async ({ code, refusal }) => {
    const { world, pass } = scene();
    world.before = failNth(isScale, 1, { code });
    expect("refusal" in (await pass())).toBe(refusal);
  });

  it("needs no fix by a user alone while the outcome of another write is unknown", async () => {
    const { world, pass } = scene({ targets: { a: 1, b: 1 } });
    world.before = request => {
      if (!isScale(request)) return null;
      return { code: request.path.includes("/b/") ? "Timeout" : "Forbidden" };
    };
    expect(await pass()).not.toHaveProperty("refusal");
  });
});

describe("the status before a change", () => {
  it.each<{ code: KubeErrorCode; late?: boolean }>([
    { code: "Timeout" },
    { code: "Timeout", late: true },
    { code: "Forbidden" },
    { code: "ServerError" },
  ])(
    "that cannot be written ($code, late: $late) prevents the change that it announces",
    async fault => {
      const { world, pass, log, stateOf, target } = scene();
      world.before = failNth(isStatus, 1, fault);
      expect(await pass()).toMatchObject({ kind: "retry" });
      expect(log.filter(line => line.startsWith("scale"))).toEqual([]);
      expect(stateOf().memory.history).toMatchObject({ pending: null, scaleEvents: [] });
      await pass();
      expect(log).toContain("scale web 3->5");
      expect(target()?.history).toMatchObject({ scaleEvents: [{ change: 2 }] });
    },
  );

  it("that conflicts with a spec edit prevents the change; the next decision uses the new spec", async () => {
    const { world, pass, log, wish } = scene();
    wish.version = world.object.version;
    world.editObject();
    expect(await pass()).toMatchObject({ kind: "retry" });
    expect(log).toEqual([]);
    wish.version = null;
    wish.nodes = 4;
    await pass();
    expect(log).toContain("scale web 3->4");
  });

  it("that lands late, after a newer one, reverts nothing", async () => {
    const { world, pass, log } = scene();
    const late: KubeRequest[] = [];
    world.before = request => {
      if (!isStatus(request) || late.length > 0) return null;
      late.push(request);
      return { code: "Timeout" };
    };
    await pass();
    await pass();
    const newer = world.object.status;
    expect(late.map(request => world.answer(request).ok)).toEqual([false]);
    expect([world.object.status, log.at(-1)]).toEqual([newer, "event SuccessfulRescale"]);
  });

  it("is written although a restore reset the resource versions to smaller ones", async () => {
    const { world, pass, wish, log, targets } = scene();
    world.object.version = 1_000;
    await pass();
    targets.catchUp();
    world.object.version = 7;
    wish.nodes = 8;
    expect(await pass()).toMatchObject({ kind: "retry", reason: "Invalid" });
    expect(await pass()).toEqual(done);
    expect(log).toContain("scale web 5->8");
  });

  it.each<{ code: KubeErrorCode }>([{ code: "Invalid" }, { code: "Forbidden" }])(
    "that is rejected ($code) needs a fix by a user, and is tried once per pass",
    async ({ code }) => {
      const { world, pass, transport } = scene();
      world.before = request => (isStatus(request) ? { code } : null);
      const outcome = await pass();
      expect(outcome).toMatchObject({ kind: "retry", reason: code });
      expect(outcome).toHaveProperty("refusal");
      expect(transport.requests).toHaveLength(1);
    },
  );

  // prettier-ignore
  it.each<{ shows: string; code: KubeErrorCode; passes: number; want: string[] }>([
    { shows: "reported by one event",          code: "Forbidden", passes: 20, want: ["event FailedUpdateStatus"] },
    { shows: "not reported: it may be a race", code: "Invalid", passes: 5, want: [] },
    { shows: "not reported: it is an outage",  code: "Timeout", passes: 20, want: [] },
  ])("that fails repeatedly ($code, $passes times) is $shows", async row => {
    const { world, pass, events } = scene();
    world.before = request => (isStatus(request) ? { code: row.code } : null);
    for (let times = 0; times < row.passes; times++) await pass();
    expect(events()).toEqual(row.want);
  });

  it("that is rejected again after a successful write is reported again", async () => {
    const { world, pass, events, targets } = scene();
    const refuse = (request: KubeRequest): Fault | null =>
      isStatus(request) ? { code: "Forbidden" } : null;
    for (let round = 0; round < 2; round++) {
      world.before = refuse;
      for (let times = 0; times < 10; times++) await pass();
      world.before = () => null;
      await pass();
      world.edit("web", 9);
      targets.catchUp();
    }
    expect(events().filter(line => !line.includes("SuccessfulRescale"))).toEqual([
      "event FailedUpdateStatus",
      "event again",
    ]);
  });
});

describe("the status after a change", () => {
  it("that cannot be written is written by the next pass; the change causes one event", async () => {
    const { world, pass, log, target, events, targets } = scene();
    world.before = failNth(isStatus, 2, { code: "Timeout" });
    expect(await pass()).toMatchObject({ kind: "retry", reason: "Timeout" });
    expect(target()?.history?.pending).toBeDefined();
    targets.catchUp();
    expect(await pass()).toMatchObject({ kind: "done" });
    expect(target()?.history).not.toHaveProperty("pending");
    expect(events()).toEqual(["event SuccessfulRescale"]);
    expect(log.filter(line => line.startsWith("scale"))).toHaveLength(1);
  });

  it("whose write fails still causes exactly one event for each new problem", async () => {
    const { world, pass, events, targets } = scene({ targets: { web: 3, gone: 1 } });
    world.targets.delete("gone");
    targets.catchUp();
    let writes = 0;
    // The status before the change arrives, with the problem; the later ones fail.
    world.before = request =>
      isStatus(request) && ++writes > 1 && writes < 4 ? { code: "Timeout" } : null;
    await pass();
    targets.catchUp();
    await pass();
    await pass();
    await pass();
    expect(events().filter(line => line.includes("TargetNotFound"))).toHaveLength(1);
    expect(events().filter(line => line.includes("SuccessfulRescale"))).toHaveLength(1);
  });

  it("that cannot announce a second change still causes the event of the first", async () => {
    const { world, pass, events, targets } = scene({ targets: { a: 3, b: 3 } });
    const isOfB = (request: KubeRequest) => isScale(request) && request.path.includes("/b/");
    const secondStatus = failNth(isStatus, 2, { code: "Timeout" });
    world.before = request => {
      if (isOfB(request) && world.state("b")?.replicas === 3) world.edit("b", 4);
      return secondStatus(request);
    };
    expect(await pass()).toMatchObject({ kind: "retry", reason: "Timeout" });
    expect(events()).toEqual(["event SuccessfulRescale"]);
    targets.catchUp();
    await pass();
    expect(events()).toHaveLength(2);
  });

  it.each([
    { shows: "emptied", edit: () => undefined, began: "this process" },
    { shows: "edited", edit: () => ({ summary: "x" }), began: "this process" },
    { shows: "emptied", edit: () => undefined, began: "another process" },
  ])(
    "that another client has $shows since $began is written again, once",
    async ({ edit, began }) => {
      const { world, pass, log, targets, restart } = scene();
      await pass();
      targets.catchUp();
      if (began === "another process") {
        restart();
        await pass();
      }
      const written = world.object.status;
      Object.assign(world.object, { status: edit(), version: world.object.version + 1 });
      log.length = 0;
      await pass();
      await pass();
      expect(log).toEqual(["status"]);
      expect(world.object.status).toEqual(written);
    },
  );

  it("is not written again when another field of the object is edited", async () => {
    const { world, pass, log, targets } = scene();
    await pass();
    targets.catchUp();
    world.object.version += 1;
    log.length = 0;
    await pass();
    expect(log).toEqual([]);
  });

  it("of an object that was deleted in the meantime is not retried", async () => {
    const { world, pass, wish, dependents } = scene();
    world.before = failNth(isStatus, 2, { code: "NotFound" });
    await pass();
    wish.exists = false;
    expect(await pass()).toEqual(done);
    expect([...dependents.of("nodes/")]).toEqual([]);
  });
});

describe("one of three targets", () => {
  const notFound: TargetObservation = {
    kind: "problem",
    problem: { reason: "TargetNotFound", message: "no b", permanent: false },
    polled: false,
  };
  const away: TargetObservation = {
    kind: "fault",
    error: kubeError("Timeout", { request: "GET", message: "late" }),
  };

  it.each<{
    shows: string;
    look: TargetObservation | null;
    write: KubeErrorCode | null;
    ends: string;
  }>([
    { shows: "is missing", look: notFound, write: null, ends: "done" },
    { shows: "cannot be read", look: away, write: null, ends: "retry" },
    { shows: "may not be written", look: null, write: "Forbidden", ends: "retry" },
    { shows: "is written without a response", look: null, write: "Timeout", ends: "retry" },
  ])("that $shows does not stop the others", async ({ look, write, ends }) => {
    const { world, pass, targets } = scene({ targets: { a: 1, b: 1, c: 1 } });
    targets.fault = name => (name === "b" ? look : null);
    world.before = request =>
      write && isScale(request) && request.path.includes("/b/") ? { code: write } : null;
    expect(await pass()).toMatchObject({ kind: ends });
    expect(["a", "b", "c"].map(name => world.state(name)?.replicas)).toEqual([5, 1, 5]);
  });

  it("whose kind is being listed for the first time delays the others for a moment", async () => {
    const { pass, targets, log } = scene({ targets: { a: 1, b: 1 } });
    targets.fault = name => (name === "b" ? { kind: "waiting" } : null);
    expect(await pass()).toEqual({ kind: "done", dueInMs: 1_000 });
    expect(log).toEqual([]);
  });
});

describe("what must not be written", () => {
  it("is shown in a dry run, and costs nothing while it is unchanged", async () => {
    const { pass, log, target, wish, clock, world } = scene();
    wish.mode = "DryRun";
    expect(await pass()).toEqual(done);
    const told = ["status", "event DryRun"];
    expect(log).toEqual(told);
    expect(target()).toMatchObject({ currentReplicas: 3, desiredReplicas: 5 });
    clock.advance(60_000);
    await pass();
    expect([log, world.state("web")?.replicas]).toEqual([told, 3]);
  });

  it("causes one event in a dry run, and does not change the history of Active mode", async () => {
    const { pass, target, wish, clock, events, restart, world, targets } = scene();
    await pass();
    targets.catchUp();
    const left = target()?.history;
    expect(left).toMatchObject({ recommendations: [{ value: 5 }], scaleEvents: [{ change: 2 }] });
    wish.mode = "DryRun";
    wish.nodes = 7;
    await pass();
    restart();
    clock.advance(60_000);
    await pass();
    expect(target()).toMatchObject({ currentReplicas: 5, desiredReplicas: 7, history: left });
    expect(target()?.dryRunHistory).toMatchObject({
      recommendations: [{ value: 7 }],
      scaleEvents: [{ change: 2 }],
    });
    expect(events()).toEqual(["event SuccessfulRescale", "event DryRun"]);
    expect(world.state("web")?.replicas).toBe(5);

    wish.mode = "Paused";
    await pass();
    expect(target()?.history).toEqual(left);
    expect(target()).not.toHaveProperty("dryRunHistory");
  });

  it.each(["DryRun", "Paused"] as const)("is not a 0 of ours after %s", async mode => {
    const { pass, target, wish, world, targets, stateOf } = scene();
    await pass();
    const state = stateOf();
    state.memory = { ...state.memory, history: { ...state.memory.history!, scaledToZero: true } };
    targets.catchUp();
    wish.mode = mode;
    await pass();
    expect(target()?.history).not.toHaveProperty("scaledToZero");
    world.edit("web", 0);
    targets.catchUp();
    await pass();
    expect(stateOf().memory.history?.scaledToZero).toBeNull();
  });

  it("is not decided while the object is paused, without a warning", async () => {
    const { pass, log, target, wish } = scene();
    wish.mode = "Paused";
    expect(await pass()).toEqual(done);
    expect(log).toEqual(["status"]);
    expect(target()?.conditions?.[1]).toMatchObject({
      type: "ScalingActive",
      status: "False",
      reason: "Paused",
    });
    expect(target()).not.toHaveProperty("decision");
  });

  it("is resolved if it was pending when the object was paused", async () => {
    const { world, pass, wish, target } = scene();
    world.before = failNth(isScale, 1, { code: "Timeout", late: true });
    await pass();
    wish.mode = "Paused";
    expect(await pass()).toEqual(done);
    expect(target()?.history).toMatchObject({ scaleEvents: [{ change: 2 }] });
  });

  it("includes the target and the status of another replica's object", async () => {
    const { pass, transport, wish } = scene();
    wish.mayWrite = () => false;
    await pass();
    expect(transport.requests).toEqual([]);
  });

  it("is written a moment later by a leader that was late to renew its Lease", async () => {
    const { pass, world, wish } = scene();
    wish.mayWrite = () => false;
    expect(await pass()).toEqual({ kind: "done", dueInMs: 1_000 });
    wish.mayWrite = () => true;
    expect(await pass()).toEqual(done);
    expect(world.state("web")?.replicas).toBe(5);
  });

  // prettier-ignore
  it.each([
    { shows: "ahead of a change",    replicas: 3 },
    { shows: "at the end of a pass", replicas: 5 },
  ])("includes a status $shows if the Lease is lost before the request", async ({ replicas }) => {
    const { pass, wish, transport } = scene({ targets: { web: replicas } });
    let asked = 0;
    wish.mayWrite = () => ++asked === 1;
    expect(await pass()).toMatchObject({ kind: "retry", reason: "Stopped" });
    expect(transport.requests).toEqual([]);
  });

  it("includes a change after the object was handed over, however late", async () => {
    const { world, pass, log, wish, stateOf } = scene();
    world.before = request => {
      if (isStatus(request)) wish.mayWrite = () => false;
      return null;
    };
    await pass();
    expect(log).toEqual(["status, pending web 3->5"]);
    expect(world.state("web")?.replicas).toBe(3);
    expect(stateOf().memory.history).toMatchObject({ pending: null, scaleEvents: [] });
  });
});

describe("a pass of a replica that does not lead", () => {
  it("reads and writes nothing, and has the same subscriptions as a leader's pass", async () => {
    const { warm, transport, measured, dependents, log } = scene();
    expect(await warm()).toEqual(done);
    expect([transport.requests, measured, log]).toEqual([[], [], []]);
    for (const topic of ["nodes/", "pods/app=web"] as const) {
      expect([...dependents.of(topic)], topic).toEqual(["ns/coredns"]);
    }
  });

  it("keeps only those subscriptions after the replica has led before", async () => {
    const { pass, warm, dependents, unused } = scene();
    await pass();
    dependents.add("ns/coredns", ["podmetrics/web"]);
    await warm();
    expect(unused).toEqual(["podmetrics/web"]);
  });

  it("reads no pods for an object that does not need them", async () => {
    const { warm, wish, dependents } = scene();
    wish.mode = "Paused";
    await warm();
    expect([...dependents.of("pods/app=web")]).toEqual([]);
  });

  it("releases all subscriptions when the object is gone", async () => {
    const { warm, wish, unused } = scene();
    await warm();
    wish.exists = false;
    expect(await warm()).toEqual(done);
    expect(unused).toEqual(expect.arrayContaining(["nodes/", "pods/app=web"]));
  });
});

describe("a cache that lags behind our own write", () => {
  async function changed(options?: Parameters<typeof scene>[0]) {
    const all = scene(options);
    await all.pass();
    all.targets.asked.length = 0;
    all.log.length = 0;
    return all;
  }

  it("delays the pass", async () => {
    const { pass, wish, targets, log } = await changed();
    wish.nodes = 8;
    expect(await pass()).toEqual({ kind: "done", dueInMs: 1_000 });
    expect([log, targets.asked]).toEqual([[], []]);
    targets.catchUp();
    await pass();
    expect(log).toContain("scale web 5->8");
  });

  it("for more than two seconds is replaced by live reads until it has caught up", async () => {
    const { pass, wish, targets, clock, log } = await changed();
    clock.advance(2_001);
    expect(await pass()).toEqual(done);
    expect(targets.asked).toEqual(["web"]);
    wish.nodes = 8;
    await pass();
    expect(log).toContain("scale web 5->8");
    targets.catchUp();
    targets.asked.length = 0;
    await pass();
    await pass();
    expect(targets.asked).toEqual([]);
  });

  it("and still shows a replaced target is not used", async () => {
    const { world, pass, targets, log, wish, target } = scene();
    const old = world.state("web")!;
    world.before = request => {
      if (isScale(request)) {
        world.before = () => null;
        world.create("web", 1);
      }
      return null;
    };
    await pass();
    const { uid } = world.state("web")!;
    targets.cache.set("web", old);
    wish.nodes = 7;
    log.length = 0;
    expect(await pass()).toEqual({ kind: "done", dueInMs: 1_000 });
    targets.catchUp();
    await pass();
    expect(log).toContain("scale web 5->7");
    expect(target()?.history).toMatchObject({
      targetUID: uid,
      scaleEvents: [{ change: 4 }, { change: 2 }],
    });
  });

  it("no longer delays the pass when the target was replaced after our write", async () => {
    const { world, pass, targets, clock, log } = await changed();
    world.create("web", 2);
    targets.catchUp();
    expect(await pass()).toEqual(done);
    expect(log).toContain("scale web 2->5");
    targets.catchUp();
    clock.advance(10_000);
    targets.asked.length = 0;
    await pass();
    await pass();
    expect(targets.asked).toEqual([]);
  });

  it("forever, after a restore reset the versions, does not stop the object", async () => {
    const { world, pass, targets, clock, wish, log } = await changed();
    const target = world.targets.get("web")!;
    target.version = 7;
    targets.catchUp();
    clock.advance(2_001);
    wish.nodes = 8;
    await pass();
    expect(log).toContain("scale web 5->8");
  });

  it("is not assumed where versions are not numeric", async () => {
    const { world, pass, targets, wish, log } = await changed();
    targets.cache.set("web", { ...world.state("web")!, resourceVersion: "a1" });
    wish.nodes = 8;
    expect(await pass()).toMatchObject({ kind: "done" });
    expect(log).toContain("scale web 5->8");
  });
});

describe("the due time of the next pass", () => {
  it.each([
    { shows: "the measurement", due: 4_000, want: 4_000 },
    { shows: "nothing", due: null, want: null },
  ])("is set by $shows", async ({ due, want }) => {
    const { pass, wish, clock } = scene({ nodes: 3 });
    wish.due = due === null ? null : clock.now() + due;
    expect(await pass()).toEqual({ kind: "done", dueInMs: want });
  });

  it("is set by a decision that holds a count for a while", async () => {
    const { pass, log, clock } = scene({ targets: { web: 5, dns: 3 }, nodes: 3, profile: "None" });
    expect(await pass()).toEqual({ kind: "done", dueInMs: 30_000 });
    clock.advance(30_000);
    await pass();
    expect(log).toContain("scale web 5->3");
  });

  it("is set by values that are written to the status only from time to time", async () => {
    const { pass, wish, log, clock } = scene({ nodes: 3 });
    wish.mode = "Paused";
    await pass();
    clock.advance(60_000);
    wish.nodes = 6;
    expect(await pass()).toEqual({ kind: "done", dueInMs: 240_000 });
    expect(log).toEqual(["status"]);
    clock.advance(240_000);
    expect(await pass()).toEqual(done);
    expect(log).toEqual(["status", "status"]);
  });

  it("is in thirty seconds for a target without a watch", async () => {
    const { pass, targets, world } = scene({ nodes: 3 });
    targets.fault = name => ({
      kind: "found",
      target: { resource, namespace: "ns", name },
      state: world.state(name)!,
      polled: true,
    });
    expect(await pass()).toEqual({ kind: "done", dueInMs: 30_000 });
  });

  it.each([
    { shows: "is a period later if no sample is expected", isUnasked: true, dueInMs: 15_000 },
    { shows: "is left to the samples if some are expected", isUnasked: false, dueInMs: null },
  ])("$shows", async ({ isUnasked, dueInMs }) => {
    const { pass, wish } = scene({ nodes: 3 });
    Object.assign(wish, { periodMs: 15_000, isUnasked });
    expect(await pass()).toEqual({ kind: "done", dueInMs });
  });

  it("is in a second while the data is incomplete, and nothing is decided or written", async () => {
    const { pass, wish, log, dependents } = scene();
    wish.incomplete = true;
    expect(await pass()).toEqual({ kind: "done", dueInMs: 1_000 });
    expect(log).toEqual([]);
    expect([...dependents.of("nodes/")]).toEqual([key]);
  });
});

describe("subscriptions of an object", () => {
  it("include the metrics it uses and its targets", async () => {
    const { pass, dependents, targets, wish } = scene({ targets: { web: 3, dns: 3 } });
    await pass();
    const target = (name: string) => [...dependents.of(`target/apps/v1/Deployment/ns/${name}`)];
    expect([[...dependents.of("nodes/")], target("web"), target("dns")]).toEqual([
      [key],
      [key],
      [key],
    ]);
    wish.refs = ["dns"];
    targets.catchUp();
    await pass();
    expect([target("web"), target("dns")]).toEqual([[], [key]]);
  });

  it("exist before anything is read, so that nothing being read is released", async () => {
    const { pass, dependents, unused } = scene();
    dependents.set("ns/other", ["nodes/"]);
    const passing = pass();
    dependents.delete("ns/other");
    await passing;
    expect(unused).toEqual([]);
  });

  it.each([{ what: "is gone" }, { what: "is being deleted" }])(
    "are empty once the object $what",
    async ({ what }) => {
      const { pass, dependents, wish, unused } = scene();
      await pass();
      if (what === "is gone") wish.exists = false;
      else wish.deleting = true;
      expect(await pass()).toEqual(done);
      expect([...dependents.of("nodes/")]).toEqual([]);
      expect(unused).toContain("nodes/");
    },
  );
});

describe("the remembered state", () => {
  it("survives a spec that is invalid for a while", async () => {
    const { pass, wish, target, targets, conditions } = scene();
    await pass();
    wish.invalid = true;
    await pass();
    expect(conditions()["Ready"]).toBe("False InvalidSpec");
    expect(target()?.history?.scaleEvents).toHaveLength(1);
    wish.invalid = false;
    targets.catchUp();
    await pass();
    expect(target()?.history?.scaleEvents).toHaveLength(1);
  });

  it("survives a restart of the process", async () => {
    const { pass, restart, targets, transport, stateOf } = scene();
    await pass();
    restart();
    targets.catchUp();
    const { length } = transport.requests;
    expect(await pass()).toEqual(done);
    expect(transport.requests).toHaveLength(length);
    expect(stateOf().memory.history?.scaleEvents).toHaveLength(1);
  });

  it("ends with the object: another one of the same name has a new history", async () => {
    const { pass, world, stateOf, targets } = scene();
    await pass();
    targets.catchUp();
    Object.assign(world.object, { uid: "o-2", status: undefined });
    await pass();
    expect(stateOf().memory.history?.scaleEvents).toEqual([]);
  });
});

describe("a measurement", () => {
  it("is awaited before the decision", async () => {
    const { pass, wish, log, dependents } = scene();
    wish.measurable = false;
    expect(await pass()).toEqual({ kind: "done", dueInMs: 1_000 });
    expect([log, [...dependents.of("pods/app=web")]]).toEqual([[], [key]]);
    wish.measurable = true;
    await pass();
    expect(log).toContain("scale web 3->5");
  });

  it("keeps its subscription while the target is unreachable", async () => {
    const { pass, targets, unused } = scene();
    await pass();
    targets.catchUp();
    const error = kubeError("Timeout", { request: "GET", message: "late" });
    targets.fault = () => ({ kind: "fault", error });
    await pass();
    expect(unused).toEqual([]);
  });

  it("is repeated after a conflict", async () => {
    const { pass, world, log, measured } = scene();
    world.before = failNth(isScale, 1, { code: "Invalid" }, () => {
      world.edit("web", 4);
    });
    await pass();
    expect(log).toContain("scale web 4->5");
    expect(measured).toEqual([3, 4]);
  });
});

describe("a period", () => {
  /** A scene after a first decision. */
  const decided = async () => {
    const made = scene();
    Object.assign(made.wish, { periodMs: 15_000, askedAt: 50_000 });
    await made.pass();
    made.targets.catchUp();
    expect(made.log).toContain("scale web 3->5");
    made.log.length = 0;
    return made;
  };

  it.each([
    { when: "no newer sample was requested", askedAt: 50_000, want: 5 },
    { when: "it is not over", askedAt: 63_499, want: 5 },
    { when: "it is almost over", askedAt: 63_500, want: 9 },
    { when: "it is over", askedAt: 65_000, want: 9 },
  ])("allows one decision: $want replicas when $when", async ({ askedAt, want }) => {
    const { pass, wish, world } = await decided();
    Object.assign(wish, { nodes: 9, askedAt });
    await pass();
    expect(world.targets.get("web")?.replicas).toBe(want);
  });

  it.each([
    { when: "just now", after: 0, want: 5 },
    { when: "almost a period ago", after: 13_499, want: 5 },
    { when: "a period ago within the tolerance", after: 13_500, want: 9 },
    { when: "in the future", after: -1, want: 9 },
  ])("is not over after a restart for an object scaled $when: $want", async ({ after, want }) => {
    const { pass, wish, world, clock, restart } = await decided();
    clock.advance(after);
    restart();
    Object.assign(wish, { nodes: 9, askedAt: 100_000 });
    await pass();
    expect(world.targets.get("web")?.replicas).toBe(want);
  });

  it("with two decisions on the same samples reports so", async () => {
    const { pass, wish, agains, world } = await decided();
    wish.askedAt = 65_000;
    wish.nodes = 9;
    world.before = failNth(isScale, 1, { code: "Invalid" }, () => {
      world.edit("web", 4);
    });
    await pass();
    expect(agains).toEqual([false, false, true]);
  });

  // prettier-ignore
  it.each([
    { when: "a window expires a moment later", at: 29_900, dueInMs: 100,  after: 100,   want: 19 },
    { when: "that moment is still to come",    at: 29_900, dueInMs: 100,  after: 99,    want: 20 },
    { when: "the next decision is as close",   at: 28_400, dueInMs: null, after: 1_600, want: 20 },
  ])("is not awaited when $when", async ({ at, dueInMs, after, want }) => {
    const { clock, wish, pass, world } = scene({ targets: { web: 20 }, nodes: 20, profile: "None" });
    Object.assign(wish, { periodMs: 15_000, askedAt: 0 });
    await pass();
    Object.assign(wish, { nodes: 19, askedAt: 15_000 });
    await pass();
    clock.advance(at);
    wish.askedAt = 30_000;
    expect(await pass()).toEqual({ kind: "done", dueInMs });
    clock.advance(after);
    await pass();
    expect(world.targets.get("web")?.replicas).toBe(want);
  });

  it("is not awaited either when writing the status takes until that moment", async () => {
    const { clock, wish, pass, world } = scene({ targets: { web: 20 }, profile: "None" });
    Object.assign(wish, { periodMs: 15_000, nodes: 20 });
    await pass();
    Object.assign(wish, { nodes: 19, askedAt: 15_000 });
    await pass();
    clock.advance(29_900);
    Object.assign(wish, { nodes: 18, askedAt: 30_000 });
    world.before = request => {
      if (isStatus(request)) clock.advance(250);
      return null;
    };
    expect(await pass()).toEqual({ kind: "done", dueInMs: -150 });
    await pass();
    expect(world.targets.get("web")?.replicas).toBe(19);
  });

  it("has one more decision on the same samples, but no third one", async () => {
    const { clock, wish, pass, targets, log } = scene({ targets: { web: 20 }, profile: "None" });
    Object.assign(wish, { periodMs: 15_000, nodes: 20 });
    await pass();
    for (const nodes of [19, 18]) {
      clock.advance(100);
      Object.assign(wish, { nodes, askedAt: wish.askedAt + 15_000 });
      await pass();
    }
    clock.advance(29_850);
    wish.askedAt += 15_000;
    expect(await pass()).toEqual({ kind: "done", dueInMs: 50 });
    clock.advance(50);
    expect(await pass()).toEqual({ kind: "done", dueInMs: null });
    targets.catchUp();
    clock.advance(100);
    await pass();
    expect(log.filter(line => line.startsWith("scale"))).toEqual(["scale web 20->19"]);
  });

  it("is over at once when the spec changes", async () => {
    const { pass, wish, world } = await decided();
    wish.nodes = 9;
    world.editObject();
    await pass();
    expect(world.targets.get("web")?.replicas).toBe(9);
  });

  it("is not ended by a user's edit of the target, which still appears in the status", async () => {
    const { pass, world, targets, target } = await decided();
    const before = target();
    world.edit("web", 2);
    targets.catchUp();
    await pass();
    const { desiredReplicas, decision, history } = before!;
    expect(target()).toMatchObject({ currentReplicas: 2, desiredReplicas, decision, history });
  });

  it("of noise costs one status write in thirty, and a restart during it no replica", async () => {
    const made = scene({ targets: { web: 20 }, nodes: 20, profile: "None" });
    Object.assign(made.wish, { periodMs: 15_000 });
    const syncs = 600;
    for (let sync = 0; sync < syncs; sync++) {
      made.clock.advance(15_000);
      Object.assign(made.wish, { nodes: 20 - (sync % 2), askedAt: sync * 15_000 });
      if (sync % 100 === 75) made.restart();
      await made.pass();
    }
    expect(made.world.targets.get("web")?.replicas).toBe(20);
    expect(made.log.every(line => line === "status")).toBe(true);
    // Each of the six restarts may write three minor updates.
    expect(made.log.length).toBeLessThan(syncs / 28 + 6 * 3 * 2);
    expect(made.log.length).toBeGreaterThan(syncs / 60);
  });

  it("with a lasting lower recommendation updates the status and then the target", async () => {
    const { clock, wish, pass, log, target } = scene({
      targets: { web: 20 },
      nodes: 20,
      profile: "None",
    });
    Object.assign(wish, { periodMs: 15_000 });
    for (let sync = 0; sync < 4; sync++) {
      clock.advance(15_000);
      Object.assign(wish, { nodes: sync === 0 ? 20 : 19, askedAt: sync * 15_000 });
      await pass();
    }
    expect(log).toEqual([
      "status",
      "status",
      "status, pending web 20->19",
      "scale web 20->19",
      "status",
      "event SuccessfulRescale",
    ]);
    expect(target()?.history?.recommendations).toMatchObject([{ value: 19 }]);
  });

  it("starts again if nothing was written", async () => {
    const { pass, wish, world } = await decided();
    Object.assign(wish, { nodes: 9, askedAt: 65_000 });
    world.before = failNth(isScale, 1, { code: "ServerError" });
    expect(await pass()).toMatchObject({ kind: "retry" });
    await pass();
    expect(world.targets.get("web")?.replicas).toBe(9);
  });
});

describe("the age of the samples of a decision", () => {
  it("counts from the request, not from the read", async () => {
    const { pass, wish, clock, ages } = scene({ targets: { web: 5 } });
    for (const asked of [4_000, 0, 250]) {
      wish.askedAt = clock.monotonic() - asked;
      await pass();
    }
    expect(ages).toEqual([4_000, 0, 250]);
  });
});

describe("two autoscalers on one target", () => {
  const claim = (claims: ClaimIndex, uid: string, createdAt: string) => {
    const metadata = { name: uid, namespace: "ns", uid, resourceVersion: "1" };
    const current = { metadata: { ...metadata, creationTimestamp: createdAt } };
    const changes = [{ key: `ns/${uid}`, current, previous: undefined }];
    claims.update("Autoscaler", changes, () => [{ ...refOf("web"), apiVersion: "apps/v2" }]);
  };

  const release = (claims: ClaimIndex, uid: string) => {
    const gone = { key: `ns/${uid}`, current: undefined, previous: undefined };
    claims.update("Autoscaler", [gone], () => []);
  };

  it("leave it to the older one; the younger one reports the conflict", async () => {
    const { pass, claims, log, conditions } = scene();
    claim(claims, "o-0", "2025-01-01T00:00:00Z");
    await pass();
    expect(log.filter(line => line.startsWith("scale"))).toEqual([]);
    expect(conditions()).toMatchObject({
      Ready: "False ConflictingAutoscaler",
      Stalled: "True ConflictingAutoscaler",
    });
  });

  it("do not prevent a DryRun", async () => {
    const { pass, claims, wish, target } = scene();
    claim(claims, "o-0", "2025-01-01T00:00:00Z");
    wish.mode = "DryRun";
    await pass();
    expect(target()?.desiredReplicas).toBe(5);
  });

  it("are read from the API server before the first write, and not again", async () => {
    const { pass, live, log, wish, targets, conditions } = scene();
    claim(live.claims, "o-0", "2025-01-01T00:00:00Z");
    await pass();
    expect(log.filter(line => line.startsWith("scale"))).toEqual([]);
    expect(conditions()).toMatchObject({ Stalled: "True ConflictingAutoscaler" });
    live.claims = new ClaimIndex(() => undefined);
    wish.nodes = 6;
    await pass();
    // The cache may lack the rival: only a read that found none is not repeated.
    wish.nodes = 7;
    targets.catchUp();
    await pass();
    expect([live.reads, log.filter(line => line.startsWith("scale"))]).toEqual([
      2,
      ["scale web 3->6", "scale web 6->7"],
    ]);
  });

  it("are read before the first write, and not while there is nothing to write", async () => {
    const { pass, live, log, wish } = scene({ targets: { web: 5 } });
    await pass();
    await pass();
    expect([live.reads, log.filter(line => line.startsWith("scale"))]).toEqual([0, []]);
    wish.nodes = 6;
    await pass();
    expect([live.reads, log.filter(line => line.startsWith("scale"))]).toEqual([
      1,
      ["scale web 5->6"],
    ]);
  });

  it("stay in the status of an object with nothing to write until the API server shows none", async () => {
    const { pass, claims, live, wish, clock, conditions, restart, events } = scene({
      targets: { web: 5 },
    });
    wish.createdAt = "2025-06-01T00:00:00Z";
    claim(claims, "o-0", "2025-01-01T00:00:00Z");
    claim(live.claims, "o-0", "2025-01-01T00:00:00Z");
    await pass();
    expect([live.reads, conditions()["Stalled"]]).toEqual([0, "True ConflictingAutoscaler"]);
    // The next leader's cache does not have the release yet.
    release(claims, "o-0");
    restart();
    // Nor does the recent read of another object.
    live.recent = { claims: new ClaimIndex(() => undefined), begunAt: clock.now() };
    claim(live.recent.claims, "o-1", wish.createdAt);
    const told = events().length;
    await pass();
    expect([live.reads, conditions()["Stalled"]]).toEqual([1, "True ConflictingAutoscaler"]);
    expect(events()).toHaveLength(told);
    live.claims = new ClaimIndex(() => undefined);
    await pass();
    await pass();
    expect([live.reads, live.shared, conditions()["Ready"]]).toEqual([2, 0, "True Ready"]);
  });

  it("are read once despite spec edits, and again for an object that was not Active", async () => {
    const { pass, live, wish, world, targets } = scene();
    await pass();
    targets.catchUp();
    world.object.generation += 1;
    wish.nodes = 6;
    await pass();
    expect(live.reads).toBe(1);
    targets.catchUp();
    wish.mode = "DryRun";
    await pass();
    Object.assign(wish, { mode: "Active", nodes: 7 });
    await pass();
    expect(live.reads).toBe(2);
  });

  it("are read again when there is another target", async () => {
    const { pass, live, wish, targets } = scene({ targets: { web: 3, db: 3 } });
    wish.refs = ["web"];
    await pass();
    expect(live.reads).toBe(1);
    targets.catchUp();
    wish.refs = ["web", "db"];
    await pass();
    expect(live.reads).toBe(2);
  });

  it("do not delay an object that has nothing to write", async () => {
    const { pass, live, claims, conditions } = scene({ targets: { web: 5 } });
    claim(claims, "o-0", "2025-01-01T00:00:00Z");
    await pass();
    release(claims, "o-0");
    live.error = kubeError("Timeout", { request: "GET", message: "late" });
    expect(await pass()).toMatchObject({ kind: "done" });
    expect([live.reads, conditions()["Ready"]]).toEqual([1, "True Ready"]);
  });

  it("are read after a restart, whatever the status says: anybody may have written it", async () => {
    const { pass, live, log, wish, targets, restart, target, conditions } = scene();
    await pass();
    expect(target()?.lastScaleTime).toBeDefined();
    targets.catchUp();
    restart();
    claim(live.claims, "o-0", "2025-01-01T00:00:00Z");
    wish.nodes = 6;
    await pass();
    expect(log.filter(line => line.startsWith("scale"))).toEqual(["scale web 3->5"]);
    expect(conditions()).toMatchObject({ Stalled: "True ConflictingAutoscaler" });
  });

  it("are read from another object's recent read at the first check after a start", async () => {
    const { pass, live, wish, clock, targets } = scene();
    const seen = new ClaimIndex(() => undefined);
    live.recent = { claims: seen, begunAt: clock.now() };
    wish.createdAt = "2025-06-01T00:00:00Z";
    await pass();
    // It does not contain this object, which may be newer than the read.
    expect([live.reads, live.shared]).toEqual([1, 0]);
    targets.catchUp();
    wish.mode = "DryRun";
    await pass();
    Object.assign(wish, { mode: "Active", nodes: 6 });
    claim(seen, "o-1", "2025-06-01T00:00:00Z");
    await pass();
    // An object that was not Active may have been overtaken in the meantime.
    expect([live.reads, live.shared]).toEqual([2, 0]);
  });

  // prettier-ignore
  it.each([
    { shows: "shows it alone",                            createdAt: "2025-12-31T23:59:58Z", older: false, shared: 1 },
    { shows: "shows an older one",                        createdAt: "2025-12-31T23:59:58Z", older: true,  shared: 0 },
    { shows: "began while rivals could still be created", createdAt: "2025-12-31T23:59:59Z", older: false, shared: 0 },
  ])("are found in a recent read that $shows: $shared", async ({ createdAt, older, shared }) => {
    const { pass, live, wish, clock } = scene();
    wish.createdAt = createdAt;
    const claims = new ClaimIndex(() => undefined);
    live.recent = { claims, begunAt: clock.now() };
    claim(claims, "o-1", createdAt);
    if (older) claim(claims, "o-0", "2025-01-01T00:00:00Z");
    clock.advance(5_000);
    await pass();
    expect([live.reads, live.shared]).toEqual([1 - shared, shared]);
  });

  it("wait for all objects that were created in the same second", async () => {
    const { pass, live, log, wish, clock } = scene();
    wish.createdAt = new Date(clock.now()).toISOString();
    expect(await pass()).toEqual({ kind: "done", dueInMs: 2_000 });
    expect([live.reads, log]).toEqual([0, []]);
    clock.advance(2_000);
    await pass();
    expect(live.reads).toBe(1);
    expect(log).toContain("scale web 3->5");
  });

  it("write nothing while the rivals are unknown", async () => {
    const { pass, live, log } = scene();
    live.error = kubeError("Timeout", { request: "GET", message: "late", retryAfterMs: 7_000 });
    const later = { kind: "retry", reason: "RivalsUnknown", notBeforeMs: 7_000 };
    expect(await pass()).toEqual(later);
    expect(log.filter(line => line.startsWith("scale"))).toEqual([]);
    live.error = null;
    await pass();
    expect(log).toContain("scale web 3->5");
  });

  it("are requeued when the claims change", async () => {
    const { pass, claims, dependents } = scene();
    await pass();
    expect([...dependents.of(claims.topic("ns", refOf("web")))]).toEqual([key]);
  });

  it("with many claims subscribe to one topic", async () => {
    const { pass, claims, dependents, wish } = scene();
    const add = vi.spyOn(dependents, "set");
    const namesOf = async (many: number): Promise<number> => {
      wish.claimed = ["web", ...Array.from({ length: many }, (_, index) => `other-${index}`)];
      await pass();
      return new Set(add.mock.lastCall?.[1]).size;
    };
    expect(await namesOf(100)).toBe(await namesOf(1));
    expect([...dependents.of(claims.nameClaimsTopic("ns", refOf("other-7")))]).toEqual([key]);
  });
});
