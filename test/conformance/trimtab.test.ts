import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";

import { describe, expect, it } from "vitest";

import { decideAutoscalerCase } from "../../cli/evaluate/autoscaler-case.ts";
import { ClusterPlay } from "./vectors/cluster-play.ts";
import type { ClusterVector } from "./vectors/draw-cluster.ts";
import type { Vector } from "./vectors/draw-case.ts";
import { expectationOf } from "./vectors/expectation.ts";

const linesOf = (file: string): string[] =>
  gunzipSync(readFileSync(new URL(file, import.meta.url)))
    .toString()
    .split(/(?<=\n)/);

const lines = linesOf("trimtab-1.jsonl.gz");
const clusterLines = linesOf("trimtab-1-cluster.jsonl.gz");
const vectors = lines.map(line => JSON.parse(line) as Vector);
const clusters = clusterLines.map(line => JSON.parse(line) as ClusterVector);

/** Each addition to a file, by the digest of all cases up to its last one. Only add rows. */
const files = [
  {
    ...{ of: "an Autoscaler", lines, steps: vectors.flatMap(({ steps }) => steps), syncs: 4160 },
    additions: [
      { cases: 260, sha256: "879942f03f1e1ea5ca259a0ad3e4e35b9c16c1f9daede60926f7b4fa569122dd" },
    ],
  },
  {
    ...{ of: "a ClusterProportionalAutoscaler", lines: clusterLines },
    ...{ steps: clusters.flatMap(({ steps }) => steps), syncs: 2400 },
    additions: [
      { cases: 100, sha256: "0b1edb4750aa1219bf5333bdf7657f8192954d97141d8a5fa3037ee2916cb946" },
    ],
  },
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

interface Expecting {
  readonly name: string;
  readonly steps: readonly { readonly expect: object }[];
}

/** The syncs with another decision than the recorded one. In JSON, a count of -0 is 0. */
const differing = ({ name, steps }: Expecting, ours: readonly object[]): object[] =>
  steps.flatMap(({ expect: wanted }, index) =>
    JSON.stringify(ours[index]) === JSON.stringify(wanted)
      ? []
      : [{ at: `${name}[${index}]`, wanted, ours: ours[index] }],
  );

describe("the recorded decisions of Trimtab-1", () => {
  it.each(files)("are added to, but never changed: $of", ({ lines: all, additions }) => {
    const digests = additions.map(({ cases }) => ({
      cases,
      sha256: createHash("sha256").update(all.slice(0, cases).join("")).digest("hex"),
    }));
    expect(digests).toEqual(additions);
    expect(all).toHaveLength(additions.at(-1)?.cases ?? 0);
  });

  it.each(files)("are $syncs syncs of $of", ({ steps, syncs }) => {
    expect(steps).toHaveLength(syncs);
  });

  it("are repeated for an Autoscaler", () => {
    const different = vectors.flatMap(vector => {
      const outcome = decideAutoscalerCase(vector);
      return outcome.ok ? differing(vector, outcome.value.steps.map(expectationOf)) : [outcome];
    });
    expect(different.slice(0, 20)).toEqual([]);
  });

  it("are repeated for a ClusterProportionalAutoscaler", () => {
    const different = clusters.flatMap(vector => {
      const play = new ClusterPlay(vector);
      return differing(
        vector,
        vector.steps.map(step => play.decide(step)),
      );
    });
    expect(different.slice(0, 20)).toEqual([]);
  });

  it("change the count in hundreds of syncs", () => {
    const steps = vectors.flatMap(vector => vector.steps);
    const written = steps.filter(step => step.expect.scaleTo !== null);
    expect(written.length).toBeGreaterThan(400);
  });

  it.each(Object.entries(covered))("contain %s in at least %i cases", (part, least) => {
    expect(lines.filter(line => line.includes(part)).length).toBeGreaterThanOrEqual(least);
  });
});
