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

/** Targets as a cache shows them that the test moves, or, live, as they are. */
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

  /** The watch delivers all there is. */
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

/** Wants as many replicas as there are nodes, at once, by the product's own engine. */
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
    /** What a cache that lags shows of the object. */
    version: null as number | null,
    mayWrite: () => true as boolean,
    createdAt: null as string | null,
  };
  /** Who claims what, as the API server has it and the cache perhaps not yet. */
  const live = {
    claims: new ClaimIndex(() => undefined),
    error: null as KubeError | null,
    /** What somebody else's look showed a moment ago. */
    recent: null as Sighting | null,
    ...{ reads: 0, shared: 0 },
  };
  /** The counts of what was measured. */
  const measured: number[] = [];
  /** For each decision whether it was on the same ground as one before. */
  const agains: boolean[] = [];
  /** For each decision how old the answers were that it was made on, in milliseconds. */
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
  /** A process: its memory ends with it. */
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

/** Lets the n-th request of a sort (1 is the first) fail, and no other. */
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
  it("is in the status before it is on the target, and resolved there before it is told", async () => {
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

  it("of several targets is announced in one status, and resolved in one", async () => {
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

  it("from nothing and to nothing is one like any other", async () => {
    const { pass, log } = scene({ targets: { web: 0 }, nodes: 2 });
    await pass();
    expect(log).toContain("scale web 0->2");
  });

  it("that is not needed costs one status, and the next pass nothing at all", async () => {
    const { pass, log, transport } = scene({ nodes: 3 });
    expect(await pass()).toEqual(done);
    expect(log).toEqual(["status"]);
    expect(await pass()).toEqual(done);
    expect(transport.requests).toHaveLength(1);
  });
});

describe("somebody else's write", () => {
  it("between decision and write leads to another decision, on what is there now", async () => {
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

  it("that is just what we wanted leaves nothing to do, and is counted: it may be ours, landed late", async () => {
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

  it("three times in a row ends the pass, which is tried again, with nothing pending or counted", async () => {
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

  it("that replaces the target by another of its name begins its history anew", async () => {
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

describe("a write of which no answer came", () => {
  it.each<{ code: KubeErrorCode }>([
    { code: "Timeout" },
    { code: "Unreachable" },
    { code: "ServerError" },
  ])("($code) but which happened is found to have happened, and not repeated", async ({ code }) => {
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

  it("and which did not happen is made again, and counted once", async () => {
    const { world, pass, log, target, clock } = scene();
    world.before = failNth(isScale, 1, { code: "Timeout" });
    expect(await pass()).toMatchObject({ kind: "retry" });
    clock.advance(200);
    await pass();
    expect(log).toContain("scale web 3->5");
    expect(target()?.history?.scaleEvents).toHaveLength(1);
  });

  it("is given up with its target, and the object does not come again and again", async () => {
    const { world, pass, stateOf, target, targets } = scene();
    world.before = failNth(isScale, 1, { code: "Timeout" });
    await pass();
    world.targets.delete("web");
    targets.catchUp();
    expect(await pass()).toEqual(done);
    expect(stateOf().memory.history?.pending).toBeNull();
    expect(target()?.history).not.toHaveProperty("pending");
  });

  it("is not forgotten while the target may not be looked at", async () => {
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

  it("is not forgotten while the target cannot be asked", async () => {
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
    { shows: "happened", late: true, events: 1 },
    { shows: "did not happen", late: false, events: 1 },
  ])(
    "and after which the process ended is resolved by the next one: it $shows",
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

describe("a write that is refused", () => {
  it.each<{ code: KubeErrorCode }>([
    { code: "Forbidden" },
    { code: "BadRequest" },
    { code: "NotFound" },
  ])("($code) is not pending, is reported, and is tried again", async ({ code }) => {
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

  it("again and again is announced, and reported, each time, but told once", async () => {
    const { world, pass, log, clock } = scene();
    world.before = request => (isScale(request) ? { code: "Forbidden" } : null);
    await pass();
    const { length } = log;
    clock.advance(30_000);
    await pass();
    expect(log.slice(length)).toEqual(["status, pending web 3->5", "status"]);
  });

  it("for what is asked, not for what is there, is no conflict: it is made once and reported", async () => {
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
  ])("($code) is for people to mend: $refusal", async ({ code, refusal }) => {
    const { world, pass } = scene();
    world.before = failNth(isScale, 1, { code });
    expect("refusal" in (await pass())).toBe(refusal);
  });

  it("while another one's fate is unknown is not for people alone to mend", async () => {
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
    "that cannot be written ($code, late: $late) keeps the change from being made",
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

  it("that meets an edited spec keeps the change from being made; the edit is decided on", async () => {
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

  it("that lands late, after a newer one, undoes nothing", async () => {
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

  it("is written although versions began anew, and smaller, after a restore", async () => {
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
    "that is refused ($code) is for people to mend, and is asked for once a pass",
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
    { shows: "told of by an event, once",   code: "Forbidden", passes: 20, want: ["event FailedUpdateStatus"] },
    { shows: "no news while it may be a race", code: "Invalid", passes: 5, want: [] },
    { shows: "no news where it is an outage", code: "Timeout", passes: 20, want: [] },
  ])("that fails again and again ($code, $passes times) is $shows", async row => {
    const { world, pass, events } = scene();
    world.before = request => (isStatus(request) ? { code: row.code } : null);
    for (let times = 0; times < row.passes; times++) await pass();
    expect(events()).toEqual(row.want);
  });

  it("that is refused again, after it was written, is news again", async () => {
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
  it("that cannot be written is written by the next pass; the change is told once all the same", async () => {
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

  it("whose write fails keeps what turned bad from being told again and again, and from never being told", async () => {
    const { world, pass, events, targets } = scene({ targets: { web: 3, gone: 1 } });
    world.targets.delete("gone");
    targets.catchUp();
    let writes = 0;
    // The announcement of the change arrives, and with it what is wrong; what follows does not.
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

  it("of which another change could not even be announced: what was written is told", async () => {
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
    "that somebody else has $shows since $began is written again, once",
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

  it("is left alone when something else of the object was edited", async () => {
    const { world, pass, log, targets } = scene();
    await pass();
    targets.catchUp();
    world.object.version += 1;
    log.length = 0;
    await pass();
    expect(log).toEqual([]);
  });

  it("of an object that was deleted meanwhile needs no other try", async () => {
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
    { shows: "cannot be looked at", look: away, write: null, ends: "retry" },
    { shows: "may not be written", look: null, write: "Forbidden", ends: "retry" },
    { shows: "is written without an answer", look: null, write: "Timeout", ends: "retry" },
  ])("that $shows does not stop the others", async ({ look, write, ends }) => {
    const { world, pass, targets } = scene({ targets: { a: 1, b: 1, c: 1 } });
    targets.fault = name => (name === "b" ? look : null);
    world.before = request =>
      write && isScale(request) && request.path.includes("/b/") ? { code: write } : null;
    expect(await pass()).toMatchObject({ kind: ends });
    expect(["a", "b", "c"].map(name => world.state(name)?.replicas)).toEqual([5, 1, 5]);
  });

  it("whose kind is being listed for the first time keeps the others waiting for a moment", async () => {
    const { pass, targets, log } = scene({ targets: { a: 1, b: 1 } });
    targets.fault = name => (name === "b" ? { kind: "waiting" } : null);
    expect(await pass()).toEqual({ kind: "done", dueInMs: 1_000 });
    expect(log).toEqual([]);
  });
});

describe("what must not be written", () => {
  it("is shown in a dry run, and costs nothing while it stays the same", async () => {
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

  it("is told of once in a dry run, and changes nothing that Active goes on from", async () => {
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

  it.each(["DryRun", "Paused"] as const)("ends in %s what was known of a 0 of ours", async mode => {
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

  it("is not even decided while it is paused, without a warning", async () => {
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

  it("is resolved, though, where it was pending when it was paused", async () => {
    const { world, pass, wish, target } = scene();
    world.before = failNth(isScale, 1, { code: "Timeout", late: true });
    await pass();
    wish.mode = "Paused";
    expect(await pass()).toEqual(done);
    expect(target()?.history).toMatchObject({ scaleEvents: [{ change: 2 }] });
  });

  it("is neither target nor status of another replica's object", async () => {
    const { pass, transport, wish } = scene();
    wish.mayWrite = () => false;
    await pass();
    expect(transport.requests).toEqual([]);
  });

  it("is made a moment later by a leader that was late to say that it is there", async () => {
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
  ])("is a status $shows, where the Lease is lost between decision and request", async ({ replicas }) => {
    const { pass, wish, transport } = scene({ targets: { web: replicas } });
    let asked = 0;
    wish.mayWrite = () => ++asked === 1;
    expect(await pass()).toMatchObject({ kind: "retry", reason: "Stopped" });
    expect(transport.requests).toEqual([]);
  });

  it("is a change after the ownership was lost, however late", async () => {
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
  it("asks for nothing, writes nothing, and depends on what a leader's would", async () => {
    const { warm, transport, measured, dependents, log } = scene();
    expect(await warm()).toEqual(done);
    expect([transport.requests, measured, log]).toEqual([[], [], []]);
    for (const topic of ["nodes/", "pods/app=web"] as const) {
      expect([...dependents.of(topic)], topic).toEqual(["ns/coredns"]);
    }
  });

  it("depends on no more than that when it has led before", async () => {
    const { pass, warm, dependents, unused } = scene();
    await pass();
    dependents.add("ns/coredns", ["podmetrics/web"]);
    await warm();
    expect(unused).toEqual(["podmetrics/web"]);
  });

  it("looks into no pods for an object that would rest", async () => {
    const { warm, wish, dependents } = scene();
    wish.mode = "Paused";
    await warm();
    expect([...dependents.of("pods/app=web")]).toEqual([]);
  });

  it("lets go of everything when the object is gone", async () => {
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

  it("is waited for", async () => {
    const { pass, wish, targets, log } = await changed();
    wish.nodes = 8;
    expect(await pass()).toEqual({ kind: "done", dueInMs: 1_000 });
    expect([log, targets.asked]).toEqual([[], []]);
    targets.catchUp();
    await pass();
    expect(log).toContain("scale web 5->8");
  });

  it("for more than two seconds is no longer asked: the API server is, until it has caught up", async () => {
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

  it("and still shows a target that was replaced is not believed", async () => {
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

  it("is over when the target was replaced after our write", async () => {
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

  it("for ever, because versions began anew after a restore, does not stop the object", async () => {
    const { world, pass, targets, clock, wish, log } = await changed();
    const target = world.targets.get("web")!;
    target.version = 7;
    targets.catchUp();
    clock.advance(2_001);
    wish.nodes = 8;
    await pass();
    expect(log).toContain("scale web 5->8");
  });

  it("is not suspected where versions are no numbers", async () => {
    const { world, pass, targets, wish, log } = await changed();
    targets.cache.set("web", { ...world.state("web")!, resourceVersion: "a1" });
    wish.nodes = 8;
    expect(await pass()).toMatchObject({ kind: "done" });
    expect(log).toContain("scale web 5->8");
  });
});

describe("when a pass is due again", () => {
  it.each([
    { shows: "what was seen", due: 4_000, want: 4_000 },
    { shows: "nothing", due: null, want: null },
  ])("is said by $shows", async ({ due, want }) => {
    const { pass, wish, clock } = scene({ nodes: 3 });
    wish.due = due === null ? null : clock.now() + due;
    expect(await pass()).toEqual({ kind: "done", dueInMs: want });
  });

  it("is said by a decision that holds a count for a while", async () => {
    const { pass, log, clock } = scene({ targets: { web: 5, dns: 3 }, nodes: 3, profile: "None" });
    expect(await pass()).toEqual({ kind: "done", dueInMs: 30_000 });
    clock.advance(30_000);
    await pass();
    expect(log).toContain("scale web 5->3");
  });

  it("is said by values that are shown only now and then", async () => {
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

  it("is in thirty seconds where no watch tells of a target", async () => {
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
    { shows: "is a period later where no answer is to come", isUnasked: true, dueInMs: 15_000 },
    { shows: "is left to the answers where some are to come", isUnasked: false, dueInMs: null },
  ])("$shows", async ({ isUnasked, dueInMs }) => {
    const { pass, wish } = scene({ nodes: 3 });
    Object.assign(wish, { periodMs: 15_000, isUnasked });
    expect(await pass()).toEqual({ kind: "done", dueInMs });
  });

  it("is in a second while something is incomplete, and nothing is decided or written", async () => {
    const { pass, wish, log, dependents } = scene();
    wish.incomplete = true;
    expect(await pass()).toEqual({ kind: "done", dueInMs: 1_000 });
    expect(log).toEqual([]);
    expect([...dependents.of("nodes/")]).toEqual([key]);
  });
});

describe("who is woken", () => {
  it("is the object, by what it rests on and by its targets", async () => {
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

  it("is arranged before anything is read, so that nobody lets go of what is being read", async () => {
    const { pass, dependents, unused } = scene();
    dependents.set("ns/other", ["nodes/"]);
    const passing = pass();
    dependents.delete("ns/other");
    await passing;
    expect(unused).toEqual([]);
  });

  it.each([{ what: "is gone" }, { what: "is being deleted" }])(
    "is nobody once the object $what",
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

describe("what is remembered", () => {
  it("outlives a spec that is invalid for a while", async () => {
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

  it("outlives the process", async () => {
    const { pass, restart, targets, transport, stateOf } = scene();
    await pass();
    restart();
    targets.catchUp();
    const { length } = transport.requests;
    expect(await pass()).toEqual(done);
    expect(transport.requests).toHaveLength(length);
    expect(stateOf().memory.history?.scaleEvents).toHaveLength(1);
  });

  it("ends with the object: another of its name begins anew", async () => {
    const { pass, world, stateOf, targets } = scene();
    await pass();
    targets.catchUp();
    Object.assign(world.object, { uid: "o-2", status: undefined });
    await pass();
    expect(stateOf().memory.history?.scaleEvents).toEqual([]);
  });
});

describe("what is measured", () => {
  it("is waited for, and then decided on", async () => {
    const { pass, wish, log, dependents } = scene();
    wish.measurable = false;
    expect(await pass()).toEqual({ kind: "done", dueInMs: 1_000 });
    expect([log, [...dependents.of("pods/app=web")]]).toEqual([[], [key]]);
    wish.measurable = true;
    await pass();
    expect(log).toContain("scale web 3->5");
  });

  it("is not let go of while the target is out of reach", async () => {
    const { pass, targets, unused } = scene();
    await pass();
    targets.catchUp();
    const error = kubeError("Timeout", { request: "GET", message: "late" });
    targets.fault = () => ({ kind: "fault", error });
    await pass();
    expect(unused).toEqual([]);
  });

  it("is measured again after a conflict", async () => {
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
  /** One that has just decided. */
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
    { when: "nothing newer was asked for", askedAt: 50_000, want: 5 },
    { when: "it is not over", askedAt: 63_499, want: 5 },
    { when: "it is over, but for a moment", askedAt: 63_500, want: 9 },
    { when: "it is over", askedAt: 65_000, want: 9 },
  ])("allows one decision: $want replicas when $when", async ({ askedAt, want }) => {
    const { pass, wish, world } = await decided();
    Object.assign(wish, { nodes: 9, askedAt });
    await pass();
    expect(world.targets.get("web")?.replicas).toBe(want);
  });

  it.each([
    { when: "just now", after: 0, want: 5 },
    { when: "not a period ago", after: 13_499, want: 5 },
    { when: "a period ago, but for a moment", after: 13_500, want: 9 },
    { when: "in a time to come", after: -1, want: 9 },
  ])("is not over for who restarts and scaled $when: $want", async ({ after, want }) => {
    const { pass, wish, world, clock, restart } = await decided();
    clock.advance(after);
    restart();
    Object.assign(wish, { nodes: 9, askedAt: 100_000 });
    await pass();
    expect(world.targets.get("web")?.replicas).toBe(want);
  });

  it("that decides twice on the same ground says so", async () => {
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
    { when: "a window lets it go a moment later",      at: 29_900, dueInMs: 100,  after: 100,   want: 19 },
    { when: "that moment is not there yet",            at: 29_900, dueInMs: 100,  after: 99,    want: 20 },
    { when: "the next decision is as near",            at: 28_400, dueInMs: null, after: 1_600, want: 20 },
  ])("is not waited for when $when", async ({ at, dueInMs, after, want }) => {
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

  it("is not waited for either when telling of the decision takes until that moment", async () => {
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

  it("has one more decision on the same ground, and not a third", async () => {
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

  it("is not over for a person's edit, which shows in the status all the same", async () => {
    const { pass, world, targets, target } = await decided();
    const before = target();
    world.edit("web", 2);
    targets.catchUp();
    await pass();
    const { desiredReplicas, decision, history } = before!;
    expect(target()).toMatchObject({ currentReplicas: 2, desiredReplicas, decision, history });
  });

  it("of noise costs a status write in thirty, and a restart in its midst no replica", async () => {
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
    // Each of the six restarts has three nuances of its own.
    expect(made.log.length).toBeLessThan(syncs / 28 + 6 * 3 * 2);
    expect(made.log.length).toBeGreaterThan(syncs / 60);
  });

  it("in which less is recommended for good ends in the status, and then on the target", async () => {
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

  it("begins anew where nothing was written", async () => {
    const { pass, wish, world } = await decided();
    Object.assign(wish, { nodes: 9, askedAt: 65_000 });
    world.before = failNth(isScale, 1, { code: "ServerError" });
    expect(await pass()).toMatchObject({ kind: "retry" });
    await pass();
    expect(world.targets.get("web")?.replicas).toBe(9);
  });
});

describe("the age of what a decision rests on", () => {
  it("counts from when it was asked for, not from when it was read", async () => {
    const { pass, wish, clock, ages } = scene({ targets: { web: 5 } });
    for (const asked of [4_000, 0, 250]) {
      wish.askedAt = clock.monotonic() - asked;
      await pass();
    }
    expect(ages).toEqual([4_000, 0, 250]);
  });
});

describe("two of us on one target", () => {
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

  it("leave it to the older one; the other says so", async () => {
    const { pass, claims, log, conditions } = scene();
    claim(claims, "o-0", "2025-01-01T00:00:00Z");
    await pass();
    expect(log.filter(line => line.startsWith("scale"))).toEqual([]);
    expect(conditions()).toMatchObject({
      Ready: "False ConflictingAutoscaler",
      Stalled: "True ConflictingAutoscaler",
    });
  });

  it("do not stand in the way of a DryRun", async () => {
    const { pass, claims, wish, target } = scene();
    claim(claims, "o-0", "2025-01-01T00:00:00Z");
    wish.mode = "DryRun";
    await pass();
    expect(target()?.desiredReplicas).toBe(5);
  });

  it("are told by the API server before the first write, and not asked again", async () => {
    const { pass, live, log, wish, targets, conditions } = scene();
    claim(live.claims, "o-0", "2025-01-01T00:00:00Z");
    await pass();
    expect(log.filter(line => line.startsWith("scale"))).toEqual([]);
    expect(conditions()).toMatchObject({ Stalled: "True ConflictingAutoscaler" });
    live.claims = new ClaimIndex(() => undefined);
    wish.nodes = 6;
    await pass();
    // A cache may not have heard of the rival: only one that found none is not repeated.
    wish.nodes = 7;
    targets.catchUp();
    await pass();
    expect([live.reads, log.filter(line => line.startsWith("scale"))]).toEqual([
      2,
      ["scale web 3->6", "scale web 6->7"],
    ]);
  });

  it("are looked for before the first write, and not while there is nothing to write", async () => {
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
    // The next leader's cache has yet to hear of it.
    release(claims, "o-0");
    restart();
    // Nor has the look that another object had a moment ago.
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

  it("are looked for once, however often the spec is edited, and anew for what was not Active", async () => {
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

  it("are looked for anew when there is another target", async () => {
    const { pass, live, wish, targets } = scene({ targets: { web: 3, db: 3 } });
    wish.refs = ["web"];
    await pass();
    expect(live.reads).toBe(1);
    targets.catchUp();
    wish.refs = ["web", "db"];
    await pass();
    expect(live.reads).toBe(2);
  });

  it("hold nobody up who has nothing to write", async () => {
    const { pass, live, claims, conditions } = scene({ targets: { web: 5 } });
    claim(claims, "o-0", "2025-01-01T00:00:00Z");
    await pass();
    release(claims, "o-0");
    live.error = kubeError("Timeout", { request: "GET", message: "late" });
    expect(await pass()).toMatchObject({ kind: "done" });
    expect([live.reads, conditions()["Ready"]]).toEqual([1, "True Ready"]);
  });

  it("are asked for after a restart, whatever the status says: it may be anybody's", async () => {
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

  it("are seen in what another one read a moment ago, at the first look after a start", async () => {
    const { pass, live, wish, clock, targets } = scene();
    const seen = new ClaimIndex(() => undefined);
    live.recent = { claims: seen, begunAt: clock.now() };
    wish.createdAt = "2025-06-01T00:00:00Z";
    await pass();
    // It shows nothing of this object, which then may have come later.
    expect([live.reads, live.shared]).toEqual([1, 0]);
    targets.catchUp();
    wish.mode = "DryRun";
    await pass();
    Object.assign(wish, { mode: "Active", nodes: 6 });
    claim(seen, "o-1", "2025-06-01T00:00:00Z");
    await pass();
    // What was not Active may have been passed by meanwhile.
    expect([live.reads, live.shared]).toEqual([2, 0]);
  });

  // prettier-ignore
  it.each([
    { shows: "shows it alone",                        createdAt: "2025-12-31T23:59:58Z", older: false, shared: 1 },
    { shows: "shows an older one",                    createdAt: "2025-12-31T23:59:58Z", older: true,  shared: 0 },
    { shows: "began when rivals could still come",    createdAt: "2025-12-31T23:59:59Z", older: false, shared: 0 },
  ])("are seen in a look that $shows: $shared", async ({ createdAt, older, shared }) => {
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

  it("wait until everyone is there who was created in the same second", async () => {
    const { pass, live, log, wish, clock } = scene();
    wish.createdAt = new Date(clock.now()).toISOString();
    expect(await pass()).toEqual({ kind: "done", dueInMs: 2_000 });
    expect([live.reads, log]).toEqual([0, []]);
    clock.advance(2_000);
    await pass();
    expect(live.reads).toBe(1);
    expect(log).toContain("scale web 3->5");
  });

  it("write nothing while nobody can say who else there is", async () => {
    const { pass, live, log } = scene();
    live.error = kubeError("Timeout", { request: "GET", message: "late", retryAfterMs: 7_000 });
    const later = { kind: "retry", reason: "RivalsUnknown", notBeforeMs: 7_000 };
    expect(await pass()).toEqual(later);
    expect(log.filter(line => line.startsWith("scale"))).toEqual([]);
    live.error = null;
    await pass();
    expect(log).toContain("scale web 3->5");
  });

  it("are woken when the claims change", async () => {
    const { pass, claims, dependents } = scene();
    await pass();
    expect([...dependents.of(claims.topic("ns", refOf("web")))]).toEqual([key]);
  });

  it("of an object that claims many are told by one name", async () => {
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
