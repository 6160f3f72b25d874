import fc from "fast-check";
import { describe, expect, it } from "vitest";

import type { ParametersInForce } from "../../crds/generated/cluster-proportional-autoscaler.ts";
import { runs } from "../testing/runs.ts";
import { fromInForce, toInForce } from "./parameters-in-force.ts";
import type { LadderParameters, LinearParameters } from "../model/spec/proportional-parameters.ts";

const linear: LinearParameters = {
  mode: "linear",
  coresPerReplica: 256,
  nodesPerReplica: 16.5,
  minReplicas: 2,
  maxReplicas: 0,
  preventSinglePointFailure: true,
  includeUnschedulableNodes: true,
};

const ladder: LadderParameters = {
  mode: "ladder",
  coresToReplicas: [
    { size: 64, replicas: 3 },
    { size: 1, replicas: 0 },
  ],
  nodesToReplicas: [],
  includeUnschedulableNodes: false,
};

/** A round trip through the API server. */
const stored = (saved: ParametersInForce) => JSON.parse(JSON.stringify(saved)) as ParametersInForce;

describe("toInForce", () => {
  it("states their source, with the field names of the spec", () => {
    expect(toInForce(linear, "ConfigMap", "dns")).toEqual({
      source: "ConfigMap",
      configMapName: "dns",
      includeUnschedulableNodes: true,
      linear: {
        coresPerReplica: 256,
        nodesPerReplica: 16.5,
        minReplicas: 2,
        maxReplicas: 0,
        preventSinglePointFailure: true,
      },
    });
    expect(toInForce(ladder, "Default", "dns")).toEqual({
      source: "Default",
      configMapName: "dns",
      includeUnschedulableNodes: false,
      ladder: {
        coresToReplicas: [
          { cores: 64, replicas: 3 },
          { cores: 1, replicas: 0 },
        ],
        nodesToReplicas: [],
      },
    });
  });
});

