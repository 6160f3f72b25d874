import { randomInt, randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";

import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { validateAutoscaler } from "../../engine/validate/autoscaler.ts";
import { mustRequest, untilServed } from "../../hack/cluster/api.ts";
import type { Cluster } from "../../hack/cluster/cluster.ts";
import { BothKinds, type Judged } from "./parity/both-kinds.ts";
import { parityCases } from "./parity/cases.ts";
import { compare } from "./parity/difference.ts";
import { exceptions, schemaFirst } from "./parity/exceptions.ts";
import { upstreamRules } from "./parity/rules.ts";
import { inGroup } from "./cluster/crd-files.ts";
import { sharedCluster } from "./cluster/shared-cluster.ts";

/** SEED=... repeats a run. */
const seed = Number(process.env["SEED"] ?? randomInt(2 ** 31));
/** Minimum number of hits of each rule; `make parity` uses 20. */
const hits = Number(process.env["HITS"] ?? 5);
const cases = parityCases({ seed, hits });

const all = [...exceptions, schemaFirst];
const namespace = `parity-${randomUUID().slice(0, 8)}`;
const group = `${namespace}.example.dev`;
let cluster: Cluster;
let both: BothKinds;

beforeAll(async () => {
  console.log(`parity with ${cases.length} specs: SEED=${seed}`);
  cluster = await sharedCluster();
  await mustRequest(cluster, "POST", "/api/v1/namespaces", { metadata: { name: namespace } });
  const crd = inGroup(group, "autoscalers.autoscaling.trimtab.dev.yaml");
  expect(await cluster.kubectl(["create", "--filename=-"], crd)).toMatchObject({ code: 0 });
  const pathOf = (api: string) => `/apis/${api}/namespaces/${namespace}`;
  const upstreamPath = `${pathOf("autoscaling/v2")}/horizontalpodautoscalers`;
  const path = `${pathOf(`${group}/v1alpha1`)}/autoscalers`;
  await untilServed(cluster, path);
  both = new BothKinds(cluster, {
    upstream: { apiVersion: "autoscaling/v2", kind: "HorizontalPodAutoscaler", path: upstreamPath },
    ours: { apiVersion: `${group}/v1alpha1`, kind: "Autoscaler", path },
  });
}, 600_000);

afterAll(async () => {
  await cluster.kubectl(["delete", "crd", `autoscalers.${group}`]);
  await cluster.kubectl(["delete", "namespace", namespace, "--wait=false"]);
});

describe("an Autoscaler and a HorizontalPodAutoscaler of the same spec", () => {
  let judged: readonly Judged[];

  beforeAll(async () => {
    judged = await both.creates(cases);
  }, 300_000);

  it("are rejected for the same fields, apart from the exceptions", () => {
    expect(problemsOf(judged), `SEED=${seed}`).toEqual([]);
  });

  it("exist in many cases, many of them valid", () => {
    const readable = judged.filter(({ upstream }) => upstream.kind !== "Unreadable");
    const valid = readable.filter(({ upstream }) => upstream.kind === "Accepted");
    const share = valid.length / readable.length;
    console.log(`${readable.length} specs, ${Math.round(100 * share)}% of them valid`);
    expect(readable.length).toBeGreaterThanOrEqual(150 * hits);
    expect(share).toBeGreaterThanOrEqual(0.4);
  });

  it(`hit every rule of upstream ${hits} times`, () => {
    const counts = upstreamRules.map(({ rule, isHit }) => ({
      rule,
      count: judged.filter(({ upstream, parityCase }) => isHit(upstream, parityCase)).length,
    }));
    const rarest = Math.min(...counts.map(({ count }) => count));
    console.log(`the rarest of ${counts.length} rules: ${rarest}`);
    const rare = counts.filter(({ count }) => count < hits);
    expect(rare, `SEED=${seed}`).toEqual([]);
  });

  it("hit every exception", () => {
    const met = new Set(
      judged.flatMap(
        ({ parityCase, upstream, ours }) => compare(parityCase, upstream, ours).excusedBy,
      ),
    );
    expect(all.filter(exception => !met.has(exception))).toEqual([]);
  });

  it("get the same verdict from validate and the API server", () => {
    const odd = judged.filter(({ parityCase: { name, spec, mutations }, upstream, ours }) => {
      if (name !== "case") return false;
      const errors = validateAutoscaler(spec).filter(({ severity }) => severity === "error");
      if (errors.length === 0 || ours.kind === "Accepted") {
        return errors.length > 0 || ours.kind !== "Accepted";
      }
      // Of several mistakes, either side may omit one that follows from another.
      if (upstream.kind === "Unreadable" || mutations.length > 1) return false;
      const found = new Set(errors.map(({ path }) => path.replaceAll(/\[([^\]\d]+)\]/g, ".$1")));
      return ![...ours.fields].every(field => found.has(field));
    });
    expect(odd.map(shown), `SEED=${seed}`).toEqual([]);
  });

  it("accept the same edits", async () => {
    const edits = cases.filter(({ name }, index) => name === "case" && index % 8 === 0);
    const [valid] = cases;
    const edited = await both.updates(valid!.spec, edits);
    expect(problemsOf(edited), `SEED=${seed}`).toEqual([]);
  });

  it.each([{ currentReplicas: -1 }, { desiredReplicas: -1 }])("reject %o", async counts => {
    const status = { currentReplicas: 1, desiredReplicas: 1, ...counts };
    const name = Object.keys(counts).join("-").toLowerCase();
    const { upstream, ours } = await both.statuses({ ...cases[0]!, name }, status);
    expect(ours.fields).toEqual(upstream.fields);
    expect(upstream.kind).toBe("Refused");
  });

  it("differ only in the points that the guide lists", () => {
    const guide = readFileSync(
      new URL("../../docs/autoscaler-and-hpa.md", import.meta.url),
      "utf8",
    );
    const [, section = ""] = guide.split("## Where it is stricter");
    const [table = ""] = section.split("\n## ");
    const listed = [...table.matchAll(/^\| ([^|]+?) +\|/gm)].map(([, what]) => what).slice(2);
    expect(listed).toEqual(all.map(({ what }) => what));
  });
});

const shown = ({ parityCase, upstream, ours }: Judged) => ({
  spec: JSON.stringify(parityCase.spec),
  mutated: parityCase.mutations.map(({ of, at }) => `${of} ${at}`),
  upstream: [upstream.kind, ...upstream.fields],
  ours: [ours.kind, ...ours.fields],
});

const problemsOf = (judged: readonly Judged[]) =>
  judged.flatMap(one => {
    const { problem } = compare(one.parityCase, one.upstream, one.ours);
    return problem === null ? [] : [{ problem, ...shown(one) }];
  });
