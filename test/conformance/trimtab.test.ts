import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";

import { describe, expect, it } from "vitest";

import { decideAutoscalerCase } from "../../engine/evaluate/autoscaler-case.ts";
import type { Vector } from "../../hack/vectors/draw-case.ts";
import { expectationOf } from "../../hack/vectors/expectation.ts";

const lines = gunzipSync(readFileSync(new URL("trimtab-1.jsonl.gz", import.meta.url)))
  .toString()
  .split(/(?<=\n)/);
const vectors = lines.map(line => JSON.parse(line) as Vector);
const steps = vectors.flatMap(vector => vector.steps);

/** Each addition to the file, by the digest of all cases up to its last one. Only add rows. */
const additions = [
  { cases: 260, sha256: "a9d00f471b2be0ce7779fbd413861d44538c80c183f6f16ff7ff9ca628a9c3b5" },
];

/** How many of the vectors' texts have each of these: the promise covers all of them. */
const covered = {
  '"type":"Resource"': 50,
  '"type":"ContainerResource"': 50,
  '"type":"Pods"': 50,
  '"type":"Object"': 50,
  '"type":"External"': 50,
  '"type":"Value"': 50,
  '"type":"Intention"': 30,
  '"monitored"': 50,
  '"rollout":"Rolling"': 100,
  '"rollout":"Announced"': 50,
  '"specReplicas":0': 50,
  '"zeroOf":"Operator"': 5,
  '"zeroOf":"Other"': 50,
  '"mode":"DryRun"': 20,
  '"mode":"Paused"': 20,
  '"Restarted"': 100,
  '"Failed"': 100,
  '"Abstain"': 50,
};

describe("the recorded decisions of Trimtab-1", () => {
  it("are added to, but never changed", () => {
    const digests = additions.map(({ cases }) => ({
      cases,
      sha256: createHash("sha256").update(lines.slice(0, cases).join("")).digest("hex"),
    }));
    expect(digests).toEqual(additions);
    expect(lines).toHaveLength(additions.at(-1)?.cases ?? 0);
  });

  it("are repeated, sync by sync", () => {
    const different = vectors.flatMap((vector): object[] => {
      const outcome = decideAutoscalerCase(vector);
      if (!outcome.ok) return [outcome];
      return vector.steps.flatMap(({ expect: wanted }, index) => {
        const ours = expectationOf(outcome.value.steps[index]!);
        const isSame = JSON.stringify(ours) === JSON.stringify(wanted);
        return isSame ? [] : [{ at: `${vector.name}[${index}]`, wanted, ours }];
      });
    });
    expect(different.slice(0, 20)).toEqual([]);
  });

  it("contain more than a thousand syncs, hundreds of which change the count", () => {
    expect(steps).toHaveLength(4160);
    const written = steps.filter(step => step.expect.scaleTo !== null);
    expect(written.length).toBeGreaterThan(400);
  });

  it.each(Object.entries(covered))("contain %s in at least %i cases", (part, least) => {
    expect(lines.filter(line => line.includes(part)).length).toBeGreaterThanOrEqual(least);
  });
});
