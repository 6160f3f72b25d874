import type { ClusterProportionalAutoscalerStatus as Status } from "../../crds/generated/cluster-proportional-autoscaler.ts";
import type { ScaleTargetRef } from "../../crds/generated/shared.ts";
import { decideProportional } from "../../engine/decide.ts";
import type { DecisionOutcome, Removal } from "../../engine/model/feature.ts";
import { proportionalBehavior } from "../../engine/spec/defaults.ts";
import { err, ok } from "../../engine/model/values/result.ts";
import {
  toClusterProportionalStatus,
  viewClusterProportionalStatus,
} from "../../engine/status/cluster-proportional-status.ts";
import { EventRecorder } from "../../kube/api/events.ts";
import { ManualClock } from "../../kube/testing/manual-clock.ts";
import { ScriptedTransport } from "../../kube/testing/scripted-transport.ts";
import type { KubeError } from "../../kube/transport/errors.ts";
import type { KubeRequest } from "../../kube/transport/kube-request.ts";
import { ClaimIndex } from "../claims/claim-index.ts";
import type { ClaimSnapshot } from "../claims/claim-lister.ts";
import { RemovalMarks } from "../pods/removal-marks.ts";
import { targetState } from "../reconcile/object-state.ts";
import { Reconciler } from "../reconcile/pass.ts";
import type {
  Incomplete,
  ObservedSpec,
  ObservedTarget,
  Resource,
  ScalingObject,
} from "../resource.ts";
import { Subscriptions } from "../workqueue/subscriptions.ts";
import { CachedTargets } from "./cached-targets.ts";
import { statesScene } from "./states-scene.ts";
import { type Fault, World } from "./world.ts";

export const key = "ns/coredns";
export const refOf = (name: string): ScaleTargetRef => ({
  apiVersion: "apps/v1",
  kind: "Deployment",
  name,
});

export interface CountedNodes extends ObservedSpec {
  readonly nodes: number;
  readonly bounds: Bounds | null;
}

type Bounds = readonly [least: number, most: number];

const isOutside = (replicas: number, [least, most]: Bounds): boolean =>
  replicas !== 0 && (replicas < least || replicas > most);

/** A decision without votes, as the engine makes it for a count outside the bounds. */
function correction(
  { now, history, replicas: from }: ObservedTarget,
  [least, most]: Bounds,
): DecisionOutcome {
  const to = from > most ? most : least;
  const step = { step: "bound", before: from, after: to, reason: "Corrected", message: "" };
  return { decision: { time: now, from, to, votes: [], steps: [step] }, history, due: null };
}

/** How long a larger count holds under Trimtab-1. */
const halfAMinute = { scaleDown: { stabilizationWindowSeconds: 30 } };

