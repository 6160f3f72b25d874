import fc from "fast-check";
import { expect, it } from "vitest";

import type { ClusterProportionalAutoscalerSpec } from "../../../crds/generated/cluster-proportional-autoscaler.ts";
import type { ClusterSize } from "../../../engine/model/observation/node-tally.ts";
import { decideProportional } from "../../../engine/decide.ts";
import { resolveParameters } from "../../../engine/proportional/resolve-parameters.ts";
import { type EpochMs, ok } from "../../../engine/model/values/result.ts";
import { proportionalBehavior } from "../../../engine/spec/defaults.ts";
import {
  emptyMemory,
  historyInForce,
  type TargetEvent,
  transition,
} from "../../../engine/transition.ts";
import { validateClusterProportionalAutoscaler } from "../../../engine/validate/cluster-proportional-autoscaler.ts";
import { type Load, LoadBuilder } from "../load/load.ts";
import { everything } from "../result.ts";
import { withParameters } from "./manifest.ts";
import { prepareProportional } from "../prepare.ts";
import { runJob } from "../job.ts";

type Row = readonly [nodes: number, cores: number, memory: number, pods: number];

const columns = ["nodes", "cores", "memory", "pods"];
const stepMs = 60_000;
const start = Date.UTC(2026, 0, 5);
const initial = 3;

/** The events of the operator's passes in their order; passes come at any time, for all sorts of reasons. */
function operate(
  spec: ClusterProportionalAutoscalerSpec,
  rows: readonly Row[],
  others: readonly EpochMs[],
) {
  const { parameters } = resolveParameters(spec, { kind: "absent" }, undefined);
  if (!parameters) throw new Error("the spec has no parameters");
  const profile = spec.algorithm ?? "Trimtab-1";
  const behavior = proportionalBehavior(spec.behavior ?? {}, profile);
  const changes: (readonly [EpochMs, number])[] = [];
  let [memory, replicas] = [emptyMemory, initial];
  const happen = (event: TargetEvent) => (memory = transition(memory, event));
  const end = start + rows.length * stepMs;
  const times = [...rows.keys()].map(index => start + index * stepMs);
  const passes = new Set([...times, ...others.filter(time => time < end)]);
  for (let now: EpochMs | null = start; now !== null; now = next(passes, now, end)) {
    const size = sizeOf(rows[Math.floor((now - start) / stepMs)]!);
    happen({ type: "Observed", uid: "u", replicas, mode: "Active", isTotal: false, now });
    const input = { now, size, parameters, profile, behavior, currentReplicas: replicas };
    const { decision, history, due } = decideProportional({
      ...{ ...input, history: historyInForce(memory) },
    });
    happen({ type: "Decided", mode: "Active", history });
    if (due !== null) passes.add(due);
    if (decision.to === replicas) continue;
    happen({ type: "WriteStarted", from: replicas, to: decision.to, now });
    happen({ type: "WriteEnded", result: "Done", now });
    replicas = decision.to;
    changes.push([now, replicas]);
  }
  return changes;
}

function next(passes: ReadonlySet<EpochMs>, now: EpochMs, end: EpochMs): EpochMs | null {
  const coming = [...passes].filter(time => time > now && time < end);
  return coming.length === 0 ? null : Math.min(...coming);
}

function sizeOf([nodes, cores, memory, pods]: Row): ClusterSize {
  const total = BigInt(memory) * 1000n;
  return {
    ...{ nodes, schedulableNodes: nodes, cores, schedulableCores: cores, pods: ok(pods) },
    resources: [{ name: "memory", total, schedulable: total }],
  };
}

function simulate(spec: ClusterProportionalAutoscalerSpec, rows: readonly Row[]) {
  const manifest = { place: "cpa.yaml:1", name: "dns", namespace: "ns", spec } as const;
  const object = withParameters(manifest, []);
  if (!object.ok) throw new Error(object.error);
  const request = { objects: [object.value], load: loadOf(rows), factors: new Map(), notes: [] };
  const prepared = prepareProportional({ ...request, replicas: initial });
  if (!prepared.ok) throw new Error(prepared.error);
  const [job] = prepared.value.jobs;
  const { changes } = runJob(job!, prepared.value.load, everything);
  return changes.map(({ time, to }) => [time, to] as const);
}

