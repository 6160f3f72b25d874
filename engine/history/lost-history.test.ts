import { describe, expect, it } from "vitest";

import { decideOn, settingsWith } from "../testing/autoscaler-world.ts";
import { emptyMemory, transition, type TargetMemory } from "../transition.ts";
import { parseHistory, serializeHistory } from "../memory.ts";
import { emptyHistory, type History } from "../model/history.ts";
import { completeAt, lostHistory } from "./lost-history.ts";
import { profiles } from "../model/spec/profile.ts";

const now = Date.parse("2026-01-01T12:00:00Z");
const seconds = (count: number): number => now + count * 1_000;
const newer = { version: 2, past: "AQID" };

const found = (history: History, at: number, uid = "uid"): TargetMemory =>
  transition(
    { ...emptyMemory, history },
    { type: "Observed", mode: "Active", isTotal: false, uid, replicas: 10, now: at },
  );

const windowSeconds = 300;
const rules = { policies: [{ type: "Pods" as const, value: 4, periodSeconds: 60 }] };
const spec = {
  ...{ minReplicas: 1, maxReplicas: 100 },
  behavior: {
    scaleUp: rules,
    scaleDown: { ...rules, stabilizationWindowSeconds: windowSeconds },
  },
};

/** What a decision with this history makes of 10 replicas. */
const decide = (history: History, wanted: number, at: number) =>
  decideOn({
    ...{ now: at, spec, settings: settingsWith({}), profile: profiles["Trimtab-1"] },
    ...{ current: 10, wanted, history },
  });

describe.each(["Trimtab-1", "HPA-1.36"] as const)("a rollback to this release, under %s", name => {
  const profile = profiles[name];
  const begun = found(lostHistory(newer, null, now), now).history ?? emptyHistory("");
  /** Decides every 15 s, without a change of the count, and returns the last decision. */
  const after = (wanted: number, from: number, until: number) => {
    let history = begun;
    let to = 10;
    for (let at = from; at <= until; at += 15) {
      const given = { spec, settings: settingsWith({}), profile, current: 10, wanted };
      const outcome = decideOn({ ...given, now: seconds(at), history });
      ({ history } = outcome);
      ({ to } = outcome.decision);
    }
    return to;
  };

  // prettier-ignore
  it.each([
    { shows: "lets no policy allow a change before its period is over",       wanted: 30, until: 45,                  want: 10 },
    { shows: "scales up as soon as a whole policy period has passed",         wanted: 30, until: 60,                  want: 14 },
    { shows: "holds the count for a whole window",                            wanted: 2,  until: windowSeconds - 15,  want: 10 },
    { shows: "scales down by the policy after the window",                    wanted: 2,  until: windowSeconds + 15,  want: 6 },
  ])("$shows", ({ wanted, until, want }) => {
    expect(after(wanted, 0, until)).toBe(want);
  });
});

describe("a lost history", () => {
  it("belongs to the target that is found first, and ends with it", () => {
    const begun = found(lostHistory(newer, null, now), now).history ?? emptyHistory("");
    expect(begun).toMatchObject({ targetUID: "uid", reset: { reason: "UnknownVersion" } });
    expect(found(begun, seconds(5)).history).toEqual(begun);
    expect(found(begun, seconds(5), "other").history).toEqual(emptyHistory("other"));
  });

  it("is remembered for an hour, across restarts", () => {
    const begun = found(lostHistory(newer, null, now), now).history ?? emptyHistory("");
    const loaded = parseHistory(serializeHistory(begun), seconds(60));
    expect(loaded).toEqual({ ok: true, value: begun });
    expect(completeAt(begun)).toBe(seconds(3_600));
    expect(found(begun, seconds(3_599)).history?.reset).toBeDefined();
    expect(found(begun, seconds(3_600)).history?.reset).toBeUndefined();
  });

  it("is not lost again before its target is found", () => {
    const lost = lostHistory(newer, null, now);
    const loaded = parseHistory(serializeHistory(lost), seconds(60));
    expect(loaded).toEqual({ ok: true, value: lost });
  });

  it.each([null, true])("keeps the author of a 0, which is a condition, too: %s", scaledToZero => {
    const lost = lostHistory(newer, scaledToZero, now);
    expect(found(lost, now).history).toMatchObject({ scaledToZero });
  });

  it("covers a total, whichever workload is the target", () => {
    const event = { type: "Observed", mode: "Active", isTotal: true, replicas: 10, now } as const;
    const memory = { ...emptyMemory, history: lostHistory(newer, null, now) };
    const { history } = transition(memory, { ...event, uid: "uid" });
    expect(history?.scaleEvents).toHaveLength(2);
    expect(decide(history ?? emptyHistory(""), 30, seconds(15)).decision.to).toBe(10);
  });
});
