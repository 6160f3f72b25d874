import pino from "pino";
import { describe, expect, it, vi } from "vitest";

import type { ClusterProportionalAutoscalerStatus as Status } from "../crds/generated/cluster-proportional-autoscaler.ts";
import { serializeHistory } from "../engine/memory.ts";
import { emptyHistory, type History } from "../engine/model/history.ts";
import { ok } from "../engine/model/values/result.ts";
import { systemClock } from "../kube/clock.ts";
import { EventRecorder } from "../kube/api/events.ts";
import { ScriptedTransport } from "../kube/testing/scripted-transport.ts";
import { ClaimIndex } from "./claims/claim-index.ts";
import { makeController } from "./controller.ts";
import { Subscriptions } from "./workqueue/subscriptions.ts";
import type { Dependencies } from "./process/dependencies.ts";
import type { Resource, ScalingObject, ObservedSpec } from "./resource.ts";
import type { TargetReader, TargetObservation } from "./targets/target-reader.ts";
import { MetricsRegistry } from "./telemetry/metrics-registry.ts";
import { resource } from "./testing/cached-targets.ts";
import { later, withFakeTimers } from "./testing/fake-timers.ts";
import { World } from "./testing/world.ts";
import { Participants } from "./process/participants.ts";

const ref = { apiVersion: "apps/v1", kind: "Deployment", name: "web" };

withFakeTimers(Date.parse("2026-01-01T00:00:00Z"));

/** One object whose target has three replicas and is to have five. */
function scene(mode: "Active" | "DryRun" = "Active") {
  const world = new World();
  world.create("web", 3);
  const transport = new ScriptedTransport(world.answer);
  const lines: Record<string, unknown>[] = [];
  const suspect = vi.fn();
  /** The history that each decision started from. */
  const remembered: History[] = [];
  const clock = systemClock;
  const leading = { isLeft: false };
  const telemetry = new MetricsRegistry({ version: "0", objectMetrics: true });
  const observe = (): Promise<TargetObservation> =>
    Promise.resolve({
      ...{ kind: "found", target: { resource, namespace: "ns", name: "web" } },
      ...{ state: world.state("web")!, polled: false },
    } as TargetObservation);
  const targets = { observe, topic: () => "target" } as unknown as TargetReader;
  const environment = {
    ...{
      transport,
      clock,
      random: () => 1,
      config: { workers: 1 },
      telemetry,
    },
    log: pino(
      { level: "debug" },
      { write: line => lines.push(JSON.parse(line) as Record<string, unknown>) },
    ),
    events: new EventRecorder({ transport, clock, replica: "r", onDrop: () => undefined }),
    writeFence: { mayWrite: () => !leading.isLeft, isLeft: () => leading.isLeft },
    recovery: { suspect },
    claimLister: { read: () => Promise.resolve(ok(new ClaimIndex(() => undefined))) },
    ...{ targets, claims: new ClaimIndex(() => undefined), participants: new Participants() },
  } as unknown as Dependencies;
  const get = () => ({
    metadata: {
      ...{ name: "web", namespace: "ns", uid: world.object.uid },
      resourceVersion: String(world.object.version),
    },
    ...(world.object.status ? { status: world.object.status } : {}),
  });
  const kind: Resource<ScalingObject<Status>, ObservedSpec> = {
    own: { group: "test.trimtab.dev", version: "v1", kind: "Thing", plural: "things" },
    observe: () => Promise.resolve({ refs: [ref], mode, due: null, periodMs: null }),
    decide: (_, { replicas, now, history }) => {
      remembered.push(history);
      return {
        decision: { time: now, from: replicas, to: 5, votes: [], steps: [] },
        history: emptyHistory(world.state("web")?.uid ?? ""),
        due: null,
      };
    },
    toStatus: () => ({ targets: [{ ref }] }),
    view: ({ targets = [] }) => ({ targets, rest: null, values: [] }),
  };
  const dependents = new Subscriptions(() => undefined);
  const controller = makeController(environment, kind, get, dependents);
  const startLeading = (): void => {
    controller.startLeading();
    controller.queue.add("ns/web");
  };
  startLeading();
  controller.queue.start();
  const told = (level: "debug" | "info" | "warn" | "error") =>
    lines.filter(line => line["level"] === pino.levels.values[level]);
  const { stopLeading, queue } = controller;
  const left = (isLeft: boolean): void => {
    leading.isLeft = isLeft;
    queue.add("ns/web");
  };
  const leader = { startLeading, stopLeading, left };
  return { world, transport, telemetry, told, suspect, remembered, ...leader };
}

/** Another installation or leader scales the target, and saves it in the status. */
function writtenByAnother(world: World) {
  world.edit("web", 9);
  const scaleEvents = [{ time: Date.now(), change: 4 }];
  const history = serializeHistory({ ...emptyHistory(world.state("web")!.uid), scaleEvents });
  world.object.status = { targets: [{ ref, history }] };
  world.object.version += 1;
  return scaleEvents;
}

const isScale = ({ path }: { path: string }) => path.endsWith("/scale");
const isStatus = ({ path }: { path: string }) => path.endsWith("/status");

describe("an object", () => {
  it("is in the metrics with its name", async () => {
    const { telemetry } = scene();
    telemetry.leading(true);
    await later(1_000);
    const own = 'trimtab_object_info{kind="Thing",namespace="ns",name="web",mode="Active"';
    expect(await telemetry.exposition()).toContain(own);
  });
});

