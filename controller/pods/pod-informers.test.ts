import { describe, expect, it } from "vitest";

import type { RawPod } from "../../engine/model/observation/pod.ts";
import { ok } from "../../engine/model/values/result.ts";
import { failure } from "../../kube/testing/failure.ts";
import { until } from "../../kube/testing/until.ts";
import type { KubeErrorCode } from "../../kube/transport/errors.ts";
import { PodInformers } from "./pod-informers.ts";
import { topicsOf } from "./selector-users.ts";
import { operationsOf } from "../../engine/testing/operations.ts";
import { untracked } from "../testing/untracked.ts";
import { watchedServer } from "../testing/watched-server.ts";

interface WatchedPod extends RawPod {
  readonly metadata: {
    readonly name: string;
    readonly namespace: string;
    readonly uid: string;
    readonly resourceVersion: string;
    readonly labels: Readonly<Record<string, string>>;
  };
}

const pod = (namespace: string, name: string, labels: Record<string, string>): WatchedPod => ({
  metadata: { name, namespace, uid: name, resourceVersion: "1", labels },
  status: { phase: "Running" },
});

/** Lists the pods of a store; what a watch delivers is what the test sends. */
function scene(stored: readonly WatchedPod[], most?: number) {
  const store = new Map(stored.map(one => [one.metadata.name, one]));
  const play = { refuse: null as KubeErrorCode | null };
  const { transport, clock, pauses, reflectors, send } = watchedServer(({ path }) => {
    if (play.refuse) return failure(play.refuse);
    const namespace = /namespaces\/([^/]+)/.exec(path)?.[1];
    const items = [...store.values()].filter(
      ({ metadata }) => namespace === undefined || metadata.namespace === namespace,
    );
    return ok({ metadata: { resourceVersion: "1" }, items });
  });
  const arrived: string[] = [];
  const pods = new PodInformers(reflectors, topic => arrived.push(topic), most);
  const use = (namespace: string, selector: string, uid = "t", isScaled = true) => ({
    ...{ namespace, selector },
    target: { uid, name: `Deployment ${uid}`, isScaled },
  });
  const topics = (namespace: string, selector: string, uid?: string, isScaled?: boolean) =>
    topicsOf(use(namespace, selector, uid, isScaled));
  const release = (...asked: Parameters<typeof topics>) => {
    for (const topic of topics(...asked)) pods.release(topic);
  };
  const read = (namespace: string, selector: string) => {
    const state = pods.read(use(namespace, selector), untracked);
    return state.kind === "known" ? [...state.pods.keys()].sort() : state.kind;
  };
  const ready = async (namespace: string, selector: string) => {
    read(namespace, selector);
    await until(() => {
      expect(arrived).toEqual(expect.arrayContaining(topics(namespace, selector)));
    });
    return read(namespace, selector);
  };
  const paths = () => new Set(transport.requests.map(({ path }) => path));
  /** The other target that shares pods with a target. */
  const sharedWith = (selector: string, uid: string, isScaled?: boolean) => {
    const state = pods.read(use("a", selector, uid, isScaled), untracked);
    return state.kind === "known" ? state.sharedWith : state.kind;
  };
  return {
    store,
    play,
    clock,
    pauses,
    pods,
    topics,
    release,
    sharedWith,
    read,
    ready,
    send,
    paths,
    reflectors,
  };
}

const web = { app: "web" };
const inA = "/api/v1/namespaces/a/pods";
const everywhere = "/api/v1/pods";

