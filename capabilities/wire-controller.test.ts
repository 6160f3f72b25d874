import { Capability } from "pepr";
import { beforeEach, expect, it } from "vitest";

import type { Informer } from "../kube/watch/object-cache.ts";
import { ForeignAutoscalers } from "../controller/claims/foreign-autoscalers.ts";
import type { ClaimingKind } from "../controller/claims/claim-lister.ts";
import { makeDependencies } from "../controller/process/dependencies.ts";
import type { OwnObject } from "../controller/resource-informer.ts";
import { certificateFlags, configOf } from "../controller/testing/config.ts";
import { named, web } from "../controller/testing/claims-scene.ts";
import { watchedLists } from "../controller/testing/watched-server.ts";
import { until } from "../kube/testing/until.ts";
import { runCapability, type Wiring, type WiringPorts } from "./wire-controller.ts";

const own = { group: "test.trimtab.dev", version: "v1", kind: "Thing", plural: "things" };
const many = 200;
const thing = (name: string, generation = 1): OwnObject => {
  const { metadata } = named(name, "2026-01-01T00:00:00Z");
  return { metadata: { ...metadata, generation }, spec: { generation } };
};
const things = Array.from({ length: many }, (_, index) => thing(`web-${index}`));

/** All objects claim the same target. */
async function scene() {
  // Without the list of CRDs, no queue starts.
  const { reflectors, send, endWatch, transport } = watchedLists({
    things,
    horizontalpodautoscalers: [],
  });
  const config = configOf(...certificateFlags, "--log-level=silent");
  const kinds: ClaimingKind[] = [];
  const shared = makeDependencies(config, "test");
  shared.claimLister.add = kind => kinds.push(kind);
  const specs: unknown[] = [];
  /** How many objects were asked for their claims in each turn of the event loop. */
  const turns = [0];
  const wiring = {
    resource: { own },
    caches: [],
    release: () => undefined,
    claims: ({ spec }: OwnObject) => {
      if (turns.at(-1) === 0) setImmediate(() => turns.push(0));
      turns.push((turns.pop() ?? 0) + 1);
      specs.push(spec);
      return [web];
    },
    bind: () => new Capability({ name: "things", description: "Things." }),
  } as unknown as Wiring<OwnObject, never>;
  let ports: WiringPorts | undefined;
  const { claims, claimLister, participants } = shared;
  const foreignAutoscalers = new ForeignAutoscalers({ reflectors, claims, claimLister });
  const environment = { ...shared, reflectors, foreignAutoscalers };
  const running = runCapability<OwnObject, never>(environment, own, given => {
    ports = given;
    return wiring;
  });
  running.start();
  await participants.whenSynced();
  const kind = kinds.find(each => each.kind === own.kind);
  if (!ports || !kind) throw new Error("nothing was wired");
  const listsOf = (plural: string) =>
    transport.requests.filter(({ path }) => path.endsWith(`/${plural}`)).length;
  const objects = kind.watch as Informer<OwnObject>;
  return {
    ...{ ports, kind, objects, claims, specs, turns, send, endWatch, listsOf, participants },
    stop: reflectors.closeAll.bind(reflectors),
  };
}

let running: Awaited<ReturnType<typeof scene>>;

beforeEach(async () => {
  running = await scene();
  return running.stop;
});

it("reads the claims of a first list in many turns of the event loop, and is complete after all of them", () => {
  const { specs, turns, claims } = running;
  expect([specs.length, Math.max(...turns)]).toEqual([many, 50]);
  // The last object is first on the target once all others are gone, so its claim is known.
  const remove = (current: OwnObject) => {
    const change = { key: `shop/${current.metadata.name}`, current: undefined, previous: current };
    claims.update({ kind: own.kind, isForeign: false }, [change], () => []);
  };
  for (const other of things.slice(0, -1)) remove(other);
  expect(claims.isFirst(things.at(-1)?.metadata.uid ?? "", "shop", web)).toBe(true);
});

it("shares the spec of an object with the claims that are read from the API server", () => {
  const { kind, specs, objects } = running;
  const known = objects.get("shop/web-7")?.spec;
  kind.claimedBy(thing("web-7"));
  kind.claimedBy(thing("web-7", 2));
  expect(specs.slice(-2)).toEqual([{ generation: 1 }, { generation: 2 }]);
  expect([specs.at(-2) === known, specs.at(-1) === known]).toEqual([true, false]);
});

it("knows which objects are as listed, and lists every kind again after a change of leader", async () => {
  const { objects, kind, send, endWatch, listsOf, participants } = running;
  expect(kind.asListed?.size).toBe(many);
  await send("things", "DELETED", thing("web-6"));
  await send("things", "MODIFIED", thing("web-7"));
  await send("things", "MODIFIED", thing("web-8", 2));
  await send("things", "ADDED", thing("web-new"));
  await until(() => {
    expect(objects.get("shop/web-new")).toBeDefined();
  });
  const asListed = () => ["web-6", "web-7", "web-8", "web-new"].map(uid => kind.asListed?.has(uid));
  expect(asListed()).toEqual([false, true, false, false]);
  expect(["things", "horizontalpodautoscalers"].map(listsOf)).toEqual([1, 1]);
  participants.startedLeading(false);
  // The stub does not end the watches that the operator leaves.
  await Promise.all(["things", "horizontalpodautoscalers"].map(endWatch));
  await until(() => {
    expect(["things", "horizontalpodautoscalers"].map(listsOf)).toEqual([2, 2]);
    expect(asListed()).toEqual([true, true, true, false]);
  });
});

it("counts the objects of a namespace", async () => {
  const { ports, send } = running;
  expect(["shop", "other"].map(ports.countIn)).toEqual([many, 0]);
  await send("things", "DELETED", thing("web-7"));
  await send("things", "MODIFIED", thing("web-8", 2));
  await send("things", "ADDED", thing("web-new"));
  await send("things", "DELETED", thing("web-8"));
  await until(() => {
    expect(ports.countIn("shop")).toBe(many - 1);
  });
});
