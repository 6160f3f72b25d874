import { describe, expect, it } from "vitest";

import { intermediatesOf } from "../../engine/model/observation/pod.ts";
import { failure } from "../../kube/testing/failure.ts";
import { until } from "../../kube/testing/until.ts";
import { operationsOf } from "../../engine/testing/operations.ts";
import { untracked } from "../testing/untracked.ts";
import { type Listed, watchedLists } from "../testing/watched-server.ts";
import { topicOf } from "../workqueue/subscriptions.ts";
import { PodInformers } from "./pod-informers.ts";

const controlledBy = (kind: string, uid: string, apiVersion = "apps/v1") => ({
  ownerReferences: [{ apiVersion, kind, name: uid, uid, controller: true }],
});
const named = (name: string, owner: object = {}) => ({
  metadata: { name, namespace: "a", uid: name, resourceVersion: "1", ...owner },
});
const podOf = (name: string, owner: object = {}, labels: object = { app: "web" }) => {
  const { metadata } = named(name, owner);
  return { metadata: { ...metadata, labels }, status: { phase: "Running" } };
};
const ofReplicaSet = (name: string, uid: string) => podOf(name, controlledBy("ReplicaSet", uid));
const replicaSet = (uid: string, deployment: string) =>
  named(uid, controlledBy("Deployment", deployment));

/** Two Deployments with the same labels, and other pods that have them, too. */
const shared = [
  ofReplicaSet("blue-1", "blue-rs"),
  ofReplicaSet("blue-2", "blue-rs-2"),
  ofReplicaSet("green-1", "green-rs"),
  podOf("job-1", controlledBy("Job", "job", "batch/v1")),
  podOf("bare"),
  podOf("set-1", controlledBy("StatefulSet", "set")),
];
const replicaSets = [
  replicaSet("blue-rs", "blue"),
  replicaSet("blue-rs-2", "blue"),
  replicaSet("green-rs", "green"),
  named("alone-rs"),
];

const deployment = { apiVersion: "apps/v1", kind: "Deployment" };

function scene(lists: Readonly<Record<string, Listed>>) {
  const { reflectors, send, transport, clock } = watchedLists({ statefulsets: [], ...lists });
  const arrived: string[] = [];
  const pods = new PodInformers(reflectors, topic => arrived.push(topic));
  const read = (uid: string, workload = deployment, selector = "app=web") =>
    pods.read(
      {
        ...{ namespace: "a", selector, ownedThrough: intermediatesOf(workload) },
        target: { uid, name: `${workload.kind} ${uid}`, isScaled: true },
      },
      untracked,
    );
  const of = (uid: string, workload = deployment) => {
    const state = read(uid, workload);
    if (state.kind !== "known") return state.kind;
    const { matching, unresolved } = state.besides ?? {};
    const names = [...state.pods.keys()].sort();
    return { names, unresolved: [...(unresolved ?? [])], matching: matching?.size };
  };
  const ready = (uid: string, workload = deployment) =>
    until(() => {
      const known = of(uid, workload);
      if (typeof known === "string") throw new Error(known);
      return known;
    });
  return { pods, read, of, ready, send, reflectors, arrived, clock, transport };
}

describe("the pods that a workload controls", () => {
  const controlled = ({ pods }: ReturnType<typeof scene>, uid: string, workload = deployment) => {
    const kinds = intermediatesOf(workload);
    const state = pods.controlled({ namespace: "a", uid }, kinds, untracked);
    return state.kind === "known" ? [...state.names].sort() : state.kind;
  };

  // prettier-ignore
  it.each([
    { shows: "of a Deployment, through its ReplicaSets", uid: "blue",    workload: deployment,                                      names: ["blue-1", "blue-2"] },
    { shows: "of a Deployment without pods: none",       uid: "paused",  workload: deployment,                                      names: [] },
    { shows: "of a ReplicaSet, itself",                  uid: "blue-rs", workload: { apiVersion: "apps/v1", kind: "ReplicaSet" },   names: ["blue-1"] },
    { shows: "of a custom resource with any selector: none", uid: "mine", workload: { apiVersion: "example.com/v1", kind: "Mine" }, names: [] },
  ])("are known without a selector: $shows", async ({ uid, workload, names }) => {
    const lists = { pods: shared, replicasets: replicaSets, replicationcontrollers: [] };
    const at = scene({ ...lists, statefulsets: [named("set")] });
    await at.ready("blue");
    await until(() => {
      expect(controlled(at, uid, workload)).toEqual(names);
    });
  });

  it("are not those whose ReplicaSet is not known", async () => {
    const at = scene({ pods: shared, replicasets: replicaSets });
    await at.ready("blue");
    await at.send("pods", "ADDED", ofReplicaSet("new-1", "new-rs"));
    await until(() => {
      expect(at.of("blue")).toMatchObject({ unresolved: ["new-1"] });
    });
    expect(controlled(at, "blue")).toEqual(["blue-1", "blue-2"]);
  });

  it("are unknown while the ReplicaSets are listed, or refused", async () => {
    const at = scene({ pods: shared, replicasets: failure("Forbidden", "not allowed") });
    expect(controlled(at, "blue")).toBe("waiting");
    await until(() => {
      expect(controlled(at, "blue")).toBe("failed");
    });
  });
});