describe("fromInForce", () => {
  const replicas = fc.nat(2_147_483_647);
  const ratio = fc.double({ min: 0, max: 1e9, noNaN: true, noDefaultInfinity: true });
  const linears = fc
    .record({
      mode: fc.constant("linear" as const),
      coresPerReplica: ratio,
      nodesPerReplica: ratio.filter(value => value > 0),
      minReplicas: replicas.map(value => Math.max(1, value)),
      maxReplicas: replicas,
      preventSinglePointFailure: fc.boolean(),
      includeUnschedulableNodes: fc.boolean(),
    })
    .filter(({ minReplicas, maxReplicas }) => maxReplicas === 0 || maxReplicas >= minReplicas);
  // Under CPA-1.10, which accepts a maximum of 1 with prevention.
  const steps = fc.array(fc.record({ size: fc.nat(), replicas }), { maxLength: 5 });
  const ladders = fc
    .record({
      mode: fc.constant("ladder" as const),
      coresToReplicas: steps,
      nodesToReplicas: steps,
      includeUnschedulableNodes: fc.boolean(),
    })
    .filter(
      ({ coresToReplicas, nodesToReplicas }) => coresToReplicas.length + nodesToReplicas.length > 0,
    );

  it("reads back all that was written, in the same order", () => {
    const roundTrip = fc.property(fc.oneof(linears, ladders), parameters => {
      const saved = stored(toInForce(parameters, "ConfigMap", "dns"));
      // -0 is written as 0, which is equal.
      expect(fromInForce(saved, "CPA-1.10")).toEqual(JSON.parse(JSON.stringify(parameters)));
    });
    fc.assert(roundTrip, runs(200));
  });

  it("reads parameters without their zeros", () => {
    const least: ParametersInForce = { source: "ConfigMap", linear: { nodesPerReplica: 16 } };
    expect(fromInForce(least, "Trimtab-1")).toEqual({
      mode: "linear",
      coresPerReplica: 0,
      nodesPerReplica: 16,
      minReplicas: 1,
      maxReplicas: 0,
      preventSinglePointFailure: false,
      includeUnschedulableNodes: false,
    });
  });

  // prettier-ignore
  it.each<{ shows: string; saved: unknown }>([
    { shows: "neither mode",                         saved: {} },
    { shows: "no ratio",                             saved: { linear: {} } },
    { shows: "a negative ratio",                     saved: { linear: { coresPerReplica: -1, nodesPerReplica: 2 } } },
    { shows: "a ratio as text",                      saved: { linear: { nodesPerReplica: "16" } } },
    { shows: "a null ratio",                         saved: { linear: { nodesPerReplica: 16, coresPerReplica: null } } },
    { shows: "a minimum of 0",                       saved: { linear: { nodesPerReplica: 16, minReplicas: 0 } } },
    { shows: "a minimum beyond int32",               saved: { linear: { nodesPerReplica: 16, minReplicas: 2_147_483_648 } } },
    { shows: "both modes",                           saved: { linear: { nodesPerReplica: 16 }, ladder: { nodesToReplicas: [{ nodes: 1, replicas: 1 }] } } },
    { shows: "a flag as text",                       saved: { includeUnschedulableNodes: "yes", linear: { nodesPerReplica: 16 } } },
    { shows: "more steps than a ConfigMap may have", saved: { ladder: { nodesToReplicas: Array.from({ length: 4_097 }, (_, nodes) => ({ nodes, replicas: 1 })) } } },
    { shows: "a maximum below the minimum",          saved: { linear: { nodesPerReplica: 16, minReplicas: 5, maxReplicas: 4 } } },
    { shows: "half a replica",                       saved: { linear: { nodesPerReplica: 16, minReplicas: 1.5 } } },
    { shows: "a negative maximum",                   saved: { linear: { nodesPerReplica: 16, maxReplicas: -1 } } },
    { shows: "a flag with a wrong type",             saved: { linear: { nodesPerReplica: 16, preventSinglePointFailure: "yes" } } },
    { shows: "a mode as text",                       saved: { linear: "linear" } },
    { shows: "a mode as a list",                     saved: { ladder: [] } },
    { shows: "empty lists of steps, which would mean zero", saved: { ladder: { coresToReplicas: [], nodesToReplicas: [] } } },
    { shows: "steps as text",                        saved: { ladder: { coresToReplicas: "none" } } },
    { shows: "steps in an object",                   saved: { ladder: { coresToReplicas: { length: 1 } } } },
    { shows: "null for steps",                       saved: { ladder: { coresToReplicas: null } } },
    { shows: "a step that is null",                  saved: { ladder: { nodesToReplicas: [null] } } },
    { shows: "a step without replicas",              saved: { ladder: { nodesToReplicas: [{ nodes: 1 }] } } },
    { shows: "a step of the other dimension",        saved: { ladder: { nodesToReplicas: [{ cores: 1, replicas: 1 }] } } },
    { shows: "a negative step",                      saved: { ladder: { nodesToReplicas: [{ nodes: 1, replicas: -1 }] } } },
    { shows: "half a replica in a step",             saved: { ladder: { nodesToReplicas: [{ nodes: 1, replicas: 0.5 }] } } },
  ])("ignores a status with $shows", ({ saved }) => {
    expect(fromInForce(saved as ParametersInForce, "Trimtab-1")).toBeNull();
  });

  it("accepts the same parameters as the profile accepts in a ConfigMap", () => {
    const linear = { nodesPerReplica: 16, maxReplicas: 1, preventSinglePointFailure: true };
    const saved: ParametersInForce = { source: "ConfigMap", linear };
    expect(fromInForce(saved, "Trimtab-1")).toBeNull();
    expect(fromInForce(saved, "CPA-1.10")).toMatchObject({ maxReplicas: 1 });
  });

  it("never throws, and returns only parameters that allow a calculation", () => {
    const value = fc.oneof(
      fc.double(),
      fc.integer(),
      fc.string(),
      fc.constantFrom(null, true, undefined, [], {}),
    );
    const step = fc.oneof(
      value,
      fc.dictionary(fc.constantFrom("cores", "nodes", "replicas"), value),
    );
    const part = fc.oneof(
      value,
      fc.dictionary(
        fc.constantFrom(
          "coresPerReplica",
          "nodesPerReplica",
          "minReplicas",
          "maxReplicas",
          "preventSinglePointFailure",
          "coresToReplicas",
          "nodesToReplicas",
        ),
        fc.oneof(value, fc.array(step, { maxLength: 3 })),
      ),
    );
    const hostile = fc.dictionary(
      fc.constantFrom("source", "includeUnschedulableNodes", "linear", "ladder"),
      part,
    );
    const harmless = fc.property(hostile, saved => {
      const parameters = fromInForce(saved as unknown as ParametersInForce, "Trimtab-1");
      if (parameters === null) return;
      const numbers =
        parameters.mode === "linear"
          ? [
              parameters.coresPerReplica,
              parameters.nodesPerReplica,
              parameters.minReplicas,
              parameters.maxReplicas,
            ]
          : [...parameters.coresToReplicas, ...parameters.nodesToReplicas].flatMap(
              ({ size, replicas: count }) => [size, count],
            );
      expect(numbers.every(number => Number.isFinite(number) && number >= 0)).toBe(true);
    });
    fc.assert(harmless, runs(500));
  });
});