describe("a decision", () => {
  it("is logged at the level debug", async () => {
    const { told } = scene();
    await later(0);
    expect(told("debug")).toMatchObject([{ msg: "decided", key: "ns/web", from: 3, to: 5 }]);
  });

  it("that a dry run withholds counts as such", async () => {
    const { telemetry } = scene("DryRun");
    await later(1_000);
    const held = 'trimtab_holds_total{kind="Thing",reason="DryRun"} 1';
    expect(await telemetry.exposition()).toContain(held);
  });
});

describe("a scale write", () => {
  it("is logged with its reasons", async () => {
    const { told, suspect } = scene();
    await later(1_000);
    expect(told("info")).toMatchObject([
      { msg: "scale", key: "ns/web", target: ref, from: 3, to: 5, votes: [], steps: [] },
    ]);
    const decision = expect.stringMatching(/^[^/]+\/2026-01-01T00:00:0\dZ$/) as string;
    expect(told("info")[0]).toMatchObject({ kind: "Thing", decision });
    expect([told("warn"), suspect.mock.calls.length]).toEqual([[], 0]);
  });

  it("that fails is logged as a warning with the error and without the reasons", async () => {
    const { world, told } = scene();
    world.before = request => (isScale(request) ? { code: "Forbidden" } : null);
    await later(0);
    const error = expect.stringContaining("Forbidden by the test (Forbidden)") as string;
    expect(told("warn")).toMatchObject([{ key: "ns/web", from: 3, to: 5, error }]);
    expect(told("warn")[0]).not.toHaveProperty("votes");
    expect(told("info")).toEqual([]);
  });

  it("that conflicts with another client's write is not logged as a warning", async () => {
    const { world, told } = scene();
    world.before = request => {
      if (isScale(request) && world.state("web")?.replicas === 3) world.edit("web", 4);
      return null;
    };
    await later(1_000);
    expect(told("warn")).toEqual([]);
    expect(told("info").map(({ msg }) => msg)).toEqual([
      "another client changed the target",
      "scale",
    ]);
  });
});

describe("a pass that cannot succeed", () => {
  it("is logged once, and once more when it succeeds", async () => {
    const { world, told } = scene();
    world.before = request => (isStatus(request) ? { code: "Forbidden" } : null);
    await later(600_000);
    const error = expect.stringContaining("grant the operator's service account") as string;
    expect(told("warn")).toMatchObject([{ key: "ns/web", reason: "Forbidden", error }]);
    world.before = () => null;
    await later(300_000);
    expect(told("info")).toMatchObject([{ msg: "scale" }, { msg: "no longer refused" }]);
    expect(told("warn")).toHaveLength(1);
  });

  it("triggers a check of the API server", async () => {
    const { world, suspect } = scene();
    world.before = request => (isStatus(request) ? { code: "Unreachable" } : null);
    await later(250);
    expect(suspect).toHaveBeenCalledTimes(2);
  });
});

describe("a pass that is tried again", () => {
  it("is logged at the level debug with its reason", async () => {
    const { world, told } = scene();
    world.before = request => (isStatus(request) ? { code: "Unreachable" } : null);
    await later(0);
    const line = { msg: "trying again", key: "ns/web", reason: "Unreachable" };
    expect(told("debug").at(-1)).toMatchObject(line);
  });

  it("because of a bug is logged as an error", async () => {
    const { transport, told } = scene();
    const answer = transport.answer;
    transport.answer = () => {
      transport.answer = answer;
      throw new Error("a bug");
    };
    await later(1_000);
    const msg = "a pass failed unexpectedly; the object is tried again";
    expect(told("error")).toMatchObject([{ msg, key: "ns/web", err: { message: "a bug" } }]);
    expect(told("info")).toMatchObject([{ msg: "scale" }]);
  });
});

describe("stopLeading", () => {
  it("resolves only after the running passes have ended", async () => {
    const { transport, stopLeading } = scene();
    const answer = transport.answer;
    let release = (): void => undefined;
    const held = new Promise<void>(resolve => (release = resolve));
    transport.answer = async request => {
      await held;
      return answer(request);
    };
    await later(1_000);
    const ended = vi.fn();
    void stopLeading().then(ended);
    await later(1_000);
    expect(ended).not.toHaveBeenCalled();
    release();
    await later(0);
    expect(ended).toHaveBeenCalledOnce();
  });

  it("forgets every history: the next term continues from the status written by another leader", async () => {
    const { world, remembered, startLeading, stopLeading } = scene();
    await later(1_000);
    await stopLeading();
    const scaleEvents = writtenByAnother(world);
    startLeading();
    await later(1_000);
    expect(remembered.map(known => known.scaleEvents)).toEqual([[], scaleEvents]);
  });
});

describe("an object in a namespace that is left to another installation", () => {
  it("is neither decided nor written, and continues from the other one's status afterwards", async () => {
    const { world, transport, remembered, left } = scene();
    await later(1_000);
    left(true);
    await later(1_000);
    const before = transport.requests.length;
    const scaleEvents = writtenByAnother(world);
    left(true);
    await later(60_000);
    expect([remembered.length, transport.requests.length]).toEqual([1, before]);
    left(false);
    await later(1_000);
    expect(remembered.map(known => known.scaleEvents)).toEqual([[], scaleEvents]);
  });
});