/** Wants one replica per node, decided by the real engine without a delay. */
export function scene(
  options: {
    targets?: Record<string, number>;
    nodes?: number;
    profile?: "Trimtab-1" | "CPA-1.10";
  } = {},
) {
  const clock = new ManualClock();
  const world = new World();
  const transport = new ScriptedTransport(world.answer);
  const targets = new CachedTargets(world, transport, clock);
  for (const [name, replicas] of Object.entries(options.targets ?? { web: 3 }))
    world.create(name, replicas);
  targets.catchUp();

  const wish = {
    nodes: options.nodes ?? 5,
    mode: "Active" as ObservedSpec["mode"],
    due: null as number | null,
    /** When a decision needs another one, even before the period is over. */
    wakeAt: null as number | null,
    periodMs: null as number | null,
    askedAt: 0,
    isUnasked: false,
    pushedAt: -Infinity,
    /** A decision needs no votes outside of these; null: every decision has votes. */
    bounds: null as Bounds | null,
    /** Decisions have votes outside the bounds, too, as during the hold of a rollout. */
    isHeld: false,
    /** What decisions that change the count mark and clear. */
    removal: null as Removal | null,
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
    isCrowded: false,
    /** Each pass says again what the saved status says. */
    isRepeated: false,
    createdAt: null as string | null,
  };
  /** The claims on the API server, which the cache may not have yet. */
  const live = {
    claims: new ClaimIndex(() => undefined),
    error: null as KubeError | null,
    /** The result of another object's recent read. */
    recent: null as ClaimSnapshot | null,
    ...{ reads: 0, shared: 0 },
  };
  /** The replica counts of what was measured. */
  const measured: number[] = [];
  /** For each decision, the age of the samples it used, in milliseconds. */
  const ages: number[] = [];
  const get = (): ScalingObject<Status> | undefined =>
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
      : undefined;
  const resource: Resource<ScalingObject<Status>, CountedNodes> = {
    own: {
      ...{ group: "autoscaling.trimtab.dev", version: "v1alpha1" },
      ...{ kind: "ClusterProportionalAutoscaler", plural: "clusterproportionalautoscalers" },
    },
    observe: (_object, _previous, tracker) => {
      tracker.add("nodes/");
      return Promise.resolve<CountedNodes | Incomplete>(
        wish.incomplete
          ? { kind: "incomplete" }
          : {
              refs: wish.invalid ? [] : wish.refs.map(refOf),
              ...(wish.claimed ? { claimed: wish.claimed.map(refOf) } : {}),
              mode: wish.mode,
              due: wish.due,
              periodMs: wish.periodMs,
              nodes: wish.nodes,
              bounds: wish.bounds,
            },
      );
    },
    warm: (_, { state }, tracker) => {
      tracker.add(`pods/${state.selector}`);
    },
    measure: (_, { state }, tracker) => {
      tracker.add(`pods/${state.selector}`);
      measured.push(state.replicas);
      return wish.measurable
        ? {
            kind: "measured",
            value: null,
            askedAt: wish.askedAt,
            isUnasked: wish.isUnasked,
            ...(wish.pushedAt > -Infinity ? { pushedAt: wish.pushedAt } : {}),
          }
        : { kind: "incomplete" };
    },
    view: viewClusterProportionalStatus,
    repetitionOf: () => (wish.isRepeated ? { valuesMoved: false, words: "" } : null),
    decide: ({ nodes, bounds }, seen) => {
      const { now, history, replicas: currentReplicas, askedAt = now } = seen;
      const isOut = bounds !== null && isOutside(currentReplicas, bounds);
      if (seen.onlyCorrects && (!isOut || wish.isHeld)) return null;
      ages.push(now - askedAt);
      if (bounds && !wish.isHeld && isOutside(currentReplicas, bounds)) {
        return correction(seen, bounds);
      }
      const outcome = decideProportional({
        ...{ now, history, currentReplicas },
        size: { nodes, schedulableNodes: nodes, cores: 0, schedulableCores: 0 },
        profile: options.profile ?? "CPA-1.10",
        behavior: proportionalBehavior(halfAMinute, options.profile ?? "CPA-1.10"),
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
      const { removal, wakeAt } = wish;
      return { ...outcome, wakeAt, ...(removal && { removal }) };
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
  /** Why decided changes were not written. */
  const withheld: string[] = [];
  const claims = new ClaimIndex(() => undefined);
  const writeFence = { mayWrite: () => wish.mayWrite() };
  /** A process with its own memory. */
  const start = () => {
    const { states } = statesScene();
    const reconciler = new Reconciler(resource, {
      get,
      ...{ transport, targets, claims, events, states, clock, subscriptions: dependents },
      isCrowded: () => wish.isCrowded,
      ...{ writeFence, marks: new RemovalMarks({ transport, writeFence, workers: 16 }) },
      claimLister: {
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
        withheld: reason => withheld.push(reason),
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
  const objectState = () => {
    const object = get();
    if (!object) throw new Error("the object is gone");
    return running.states.load(key, object, clock.now());
  };
  return {
    ...{ world, targets, claims, clock, transport, dependents, unused, wish, measured },
    ...{ ages, wrote, withheld, pass, warm, live },
    log: world.log,
    restart: () => {
      running = start();
    },
    objectState,
    stateOf: (name = "web") => targetState(objectState(), refOf(name)),
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

export const isScale = ({ method, path }: KubeRequest) =>
  method === "PATCH" && path.endsWith("/scale");
export const isStatus = ({ path }: KubeRequest) => path.endsWith("/status");

/** Changes the world once, immediately before the first write of a count, which is sent nevertheless. */
export function beforeFirstScale(world: World, change: () => void): void {
  world.before = request => {
    if (isScale(request)) {
      world.before = () => null;
      change();
    }
    return null;
  };
}

/** Makes only the n-th matching request fail; 1 is the first. */
export const failNth = (
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

export const done = { kind: "done", dueInMs: null };
