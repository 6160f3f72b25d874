import { describe, expect, it } from "vitest";

import { type DecisionOutcome, decideProportional } from "./decide.ts";
import { emptyHistory, type History } from "./history.ts";
import { NodeTally } from "./observation/node-tally.ts";
import { trimNode } from "./observation/node.ts";
import { parametersFromSpec } from "./recommend/spec-parameters.ts";

const at = (time: string): number => Date.parse(`2026-01-01T${time}Z`);

/** README.md, "One decision by hand": whoever changes one changes the other. */
describe("the decision worked by hand", () => {
  const tally = new NodeTally(() => true);
  for (const [index, cpu] of ["2820m", "2820m", "940m", "940m"].entries()) {
    const conditions = [{ type: "Ready", status: "True" }];
    tally.set(
      trimNode({ metadata: { name: `n${index}` }, status: { allocatable: { cpu }, conditions } }),
    );
  }
  const parameters = parametersFromSpec({
    linear: { coresPerReplica: 2, nodesPerReplica: 1, minReplicas: 2, maxReplicas: 6 },
  })!;
  const before: History = {
    ...emptyHistory("coredns"),
    recommendations: [
      { value: 7, since: at("11:50:00") },
      { value: 5, since: at("11:59:40") },
    ],
  };
  const decide = (time: string, currentReplicas: number, history: History): DecisionOutcome => {
    const now = at(time);
    const { size } = tally.size(now, "None");
    return decideProportional({ now, size, parameters, profile: "None", currentReplicas, history });
  };
  const first = decide("12:00:00", 7, before);

  it("measures 8 cores and 4 nodes", () => {
    expect(tally.size(0, "None").size).toMatchObject({ schedulableCores: 8, schedulableNodes: 4 });
  });

  it("votes 4 and 4, and goes 7, 4, 7, 6", () => {
    const { votes, steps, to } = first.decision;
    expect(votes.map(vote => vote.message)).toEqual([
      "8 cores / 2 per replica = 4",
      "4 nodes / 1 per replica = 4",
    ]);
    expect(steps).toMatchObject([
      { step: "combine", before: 7, after: 4 },
      { step: "stabilize", before: 4, after: 7 },
      { step: "bound", before: 7, after: 6 },
    ]);
    expect(to).toBe(6);
  });

  it("leaves a history and a time to look again", () => {
    expect(first.history.recommendations).toEqual([
      ...before.recommendations,
      { value: 4, since: at("12:00:00") },
    ]);
    expect(first.due).toBe(at("12:00:10"));
  });

  it("writes 5 and 4 when those are due", () => {
    const second = decide("12:00:10", 6, first.history);
    expect(second).toMatchObject({ decision: { to: 5 }, due: at("12:00:30") });
    const third = decide("12:00:30", 5, second.history);
    expect(third).toMatchObject({ decision: { to: 4 }, due: null });
  });
});