describe("only the pods that a workload controls", () => {
  it("are known once the pods and the ReplicaSets are", async () => {
    const { of, ready, arrived, transport } = scene({ pods: shared, replicasets: replicaSets });
    expect(of("blue")).toBe("waiting");
    expect(await ready("blue")).toEqual({
      names: ["blue-1", "blue-2"],
      unresolved: [],
      matching: 6,
    });
    expect(of("green")).toEqual({ names: ["green-1"], unresolved: [], matching: 6 });
    expect(of("other")).toEqual({ names: [], unresolved: [], matching: 6 });
    expect(arrived).toContain(topicOf("owners", "ReplicaSet"));
    const paths = transport.requests.map(({ path }) => path);
    expect(paths.filter(path => path.includes("replicasets"))).toHaveLength(1);
  });

  // prettier-ignore
  it.each([
    { of: "a StatefulSet",                      workload: { apiVersion: "apps/v1", kind: "StatefulSet" },          uid: "set",      names: ["set-1"] },
    { of: "a ReplicaSet",                       workload: { apiVersion: "apps/v1", kind: "ReplicaSet" },           uid: "blue-rs",  names: ["blue-1"] },
    { of: "a custom resource by ReplicaSets",   workload: { apiVersion: "argoproj.io/v1alpha1", kind: "Rollout" }, uid: "green",    names: ["green-1"] },
    { of: "a custom resource by itself",        workload: { apiVersion: "example.com/v1", kind: "Gadget" },        uid: "job",      names: ["job-1"] },
  ])("are found for $of", async ({ workload, uid, names }) => {
    const lists = { pods: shared, replicasets: replicaSets, replicationcontrollers: [] };
    const { ready } = scene({ ...lists, statefulsets: [named("set")] });
    expect(await ready(uid, workload)).toMatchObject({ names, unresolved: [] });
  });

  it("are shared with no other target", async () => {
    const { read, ready } = scene({ pods: shared, replicasets: replicaSets });
    await ready("blue");
    await ready("green");
    expect(read("blue")).toMatchObject({ sharedWith: null });
  });

  it("contain those of a ReplicaSet that is not known yet, but as unresolved", async () => {
    const { of, ready, send } = scene({ pods: shared, replicasets: replicaSets });
    await ready("blue");
    await send("pods", "ADDED", ofReplicaSet("new-1", "new-rs"));
    await until(() => {
      expect(of("blue")).toMatchObject({ unresolved: ["new-1"] });
    });
    expect(of("green")).toMatchObject({ names: ["green-1", "new-1"], unresolved: ["new-1"] });
    await send("replicasets", "ADDED", replicaSet("new-rs", "blue"));
    await until(() => {
      expect(of("blue")).toMatchObject({ names: ["blue-1", "blue-2", "new-1"], unresolved: [] });
    });
    expect(of("green")).toMatchObject({ names: ["green-1"] });
  });

  it("become unresolved if their ReplicaSet goes first", async () => {
    const { of, ready, send } = scene({ pods: shared, replicasets: replicaSets });
    await ready("green");
    await send("replicasets", "DELETED", replicaSet("blue-rs-2", "blue"));
    await until(() => {
      expect(of("blue")).toMatchObject({ names: ["blue-1", "blue-2"], unresolved: ["blue-2"] });
    });
    await send("pods", "DELETED", ofReplicaSet("blue-2", "blue-rs-2"));
    await until(() => {
      expect(of("blue")).toMatchObject({ names: ["blue-1"], unresolved: [] });
    });
  });

  it("follow a pod that another controller adopts", async () => {
    const { of, ready, send } = scene({ pods: shared, replicasets: replicaSets });
    await ready("green");
    await send("pods", "MODIFIED", ofReplicaSet("bare", "green-rs"));
    await until(() => {
      expect(of("green")).toMatchObject({ names: ["bare", "green-1"] });
    });
  });

  it("are unknown while the ReplicaSets are refused", async () => {
    const { read } = scene({ pods: shared, replicasets: failure("Forbidden", "not allowed") });
    await until(() => {
      expect(read("blue")).toMatchObject({ kind: "failed" });
    });
  });

  it("need no watch of ReplicaSets any more once no object asks", async () => {
    const known = [...replicaSets];
    const { ready, reflectors, pods, of } = scene({ pods: shared, replicasets: known });
    await ready("blue");
    expect(reflectors.counts().get("replicasets")).toBe(1);
    pods.owners.release(topicOf("owners", "ReplicaSet"));
    expect(reflectors.counts().get("replicasets")).toBeUndefined();
    known.splice(1, 1);
    expect(of("blue")).toBe("waiting");
    // What is gone in the meantime may have been its own.
    expect(await ready("blue")).toMatchObject({ unresolved: ["blue-2"] });
  });

  it("cost twice as many targets with the same labels twice the work", async () => {
    const work = async (many: number): Promise<number> => {
      const numbers = Array.from({ length: many }, (_, index) => index);
      const { ready, read } = scene({
        pods: numbers.map(index => ofReplicaSet(`web-${index}`, `rs-${index}`)),
        replicasets: numbers.map(index => replicaSet(`rs-${index}`, `d-${index}`)),
      });
      await ready("d-0");
      return operationsOf(() => {
        for (const index of numbers) read(`d-${index}`);
      });
    };
    expect(await work(2_000)).toBeLessThanOrEqual(2.5 * (await work(1_000)));
  });
});
