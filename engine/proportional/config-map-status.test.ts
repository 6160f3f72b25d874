import { readFileSync } from "node:fs";

import { Ajv } from "ajv";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";

import { runs } from "../testing/runs.ts";
import { parametersFromConfigMap } from "./config-map-parameters.ts";
import { stepAt, votesFromLadder } from "./ladder.ts";
import { fromInForce, toInForce } from "./parameters-in-force.ts";
import type {
  LadderParameters,
  ProportionalParameters,
} from "../model/spec/proportional-parameters.ts";

const crd = new URL(
  "../../crds/clusterproportionalautoscalers.autoscaling.trimtab.dev.yaml",
  import.meta.url,
);
interface Schema {
  readonly properties: Readonly<Record<string, Schema>>;
}
const { spec } = parse(readFileSync(crd, "utf8")) as {
  spec: { versions: [{ schema: { openAPIV3Schema: Schema } }] };
};
const schema =
  spec.versions[0].schema.openAPIV3Schema.properties["status"]?.properties["parameters"];
const formats = { int32: true, int64: true } as const;
const fits = new Ajv({ strict: false, formats }).compile(schema ?? {});

const countsOf = (parameters: ProportionalParameters): number[] =>
  parameters.mode === "linear"
    ? [parameters.minReplicas, parameters.maxReplicas]
    : [...parameters.coresToReplicas, ...parameters.nodesToReplicas].flatMap(step => [
        step.size,
        step.replicas,
      ]);

const edges = [0n, 1n, 2n ** 31n - 1n, 2n ** 31n, 2n ** 53n - 1n, 2n ** 53n, 2n ** 63n - 1n];
const whole = fc.oneof(fc.constantFrom(...edges), fc.bigInt(0n, 2n ** 63n - 1n)).map(String);
const ratio = fc.oneof(
  whole,
  fc.double({ min: 0, noNaN: true, noDefaultInfinity: true }).map(String),
);
const steps = fc
  .array(fc.tuple(whole, whole), { minLength: 1, maxLength: 4 })
  .map(list => `[${list.map(([size, replicas]) => `[${size},${replicas}]`).join(",")}]`);
const member = (key: string, value: fc.Arbitrary<string>) => value.map(text => `"${key}":${text}`);
const text = (...members: fc.Arbitrary<string>[]) =>
  fc.subarray(members).chain(some => fc.tuple(...some).map(parts => `{${parts.join(",")}}`));
const configMaps = fc.oneof(
  fc.record({
    linear: text(
      member("coresPerReplica", ratio),
      member("nodesPerReplica", ratio),
      member("min", whole),
      member("max", whole),
    ),
  }),
  fc.record({ ladder: text(member("coresToReplicas", steps), member("nodesToReplicas", steps)) }),
);

const ladderOf = (nodesToReplicas: string): LadderParameters => {
  const read = parametersFromConfigMap(
    { ladder: `{"nodesToReplicas":${nodesToReplicas}}` },
    "CPA-1.10",
  );
  if (!read.ok || read.value.mode !== "ladder") throw new Error("refused");
  return read.value;
};

describe("parameters of a ConfigMap", () => {
  it("survive storage in the status", () => {
    const kept = fc.property(
      configMaps,
      fc.constantFrom("Trimtab-1", "CPA-1.10"),
      (data, profile) => {
        const read = parametersFromConfigMap({ ...data }, profile);
        if (!read.ok) return;
        const stored: unknown = JSON.parse(
          JSON.stringify(toInForce(read.value, "ConfigMap", "dns")),
        );
        expect([fits(stored), fits.errors]).toEqual([true, null]);
        expect(countsOf(read.value).filter(count => !Number.isSafeInteger(count))).toEqual([]);
        expect(fromInForce(stored as ReturnType<typeof toInForce>, profile)).toEqual(read.value);
      },
    );
    fc.assert(kept, runs(1_000));
  });

  it("may have a threshold that no cluster reaches", () => {
    const { nodesToReplicas } = ladderOf("[[1,3],[9223372036854775807,5]]");
    expect(nodesToReplicas).toEqual([
      { size: 1, replicas: 3 },
      { size: Number.MAX_SAFE_INTEGER, replicas: 5 },
    ]);
    expect(stepAt(nodesToReplicas, 5_000)?.replicas).toBe(3);
  });

  it("may have several of them: below all, the lowest applies", () => {
    const { nodesToReplicas } = ladderOf("[[9223372036854775807,5],[9007199254740993,4]]");
    expect(stepAt(nodesToReplicas, 5_000)?.replicas).toBe(4);
  });

  it("may have a count that no target can have, which is reported as too large", () => {
    const parameters = ladderOf("[[1,9223372036854775807]]");
    expect(votesFromLadder(parameters, { cores: 1, nodes: 1 }, "Trimtab-1")[1]).toMatchObject({
      type: "Failed",
      reason: "ReplicasOverflow",
    });
  });
});