describe("PodInformers", () => {
  it("reports pods as unknown at first, and then returns those of the selector", async () => {
    const { read, ready } = scene([
      pod("a", "web-1", web),
      pod("a", "db-1", { app: "db" }),
      pod("b", "web-2", web),
    ]);
    expect(read("a", "app=web")).toBe("waiting");
    expect(await ready("a", "app=web")).toEqual(["web-1"]);
    expect(read("a", "app in (web,db)")).toEqual(["db-1", "web-1"]);
  });

  it("knows the pods of a selector in use, and opens nothing for any other", async () => {
    const { ready, pods, reflectors, release } = scene([pod("a", "web-1", web)]);
    expect(pods.known("a", "app=web")).toBeNull();
    expect(reflectors.counts()).toEqual(new Map());
    await ready("a", "app=web");
    expect([...(pods.known("a", "app=web") ?? [])].map(([name]) => name)).toEqual(["web-1"]);
    expect([pods.known("a", "app=db"), pods.known("b", "app=web")]).toEqual([null, null]);
    release("a", "app=web");
    expect(pods.known("a", "app=web")).toBeNull();
  });

  it("follows pods that are created, relabeled and deleted", async () => {
    const { ready, read, send } = scene([pod("a", "web-1", web)]);
    await ready("a", "app=web");
    await send(inA, "ADDED", pod("a", "web-2", web));
    await until(() => {
      expect(read("a", "app=web")).toEqual(["web-1", "web-2"]);
    });
    await send(inA, "MODIFIED", pod("a", "web-1", { app: "quarantine" }));
    await send(inA, "DELETED", pod("a", "web-2", web));
    await until(() => {
      expect(read("a", "app=web")).toEqual([]);
    });
  });

  it("returns no pods and an unlimited count for an invalid selector", async () => {
    const { ready, pods } = scene([pod("a", "web-1", web)]);
    expect(await ready("a", "cheddar cheese")).toEqual([]);
    expect(pods.count("a", "cheddar cheese")).toBe(Infinity);
    expect([pods.count("a", null), pods.count("a", "app=web"), pods.count("b", null)]).toEqual([
      1, 1, 0,
    ]);
  });

  it("reports that listing pods is forbidden", async () => {
    const { read, play } = scene([]);
    play.refuse = "Forbidden";
    read("a", "app=web");
    await until(() => {
      expect(read("a", "app=web")).toBe("failed");
    });
  });

  it("waits while pods cannot be listed, and reports the failure after ten seconds", async () => {
    const { read, play, clock, reflectors } = scene([]);
    play.refuse = "ServerError";
    read("a", "app=web");
    await until(() => {
      expect(reflectors.disconnected()).toEqual(new Map([["pods", 1]]));
    });
    clock.advance(9_999);
    expect(read("a", "app=web")).toBe("waiting");
    clock.advance(1);
    expect(read("a", "app=web")).toBe("failed");
  });

  // prettier-ignore
  it.each<{ shows: string; codes: readonly KubeErrorCode[]; want: string }>([
    { shows: "a failure after ten seconds of the same error", codes: ["ServerError", "ServerError", "ServerError"], want: "failed" },
    { shows: "a failure after ten seconds of various errors", codes: ["Timeout", "Unreachable", "ServerError"],     want: "failed" },
    { shows: "no result until then",                          codes: ["Timeout", "ServerError"],                    want: "waiting" },
  ])("returns $shows while every list fails", async ({ codes, want }) => {
    const { read, play, clock, pauses } = scene([]);
    for (const [tries, code] of codes.entries()) {
      play.refuse = code;
      read("a", "app=web");
      pauses[tries - 1]?.();
      await until(() => {
        expect(pauses).toHaveLength(tries + 1);
      });
      clock.advance(4_000);
    }
    expect(read("a", "app=web")).toBe(want);
  });

  it("releases the pods of a namespace with its last selector", async () => {
    const { ready, read, release, reflectors } = scene([pod("a", "web-1", web)]);
    await ready("a", "app=web");
    read("a", "app=db");
    release("a", "app=web");
    expect(reflectors.sizes()).toEqual(new Map([["pods", 1]]));
    release("a", "app=db");
    expect(reflectors.sizes()).toEqual(new Map());
    expect(read("a", "app=web")).toBe("waiting");
  });

  describe("pods that two selectors match", () => {
    const stored = [
      pod("a", "web-1", { app: "web", tier: "front" }),
      pod("a", "web-2", web),
      pod("a", "api-1", { app: "api", tier: "front" }),
    ];
    const [byApp, byTier] = ["app=web", "tier=front"];

    it("are reported to each target as shared with the other", async () => {
      const { ready, sharedWith } = scene(stored);
      await ready("a", byApp);
      expect(sharedWith(byApp, "web")).toBe("Deployment t");
      expect(sharedWith("app=api", "api")).toBeNull();
      expect(sharedWith(byTier, "front")).toBe("Deployment t");
      expect(sharedWith("app=api", "api")).toBe("Deployment front");
    });

    // prettier-ignore
    it.each<{ shows: string; isScaled: boolean; ofOne: (index: number) => string }>([
      { shows: "targets with one selector each",  isScaled: true,  ofOne: index => `app=web,!x${index}` },
      { shows: "targets with the same selector",  isScaled: true,  ofOne: () => byApp },
      { shows: "dry runs with one selector each", isScaled: false, ofOne: index => `app=web,!x${index}` },
    ])("cost $shows twice the work for twice as many", async ({ isScaled, ofOne }) => {
      const told: (string | null)[] = [];
      const work = async (many: number): Promise<number> => {
        const { ready, sharedWith } = scene(stored);
        await ready("a", "app=api");
        const targets = Array.from({ length: many }, (_, index) => index);
        return operationsOf(() => {
          for (let round = 0; round < 2; round++) {
            for (const index of targets) told.push(sharedWith(ofOne(index), `${index}`, isScaled));
          }
        });
      };
      expect(await work(2_000)).toBeLessThanOrEqual(2.5 * (await work(1_000)));
      expect(told.at(-1)).toBe(isScaled ? "Deployment 0" : null);
    });

    // prettier-ignore
    it.each<{ shows: string; mine: [string, string, boolean?]; others: [string, string, boolean?][]; want: string | null }>([
      { shows: "the same target",                                  mine: [byApp, "web"],        others: [[byTier, "web"]],        want: null },
      { shows: "a target that is only read",                       mine: [byApp, "web"],        others: [[byTier, "front", false]], want: null },
      { shows: "the target that a dry run reads",                  mine: [byApp, "web", false], others: [[byApp, "web"]],         want: null },
      { shows: "a target other than the one that a dry run reads", mine: [byApp, "web", false], others: [[byTier, "front"]],      want: "Deployment front" },
      { shows: "another target with the same selector",            mine: [byApp, "web"],        others: [[byApp, "other"]],       want: "Deployment other" },
      { shows: "a target without common pods",                     mine: ["app=api", "api"],    others: [[byApp, "web"]],         want: null },
      { shows: "a target with an invalid selector",                mine: [byApp, "web"],        others: [["cheddar cheese", "x"]], want: null },
      { shows: "a target without pods and the same selector",      mine: ["app=no", "web"],     others: [["app=no", "x"]],        want: null },
    ])("are shared with $shows: $want", async ({ mine, others, want }) => {
      const { ready, sharedWith, release } = scene(stored);
      await ready("a", byApp);
      release("a", byApp);
      sharedWith(...mine);
      await ready("a", "app=api");
      release("a", "app=api");
      for (const other of others) sharedWith(...other);
      expect(sharedWith(...mine)).toBe(want);
    });

    it("are no longer shared once the other target is released or no pod matches both", async () => {
      const { ready, sharedWith, release, send } = scene(stored);
      await ready("a", byApp);
      sharedWith(byTier, "front");
      release("a", byTier, "front");
      expect(sharedWith(byApp, "t")).toBeNull();
      sharedWith(byTier, "front");
      expect(sharedWith(byApp, "t")).toBe("Deployment front");
      await send(inA, "MODIFIED", pod("a", "web-1", web));
      await until(() => {
        expect(sharedWith(byApp, "t")).toBeNull();
      });
      expect(sharedWith(byTier, "front")).toBeNull();
    });
  });

  it("keeps the pods of a target that is no longer scaled", async () => {
    const { ready, pods, topics, read, sharedWith } = scene([pod("a", "web-1", web)]);
    await ready("a", "app=web");
    const [, scaled] = topics("a", "app=web");
    pods.release(scaled!);
    expect(sharedWith("app=web", "other")).toBeNull();
    expect(read("a", "app=web")).toEqual(["web-1"]);
  });

  describe("pods of more than 20 namespaces", () => {
    const many = Array.from({ length: 21 }, (_, index) => `n${index}`);
    const scattered = many.map(namespace => pod(namespace, `web-${namespace}`, web));
    const wide = async () => {
      const made = scene(scattered);
      for (const namespace of many) await made.ready(namespace, "app=web");
      return made;
    };

    it("are watched in the whole cluster, and no longer by namespace", async () => {
      const { read, reflectors, paths } = await wide();
      expect(reflectors.sizes()).toEqual(new Map([["pods", 21]]));
      expect(paths()).toContain(everywhere);
      expect(many.map(namespace => read(namespace, "app=web"))).toEqual(
        many.map(name => [`web-${name}`]),
      );
    });

    it("are counted in the whole cluster, once all are known", async () => {
      const few = scene(scattered);
      for (const namespace of many.slice(0, 20)) await few.ready(namespace, "app=web");
      expect(few.pods.total).toBeNull();
      expect((await wide()).pods.total).toBe(21);
    });

    it("are watched by namespace where the whole cluster may not be watched", async () => {
      const { ready, paths, reflectors } = scene(scattered, Infinity);
      for (const namespace of many) await ready(namespace, "app=web");
      expect(reflectors.counts()).toEqual(new Map([["pods", 21]]));
      expect(paths()).not.toContain(everywhere);
    });

    it("are listed once for all requests during that list", async () => {
      const { ready, read, reflectors } = scene(scattered);
      for (const namespace of many.slice(0, 20)) await ready(namespace, "app=web");
      for (const namespace of ["n20", "n21", "n22"])
        expect(read(namespace, "app=web")).toBe("waiting");
      expect(reflectors.counts()).toEqual(new Map([["pods", 21]]));
    });

    it("lose those that only the watch of a namespace has reported", async () => {
      const { store, ready, read } = scene(scattered);
      for (const namespace of many.slice(0, 20)) await ready(namespace, "app=web");
      store.delete("web-n3");
      await ready("n20", "app=web");
      expect(read("n3", "app=web")).toEqual([]);
    });

    it("are updated", async () => {
      const { send, read } = await wide();
      await send(everywhere, "ADDED", pod("n1", "web-9", web));
      await until(() => {
        expect(read("n1", "app=web")).toEqual(["web-9", "web-n1"]);
      });
    });

    it("are not kept for a namespace that is empty and unused", async () => {
      const { pods, read, release, send } = await wide();
      expect(pods.namespaces).toBe(21);
      for (let round = 0; round < 3; round++) {
        expect(read(`empty${round}`, "app=web")).toEqual([]);
        release(`empty${round}`, "app=web");
      }
      expect(pods.namespaces).toBe(21);
      release("n3", "app=web");
      expect(pods.namespaces).toBe(21);
      await send(everywhere, "DELETED", pod("n3", "web-n3", web));
      await send(everywhere, "DELETED", pod("n4", "web-n4", web));
      await until(() => {
        expect(pods.namespaces).toBe(20);
      });
      expect(read("n4", "app=web")).toEqual([]);
      await send(everywhere, "ADDED", pod("n3", "web-n3", web));
      await until(() => {
        expect(pods.namespaces).toBe(21);
      });
      expect(read("n3", "app=web")).toEqual(["web-n3"]);
    });

    it("are released with the last of them", async () => {
      const { release, reflectors } = await wide();
      for (const namespace of many) release(namespace, "app=web");
      expect(reflectors.sizes()).toEqual(new Map());
    });
  });
});
