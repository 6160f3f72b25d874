import { describe, expect, it } from "vitest";

import { type InlineParameters, parametersFromSpec } from "./spec-parameters.ts";

describe("parametersFromSpec", () => {
  it.each<{ shows: string; spec: InlineParameters; want: object | null }>([
    {
      shows: "linear with its defaults",
      spec: { linear: { nodesPerReplica: 16 } },
      want: {
        mode: "linear",
        coresPerReplica: 0,
        nodesPerReplica: 16,
        minReplicas: 1,
        maxReplicas: 0,
        preventSinglePointFailure: false,
        includeUnschedulableNodes: true,
      },
    },
    {
      shows: "linear with all fields",
      spec: {
        linear: {
          coresPerReplica: 2.5,
          nodesPerReplica: 1,
          minReplicas: 2,
          maxReplicas: 9,
          preventSinglePointFailure: true,
        },
        nodes: { unschedulable: "Ignore" },
      },
      want: {
        mode: "linear",
        coresPerReplica: 2.5,
        nodesPerReplica: 1,
        minReplicas: 2,
        maxReplicas: 9,
        preventSinglePointFailure: true,
        includeUnschedulableNodes: false,
      },
    },
    {
      shows: "a ladder",
      spec: {
        ladder: {
          coresToReplicas: [{ cores: 64, replicas: 3 }],
          nodesToReplicas: [{ nodes: 2, replicas: 1 }],
        },
      },
      want: {
        mode: "ladder",
        coresToReplicas: [{ size: 64, replicas: 3 }],
        nodesToReplicas: [{ size: 2, replicas: 1 }],
        includeUnschedulableNodes: true,
      },
    },
    {
      shows: "a ladder with one list",
      spec: { ladder: { nodesToReplicas: [{ nodes: 2, replicas: 1 }] } },
      want: {
        mode: "ladder",
        coresToReplicas: [],
        nodesToReplicas: [{ size: 2, replicas: 1 }],
        includeUnschedulableNodes: true,
      },
    },
    {
      shows: "a ladder under CPA-1.10, which counts only schedulable nodes by default",
      spec: { ladder: { nodesToReplicas: [{ nodes: 2, replicas: 1 }] }, algorithm: "CPA-1.10" },
      want: {
        mode: "ladder",
        coresToReplicas: [],
        nodesToReplicas: [{ size: 2, replicas: 1 }],
        includeUnschedulableNodes: false,
      },
    },
    { shows: "neither, as with configMapRef", spec: {}, want: null },
  ])("reads $shows", ({ spec, want }) => {
    expect(parametersFromSpec(spec)).toEqual(want);
  });

  it("treats null as absent, as in a file", () => {
    const spec = { linear: null, ladder: { coresToReplicas: null } } as unknown as InlineParameters;
    expect(parametersFromSpec(spec)).toMatchObject({ mode: "ladder", coresToReplicas: [] });
  });
});
