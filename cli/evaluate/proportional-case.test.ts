import { describe, expect, it } from "vitest";

import { decideProportionalCase } from "./proportional-case.ts";

const cluster = {
  ...{ totalNodes: 5, schedulableNodes: 4, totalCores: 15, schedulableCores: 13 },
  ...{ pods: 150, namespaces: 9, resources: { memory: { total: "80Gi", schedulable: "60Gi" } } },
};
const data = { linear: '{"coresPerReplica":2,"nodesPerReplica":1}' };
const scaleTargetRefs = [{ apiVersion: "apps/v1", kind: "Deployment", name: "dns" }];
const own = (spec: object): object => ({ autoscaler: { spec: { scaleTargetRefs, ...spec } } });

/** Prevention with a maximum of 1: upstream gives 2, `Trimtab-1` refuses it. */
const contradiction =
  '{"nodesPerReplica":9,"min":1,"max":1,"preventSinglePointFailure":true,"includeUnschedulableNodes":true}';

describe("decideProportionalCase", () => {
  it.each<{ shows: string; given: object; replicas: number }>([
    { shows: "an upstream ConfigMap", given: { configMap: { data } }, replicas: 7 },
    {
      shows: "one with upstream's contradiction",
      given: { configMap: { data: { linear: contradiction } } },
      replicas: 2,
    },
    { shows: "linear in the spec", given: own({ linear: { nodesPerReplica: 2 } }), replicas: 3 },
    {
      shows: "only schedulable nodes",
      given: own({ linear: { nodesPerReplica: 1 }, nodes: { unschedulable: "Ignore" } }),
      replicas: 4,
    },
    {
      shows: "pods and other resources",
      given: own({
        linear: {
          podsPerReplica: 100,
          resourcesPerReplica: [{ name: "memory", perReplica: "8Gi" }],
        },
      }),
      replicas: 10,
    },
    {
      shows: "ladder in the spec",
      given: own({ ladder: { coresToReplicas: [{ cores: 8, replicas: 3 }] } }),
      replicas: 3,
    },
    {
      shows: "a default, with the spec's flag",
      given: own({
        configMapRef: { name: "dns", default: { linear: { nodesPerReplica: 1 } } },
      }),
      replicas: 5,
    },
    {
      shows: "the referenced ConfigMap",
      given: { ...own({ configMapRef: { name: "dns" } }), configMap: { data } },
      replicas: 7,
    },
    {
      shows: "the spec's own parameters, even if there is a ConfigMap",
      given: { ...own({ linear: { nodesPerReplica: 2 } }), configMap: { data } },
      replicas: 3,
    },
  ])("decides $shows: $replicas", ({ given, replicas }) => {
    const outcome = decideProportionalCase({ ...given, cluster });
    expect(outcome).toMatchObject({ ok: true, value: { replicas } });
  });

  it("refuses the size of a cluster of which more than half is lost", () => {
    const ignoring = own({ linear: { nodesPerReplica: 1 }, nodes: { unschedulable: "Ignore" } });
    const outcomeOf = (lostNodes: number) =>
      decideProportionalCase({ ...ignoring, cluster: { ...cluster, lostNodes } });
    expect(outcomeOf(2)).toMatchObject({ value: { replicas: 4 } });
    const error = "lostNodes: 3 of 5 nodes ceased to be ready; delete those that do not return";
    expect(outcomeOf(3)).toMatchObject({ value: { error } });
  });

  it("traces the votes and the steps", () => {
    const outcome = decideProportionalCase({ configMap: { data }, cluster });
    expect(outcome.ok && outcome.value).toMatchObject({
      trace: [
        { source: "cores", type: "Count", replicas: 7, message: "13 cores / 2 per replica = 7" },
        { source: "nodes", type: "Count", replicas: 4, message: "4 nodes / 1 per replica = 4" },
        { step: "combine", after: 7 },
        { step: "stabilize", after: 7 },
        { step: "bound", after: 7 },
      ],
    });
  });

  it.each<{ shows: string; given: object; names: string }>([
    { shows: "a ConfigMap without data", given: { configMap: {} }, names: "data: " },
    {
      shows: "a count beyond int32",
      given: { configMap: { data: { linear: '{"coresPerReplica":1e-9}' } } },
      names: "more than 2147483647",
    },
    {
      shows: "a contradiction in a ConfigMap under Trimtab-1",
      given: {
        ...own({ configMapRef: { name: "dns" } }),
        configMap: { data: { linear: contradiction } },
      },
      names: "preventSinglePointFailure",
    },
    { shows: "a spec without parameters", given: own({}), names: "spec: " },
    { shows: "no spec", given: { autoscaler: {} }, names: "spec: " },
    { shows: "an autoscaler as text", given: { autoscaler: "dns" }, names: "spec: " },
    {
      shows: "a missing ConfigMap",
      given: own({ configMapRef: { name: "dns" } }),
      names: "spec.configMapRef: ",
    },
  ])("refuses $shows", ({ given, names }) => {
    const outcome = decideProportionalCase({ ...given, cluster });
    expect(outcome).toMatchObject({
      ok: true,
      value: { error: expect.stringContaining(names) as string },
    });
  });

  it.each<{ shows: string; raw: unknown; names: string }>([
    { shows: "a text", raw: "case", names: "the case: must be an object" },
    { shows: "null", raw: null, names: "the case: must be an object, but is null" },
    {
      shows: "neither configMap nor autoscaler",
      raw: { cluster },
      names: "configMap: is required if there is no autoscaler",
    },
    { shows: "no cluster", raw: { configMap: { data } }, names: "cluster: is required" },
    {
      shows: "a cluster with a fraction of a node",
      raw: { configMap: { data }, cluster: { ...cluster, totalNodes: 1.5 } },
      names: "cluster.totalNodes: must be a whole number",
    },
    {
      shows: "data in a list",
      raw: { configMap: { data: [] }, cluster },
      names: "configMap.data: must be an object",
    },
    {
      shows: "parameters that are not text",
      raw: { configMap: { data: { linear: {} } }, cluster },
      names: "configMap.data[linear]: must be text",
    },
  ])("rejects $shows as a case", ({ raw, names }) => {
    const outcome = decideProportionalCase(raw);
    expect(outcome).toMatchObject({ ok: false, error: expect.stringContaining(names) as string });
  });
});
