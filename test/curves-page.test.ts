import { readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, it } from "vitest";
import { parse } from "yaml";

import type { Ladder } from "../crds/generated/cluster-proportional-autoscaler.ts";
import { votesFromLadder } from "../engine/proportional/ladder.ts";
import { parametersFromSpec } from "../engine/proportional/spec-parameters.ts";

const page = readFileSync(join(import.meta.dirname, "../docs/cluster-proportional-autoscaler.md"), "utf8"); // prettier-ignore
const [, section = ""] = /^## Curves\n(.*?)^## /ms.exec(page) ?? [];
const [, block = ""] = /^```yaml\n(.*?)^```/ms.exec(section) ?? [];
const { ladder } = parse(block) as { ladder: Ladder };

type Point = readonly [size: number, replicas: number];

/** On the line between the two points around a size; null: beyond the last point. */
function between(points: readonly Point[], size: number): number | null {
  const next = points.findIndex(([at]) => at >= size);
  const [to, from] = [points[next], points[next - 1] ?? points[next]];
  if (to === undefined || from === undefined) return null;
  if (to[0] === size) return to[1];
  return from[1] + ((to[1] - from[1]) * (size - from[0])) / (to[0] - from[0]);
}

/** As the page describes them. */
const byNodes = (nodes: number) => between([[10, 2], [30, 4], [150, 8]], nodes); // prettier-ignore
const byCores = (cores: number) => (cores > 2048 ? null : 2 + Math.log2(cores / 64));

const replicasAt = (nodes: number, cores: number): number => {
  const parameters = parametersFromSpec({ ladder });
  if (parameters?.mode !== "ladder") throw new Error("the page has no ladder");
  const votes = votesFromLadder(parameters, { nodes, cores }, "Trimtab-1");
  return Math.max(...votes.map(vote => (vote.type === "Count" ? vote.replicas : NaN)));
};

const rows = section
  .split("\n")
  .filter(line => /^\| \d/.test(line))
  .map(line => line.split("|").slice(1, -1).map(cell => cell.trim())); // prettier-ignore

it("the page has rows", () => {
  expect(rows.length).toBeGreaterThan(4);
});

it.each(rows)("at %s nodes and %s cores, the curves are %s and %s, and the size %s", (...row) => {
  const [nodes, cores] = row.map(Number);
  const shown = [byNodes(nodes!), byCores(cores!)].map(curve => curve?.toFixed(1) ?? "");
  expect([...shown, String(replicasAt(nodes!, cores!))]).toEqual(row.slice(2));
});

it("the ladder is the curve of nodes, rounded down, at each size", () => {
  for (let nodes = 10; nodes <= 150; nodes += 1) {
    expect([nodes, replicasAt(nodes, 64)]).toEqual([nodes, Math.floor(byNodes(nodes)!)]);
  }
});
