import { describe, expect } from "vitest";

import { testHpaPeriodSeconds as periodSeconds } from "../../hack/cluster/pace.ts";
import { shortTwins } from "../twins/definitions.ts";
import { playTwin } from "../twins/play.ts";
import { row } from "../twins/table.ts";
import { problemsOf, strayProblems } from "../twins/verdict.ts";
import { it } from "./cluster/workloads.ts";

/** Mostly waiting: for metrics, four times, and for the window before the fall. */
const long = 600_000;

describe.concurrent("an Autoscaler under algorithm HPA-1.36", () => {
  for (const twin of shortTwins) {
    it(
      `settles at the same sizes as the HPA controller: ${twin.name}`,
      { timeout: long },
      async ({ workloads: { cluster, namespace } }) => {
        const place = { namespace, node: namespace, periodSeconds };
        const steps = await playTwin(cluster, twin, place);
        const problems = [...problemsOf(steps, { rises: 1, falls: 1 }), ...strayProblems(steps)];
        expect(problems, steps.map(row).join("\n")).toEqual([]);
      },
    );
  }
});
