import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

import { afterAll, beforeAll, expect, it } from "vitest";

import { validateAutoscaler } from "../../engine/validate/autoscaler.ts";
import { validateClusterProportionalAutoscaler } from "../../engine/validate/cluster-proportional-autoscaler.ts";
import { apiRequest, forEachConcurrently } from "../../hack/cluster/api.ts";
import type { Cluster } from "../../hack/cluster/cluster.ts";
import { run } from "../../hack/host/run.ts";
import { mutations, type Mutated } from "./mutations/mutate.ts";
import { ask } from "./probe.ts";
import { sharedCluster } from "./cluster/shared-cluster.ts";
import { sharedOperator } from "./cluster/shared-operator.ts";

const seed = Number(process.env["SEED"] ?? 1);
/** Each takes the API server about 15 ms of two cores: `make test-mutations` uses 10,000. */
const count = Number(process.env["MUTATIONS"] ?? 400);
const program = resolve(import.meta.dirname, "../../bin/trimtab");
const minutes = 60_000;

let cluster: Cluster;
let folder = "";
beforeAll(async () => {
  cluster = await sharedCluster();
  folder = mkdtempSync(join(tmpdir(), "trimtab-"));
}, 10 * minutes);
afterAll(() => {
  rmSync(folder, { recursive: true });
});

interface Judged extends Mutated {
  readonly code: number;
  readonly answer: string;
  readonly ms: number;
}

async function judge(mutated: Mutated): Promise<Judged> {
  const path = `/apis/autoscaling.trimtab.dev/v1alpha1/namespaces/default/${mutated.plural}`;
  const begun = performance.now();
  const query = "?dryRun=All&fieldValidation=Strict";
  const { code, text } = await apiRequest(cluster, "POST", path + query, Buffer.from(mutated.text));
  return { ...mutated, code, answer: text, ms: performance.now() - begun };
}

/** This many keep the API server busy and leave the webhook time for the objects of other tests. */
const atOnce = 8;

async function askApiServer(all: readonly Mutated[]): Promise<Judged[]> {
  const judged: Judged[] = [];
  const judgeOne = async ([index, mutated]: readonly [number, Mutated]) => {
    judged[index] = await judge(mutated);
  };
  await forEachConcurrently([...all.entries()], judgeOne, atOnce);
  return judged;
}

/**
 * The duration of each relative to that of an accepted object, one by one. The shortest of five
 * tries counts, because other load on the machine only makes a request longer.
 */
async function timesAsLong(slow: readonly Mutated[], ordinary: Mutated): Promise<number[]> {
  const ratios: number[] = [];
  for (const each of slow) {
    const [those, these]: [number[], number[]] = [[], []];
    for (let tries = 0; tries < 5; tries++) {
      those.push((await judge(ordinary)).ms);
      these.push((await judge(each)).ms);
    }
    ratios.push(Math.min(...these) / Math.min(...those));
  }
  return ratios;
}

/** Unexpected results by the index of the mutation. */
async function askCommandLine(all: readonly Mutated[]): Promise<Map<number, string>> {
  for (const [index, { text }] of all.entries()) writeFileSync(join(folder, `${index}.json`), text);
  const args = ["validate", "--no-conflicts", "--output=json", folder];
  const { code, stdout, stderr } = await run(program, args, {});
  expect([code, stderr]).toEqual([1, ""]);
  const { findings } = JSON.parse(stdout) as {
    findings: { file: string; severity: string; path: string; message: string }[];
  };
  const errors = findings.filter(({ severity }) => severity === "error");
  return new Map(
    errors.map(({ file, path, message }) => [
      Number(/(\d+)\.json$/.exec(file)?.[1]),
      `${path}: ${message}`,
    ]),
  );
}

/** The verdict on the object that the API server would store. */
function errorsOfController({ plural, answer }: Judged): string[] {
  const { spec } = JSON.parse(answer) as { spec: unknown };
  const validate =
    plural === "autoscalers" ? validateAutoscaler : validateClusterProportionalAutoscaler;
  return validate(spec).flatMap(({ severity, path, message }) =>
    severity === "error" ? [`${path}: ${message}`] : [],
  );
}

/** The command line does not know the kinds that the cluster serves. */
const isAboutKinds = ({ answer }: Judged): boolean =>
  /the API server serves no kind|has no scale subresource/.test(answer);

/** Nor the series to which a metric source restricts queries, which it then has to parse. */
const isAboutSources = ({ answer }: Judged): boolean =>
  /; metric source \w+ restricts queries to some series/.test(answer);

/** No JSON parser accepts this number; in YAML, the format of files, it is a string. */
const isBeyondJson = ({ answer }: Judged): boolean => answer.includes("unmarshal number 1E400");

/** Stricter than the API server, which accepts 1.0 as 1 if no CEL rule reads the field. */
const isAboutWriting = (ours = ""): boolean =>
  ours.includes("must be a whole number, but is written");

const shown = ({ what, text, code, answer }: Judged, ...more: unknown[]) => ({
  ...{ what, code, text: text.slice(0, 400), answer: answer.slice(0, 400), more },
});

it(`${count} mutations of valid objects have one verdict`, { timeout: 20 * minutes }, async () => {
  console.log(`mutations: SEED=${seed} MUTATIONS=${count}`);
  const all = mutations(seed, count);
  const judged = await askApiServer(all);
  const accepted = judged.filter(({ code }) => code === 201).length;
  const said = await askCommandLine(all);

  expect(judged.filter(({ code }) => code >= 500 || code === 0).map(each => shown(each))).toEqual(
    [],
  );
  expect(
    judged.filter(({ answer }) => answer.includes("internal error")).map(each => shown(each)),
  ).toEqual([]);
  const apart = judged.flatMap((each, index) => {
    const isAccepted = each.code === 201 || isAboutKinds(each);
    const ours = said.get(index);
    const isStricter = isAccepted
      ? isAboutWriting(ours)
      : ours === undefined && isAboutSources(each);
    const isKnown = isStricter || isBeyondJson(each);
    return isKnown || isAccepted === (ours === undefined) ? [] : [shown(each, ours)];
  });
  expect(apart).toEqual([]);
  const refusedLater = judged.flatMap(each => {
    const errors = each.code === 201 ? errorsOfController(each) : [];
    return errors.length === 0 ? [] : [shown(each, errors)];
  });
  expect(refusedLater).toEqual([]);

  const { code } = await ask(`${sharedOperator().metricsUrl}/livez`);
  expect(code).toBe(200);
  expect(accepted).toBeGreaterThan(count / 20);
  const [ordinary] = judged.filter(({ code: each }) => each === 201);
  if (!ordinary) throw new Error("no mutation was accepted");
  // With concurrent requests and tests, any request may have to wait: the slowest are sent again.
  // An object with a kind that is not served takes one more request than others, which take
  // milliseconds: up to 12 times as long were measured. What is not linear takes hundreds of times.
  const slow = judged.toSorted((a, b) => b.ms - a.ms).slice(0, 20);
  const ratios = await timesAsLong(slow, ordinary);
  console.log(
    `mutations: ${JSON.stringify({ count, accepted, timesAsLong: ratios.map(Math.round) })}`,
  );
  expect(ratios.filter(ratio => ratio > 50)).toEqual([]);
});
