import fc from "fast-check";
import { describe, expect, it } from "vitest";

import type { Pod } from "../model/observation/pod.ts";
import { countFromExternal } from "../sources/external.ts";
import type { MetricTarget } from "../model/spec/autoscaler-spec.ts";
import { profiles } from "../model/spec/profile.ts";
import { runs } from "../testing/runs.ts";
import { contextOf, podsOf } from "./testing/calculator.ts";
import { besideUnready } from "./total-value.ts";

/** A pod of blue, of green, or of one of them. */
type Owner = "blue" | "green" | "unknown";

interface Kind {
  readonly owner: Owner;
  readonly isReady: boolean;
}

const perPod: MetricTarget = { type: "AverageValue", averageValue: "5" };
const whole: MetricTarget = { type: "Value", value: "30" };

/** The count for a total that all pods share. A pod whose owner is not known counts for both workloads. */
function counted(kinds: readonly Kind[], load: number, target = perPod): number {
  const pods = podsOf(kinds.map(({ isReady }) => (isReady ? "r" : "u")).join(""));
  const of = (workload: Owner) => (pod: Pod) => {
    const { owner = "unknown" } = kinds[pods.indexOf(pod)] ?? {};
    return owner === workload || owner === "unknown";
  };
  const context = {
    ...contextOf(pods, { spec: pods.length }),
    ...{ profile: profiles["Trimtab-1"], workloads: [of("blue"), of("green")] },
  };
  const queue = { metric: { name: "queue" }, target };
  const answer = { kind: "Values", values: [BigInt(load * 1000)] } as const;
  const count = besideUnready(context, given => countFromExternal(queue, answer, given));
  if (!count.ok) throw new Error(count.error);
  return count.value.replicas;
}

/** One letter for each pod: blue, green or unknown; capitals are ready. */
const kindsOf = (letters: string): Kind[] =>
  Array.from(letters, letter => ({
    owner: ({ b: "blue", g: "green" } as const)[letter.toLowerCase()] ?? "unknown",
    isReady: letter !== letter.toLowerCase(),
  }));

describe("a total, next to ready pods of an unknown workload", () => {
  // prettier-ignore
  it.each([
    { shows: "keeps what may not serve without a load", pods: "Uggg",  load: 0,  want: 3 },
    { shows: "keeps it next to one that surely serves", pods: "UBggg", load: 0,  want: 3 },
    { shows: "stays where both counts are possible",    pods: "UBggg", load: 15, want: 5 },
    { shows: "grows only by what is surely needed",     pods: "UBggg", load: 50, want: 10 },
    { shows: "shrinks as usual if both surely serve",   pods: "UBGgg", load: 10, want: 2 },
    { shows: "keeps an unready pod that may be of it",  pods: "uBBgg", load: 0,  want: 3 },
    { shows: "shrinks as usual if none is ready",       pods: "ubbgg", load: 10, want: 2 },
  ])("$shows", ({ pods, load, want }) => {
    expect(counted(kindsOf(pods), load)).toBe(want);
  });

  it("asks for nothing beyond the current count and the count of known owners", () => {
    const owner = fc.constantFrom("blue" as const, "green" as const);
    const pod = fc.record({ owner, isReady: fc.boolean(), isKnown: fc.boolean() });
    const pods = fc.array(pod, { minLength: 1, maxLength: 12 });
    const target = fc.constantFrom(perPod, whole);
    const property = fc.property(pods, target, fc.nat(120), (all, of, load) => {
      const seen = all.map(one => (one.isKnown ? one : { ...one, owner: "unknown" as const }));
      const [known, doubtful] = [counted(all, load, of), counted(seen, load, of)];
      expect(doubtful).toBeGreaterThanOrEqual(Math.min(all.length, known));
      expect(doubtful).toBeLessThanOrEqual(Math.max(all.length, known));
    });
    fc.assert(property, runs(500));
  });
});
