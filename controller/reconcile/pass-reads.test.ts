import { describe, expect, it } from "vitest";

import { kubeError } from "../../kube/transport/errors.ts";
import {
  beforeFirstScale,
  done,
  failNth,
  isScale,
  key,
  scene,
} from "../testing/reconciler-scene.ts";

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
    dependents.track("ns/coredns").add("podmetrics/web");
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
    beforeFirstScale(world, () => {
      world.create("web", 1);
    });
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

  it("that are released may have affected a reading, which is then repeated", async () => {
    const { pass, dependents, targets, measured, unused } = scene();
    await pass();
    targets.catchUp();
    measured.length = 0;
    dependents.track(key).add("pods/of=its-predecessor");
    await pass();
    expect(unused).toEqual(["pods/of=its-predecessor"]);
    expect(measured).toHaveLength(2);
    await pass();
    expect(measured).toHaveLength(3);
  });

  it("exist before anything is read, so that nothing being read is released", async () => {
    const { pass, dependents, unused } = scene();
    dependents.track("ns/other").add("nodes/");
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
