import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { gunzipSync } from "node:zlib";

import { describe, expect, inject, it } from "vitest";

import { decideProportionalCase } from "../../cli/evaluate/proportional-case.ts";

/** The recorded result of cluster-proportional-autoscaler 1.10.3 for a ConfigMap and a cluster. */
interface Row {
  readonly name: string;
  readonly configMap: { readonly data: Readonly<Record<string, string>> };
  readonly expect: { readonly replicas: number } | { readonly error: string };
}

type Outcome = number | "error";

const vectors = fileURLToPath(new URL("cpa-1.10.3.jsonl.gz", import.meta.url));
const rows = gunzipSync(readFileSync(vectors))
  .toString()
  .trimEnd()
  .split("\n")
  .map(line => JSON.parse(line) as Row);

/** Accepted upstream and rejected here: typos that lead to a size of zero or to a wrong size. */
const REFUSED_BEYOND_UPSTREAM = new Set([
  "null",
  "{}",
  '{"includeUnschedulableNodes":true}',
  '{"includeUnschedulableNodes":false}',
  '{"nodesToReplica":[[1,1]]}',
  '{"coresToReplicas":[[]]}',
  '{"coresToReplicas":[[5]]}',
  '{"coresToReplicas":[[1,2,3]]}',
  '{"unknown": 3, "nodesPerReplica": 2}',
]);

const outcomeOf = (value: object): Outcome =>
  "replicas" in value ? (value.replicas as number) : "error";

const wanted = rows.map(row => {
  const refused = Object.values(row.configMap.data).some(text => REFUSED_BEYOND_UPSTREAM.has(text));
  return { name: row.name, outcome: refused ? "error" : outcomeOf(row.expect) };
});

describe("4,000 decisions of the cluster-proportional-autoscaler", () => {
  it("match Trimtab's decisions, row by row", () => {
    expect(rows).toHaveLength(4000);
    const ours = rows.map(row => {
      const outcome = decideProportionalCase(row);
      return { name: row.name, outcome: outcome.ok ? outcomeOf(outcome.value) : outcome.error };
    });
    expect(ours).toEqual(wanted);
  });

  describe("through bin/trimtab evaluate", () => {
    it("match, too", async () => {
      const args = ["evaluate", "-f", vectors, "-o", "json"];
      const run = promisify(execFile);
      const { stdout, stderr } = await run(inject("commandLine"), args, { maxBuffer: 2 ** 26 });
      expect(stderr).toBe("");
      const printed = stdout.trimEnd().split("\n");
      const ours = printed.map(line => {
        const value = JSON.parse(line) as { readonly name: string };
        return { name: value.name, outcome: outcomeOf(value) };
      });
      expect(ours).toEqual(wanted);
    });
  });
});