function loadOf(rows: readonly Row[]): Load {
  const builder = new LoadBuilder("sizes.csv", columns);
  rows.forEach((values, index) =>
    builder.add({ position: { line: index }, time: start + index * stepMs, values }),
  );
  const load = builder.finish();
  if (!load.ok) throw new Error(load.error);
  return load.value;
}

const count = (max: number) => fc.integer({ min: 0, max });
const ratio = (max: number) => fc.integer({ min: 1, max });
const optional = { requiredKeys: [] };

const linear = fc.record(
  {
    nodesPerReplica: ratio(20),
    coresPerReplica: ratio(200),
    podsPerReplica: ratio(500),
    resourcesPerReplica: ratio(64).map(size => [{ name: "memory", perReplica: `${size}Gi` }]),
    minReplicas: count(4),
    maxReplicas: fc.integer({ min: 4, max: 40 }),
    preventSinglePointFailure: fc.boolean(),
  },
  optional,
);
const stepsOf = (key: string, max: number) =>
  fc.uniqueArray(fc.record({ [key]: count(max), replicas: count(12) }), {
    ...{ minLength: 1, maxLength: 4, selector: step => step[key] },
  });
const ladder = fc.record(
  {
    nodesToReplicas: stepsOf("nodes", 100),
    coresToReplicas: stepsOf("cores", 800),
    podsToReplicas: stepsOf("pods", 3_000),
  },
  optional,
);
const rules = fc.record(
  {
    stabilizationWindowSeconds: fc.constantFrom(0, 60, 90, 300, 600),
    selectPolicy: fc.constantFrom("Max", "Min", "Disabled"),
    policies: fc.array(
      fc.record({
        type: fc.constantFrom("Pods", "Percent"),
        value: fc.integer({ min: 1, max: 100 }),
        periodSeconds: fc.constantFrom(15, 60, 100, 180),
      }),
      { minLength: 1, maxLength: 3 },
    ),
  },
  optional,
);

const spec = fc
  .record(
    {
      scaleTargetRefs: fc.constant([{ apiVersion: "apps/v1", kind: "Deployment", name: "dns" }]),
      parameters: fc.oneof(
        linear.map(given => ({ linear: given })),
        ladder.map(given => ({ ladder: given })),
      ),
      behavior: fc.record({ scaleUp: rules, scaleDown: rules }, optional),
      algorithm: fc.constantFrom("Trimtab-1", "CPA-1.10"),
    },
    { requiredKeys: ["scaleTargetRefs", "parameters"] },
  )
  .map(({ parameters, ...rest }) => ({ ...rest, ...parameters }))
  .filter(given =>
    validateClusterProportionalAutoscaler(given).every(({ severity }) => severity !== "error"),
  )
  .map(given => given as unknown as ClusterProportionalAutoscalerSpec);

const row = fc.tuple(count(100), count(800), count(2 ** 40), count(3_000));
/** A size that stays for a while, so that windows and periods end in it. */
const rows = fc
  .array(fc.tuple(row, fc.integer({ min: 1, max: 15 })), { minLength: 2, maxLength: 8 })
  .map(parts => parts.flatMap(([each, length]) => Array<Row>(length).fill(each)));
const others = fc
  .array(fc.integer({ min: 0, max: 7_200 }), { maxLength: 12 })
  .map(seconds => seconds.map(each => start + each * 1000));

it("simulated sizes are those of the operator's transition, step by step, also with passes in between", () => {
  const isSame = fc.property(spec, rows, others, (given, sizes, passes) => {
    expect(simulate(given, sizes)).toEqual(operate(given, sizes, passes));
  });
  fc.assert(isSame, { numRuns: 500 });
});
