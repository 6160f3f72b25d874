import fc from "fast-check";
import { describe, expect, it } from "vitest";

import type { Algorithm, AutoscalerSpec } from "../../model/spec/autoscaler-spec.ts";
import { withDefaults } from "../../spec/defaults.ts";
import { emptyHistory, type History } from "../../model/history.ts";
import { parseHistory, serializeHistory } from "../../memory.ts";
import { respectZero } from "./zero.ts";
import type { ZeroOwner } from "../../model/observation/observation.ts";
import { profiles } from "../../model/spec/profile.ts";
import { beginScale, completeScale } from "../../history/scale-record.ts";
import { decideOn, settingsWith } from "../../testing/autoscaler-world.ts";
import { runs } from "../../testing/runs.ts";

const settings = settingsWith({ scaleToZero: true });

interface Row {
  readonly when: string;
  readonly replicas: number;
  readonly zeroOf: ZeroOwner | null;
  readonly before: boolean | null;
  readonly profile?: Algorithm;
  readonly off?: boolean;
  readonly targetSelector?: NonNullable<AutoscalerSpec["targetSelector"]>;
  readonly after: boolean | null;
}

// prettier-ignore
const rows: readonly Row[] = [
  { when: "scaling set it and the target confirms that",           replicas: 0, zeroOf: "Operator", before: true,  after: true },
  { when: "scaling set it and the target has no owner",            replicas: 0, zeroOf: null,       before: true,  after: true },
  { when: "a person wrote a 0 later",                              replicas: 0, zeroOf: "Other",    before: true,  after: false },
  { when: "nothing is recorded and the target names Trimtab",      replicas: 0, zeroOf: "Operator", before: null,  after: true },
  { when: "nothing is recorded and the target names another owner", replicas: 0, zeroOf: "Other",    before: null,  after: null },
  { when: "nothing is recorded and the target has no owner",       replicas: 0, zeroOf: null,       before: null,  after: null },
  { when: "scaling to zero is no longer allowed",                  replicas: 0, zeroOf: "Operator", before: null,  after: true, off: true },
  { when: "it is not allowed, under upstream's profile",           replicas: 0, zeroOf: "Operator", before: null,  after: null, off: true, profile: "HPA-1.36" },
  { when: "one of several targets may be at 0 nevertheless",       replicas: 0, zeroOf: "Operator", before: null,  after: true, off: true, targetSelector: {} },
  { when: "it is recorded as set by a person",                     replicas: 0, zeroOf: "Operator", before: false, after: false },
  { when: "a person scaled it up",                                 replicas: 3, zeroOf: null,       before: true,  after: null },
  { when: "a person scaled it up, under upstream's profile",       replicas: 3, zeroOf: null,       before: true,  after: true, profile: "HPA-1.36" },
  { when: "it was never at 0",                                     replicas: 3, zeroOf: null,       before: false, after: false },
];

describe("respectZero", () => {
  it.each(rows)("turns $before into $after when $when", row => {
    const { replicas: specReplicas, zeroOf, before, after, off = false } = row;
    const history = { ...emptyHistory("uid"), scaledToZero: before };
    const observation = { scale: { specReplicas, statusReplicas: specReplicas }, zeroOf };
    const profile = profiles[row.profile ?? "Trimtab-1"];
    const { targetSelector } = row;
    const spec = withDefaults(
      { maxReplicas: 5, ...(targetSelector && { targetSelector }) },
      settings,
    );
    const on = { spec, settings: { ...settings, scaleToZero: !off }, profile };
    expect(respectZero.observe?.(history, { ...on, observation }).scaledToZero).toBe(after);
  });
});

const START = Date.parse("2026-01-01T00:00:00Z");
const spec = {
  ...{ minReplicas: 0, maxReplicas: 9 },
  behavior: { scaleDown: { stabilizationWindowSeconds: 0 } },
};

/** Between two syncs, a person sets the count, the process restarts or the status is lost. */
const happening = fc.oneof(
  { weight: 4, arbitrary: fc.constant(null) },
  { weight: 2, arbitrary: fc.record({ byHand: fc.constantFrom(0, 0, 1, 4) }) },
  { weight: 1, arbitrary: fc.constantFrom("Restart", "Restore") },
);
const walk = fc.array(fc.record({ happening, wanted: fc.constantFrom(0, 0, 1, 3) }), {
  minLength: 1,
  maxLength: 40,
});

function restarted(history: History, now: number): History {
  const parsed = parseHistory(JSON.parse(JSON.stringify(serializeHistory(history))), now);
  if (!parsed.ok) throw new Error(parsed.error);
  return parsed.value;
}

describe("a count of 0", () => {
  it("I7: stays if a person set it, and ends if scaling set it, whatever state is lost", () => {
    const property = fc.property(walk, fc.constantFrom(...Object.values(profiles)), (steps, of) => {
      let history = emptyHistory("uid");
      let count = 1;
      let owner: ZeroOwner = "Other";
      steps.forEach(({ happening: what, wanted }, index) => {
        const now = START + index * 15_000;
        if (what === "Restart") history = restarted(history, now);
        else if (what === "Restore") history = emptyHistory("uid");
        else if (what !== null && what.byHand !== count) {
          count = what.byHand;
          owner = "Other";
        }
        const zeroOf = count === 0 ? owner : null;
        const given = { now, spec, settings, profile: of, current: count, wanted, history, zeroOf };
        const { decision, history: after } = decideOn(given);
        if (count === 0) expect(decision.to).toBe(owner === "Other" ? 0 : wanted);
        history = after;
        if (decision.to === count) return;
        const change = { from: count, to: decision.to, time: now };
        history = completeScale(beginScale(history, change), now);
        count = decision.to;
        owner = "Operator";
      });
    });
    fc.assert(property, runs(500));
  });

  it.each([
    { when: "the metric asks for none", wanted: 0, zeroOf: "Operator", to: 3 },
    { when: "the metrics fail", wanted: null, zeroOf: "Operator", to: 3 },
    { when: "a person set it", wanted: 5, zeroOf: "Other", to: 0 },
    { when: "its author is unknown", wanted: 5, zeroOf: null, to: 0 },
  ] as const)("becomes $to below a minimum of 3 when $when", ({ wanted, zeroOf, to }) => {
    const given = { spec: { ...spec, minReplicas: 3 }, settings, profile: profiles["Trimtab-1"] };
    const at = { now: START, current: 0, history: emptyHistory("uid") };
    expect(decideOn({ ...given, ...at, wanted, zeroOf }).decision.to).toBe(to);
  });
});
