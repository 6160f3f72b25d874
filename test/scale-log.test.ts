import { describe, expect, it } from "vitest";

import type { AuditEvent } from "../hack/cluster/audit.ts";
import { scaleLog } from "./faults/scale-log.ts";

const at = (second: number): string => new Date(second * 1000).toISOString();

const event = (second: number, subresource: string, more: object): AuditEvent =>
  ({
    ...{ verb: "patch", code: 200, stageTimestamp: at(second) },
    ...{ objectRef: { name: "web", namespace: "shop", subresource }, ...more },
  }) as AuditEvent;

const announced = (second: number, from: number, to: number): AuditEvent => {
  const history = { pending: { from, to, time: at(second), targetUID: "a" } };
  return event(second, "status", { responseObject: { status: { history } } });
};

/** A status whose history has a change, and which announces the next one. */
const recorded = (second: number, change: number, pending: AuditEvent): AuditEvent => {
  const { status } = pending.responseObject as { status: { history: object } };
  const scaleEvents = [{ time: at(second), change }];
  return {
    ...pending,
    responseObject: { status: { history: { ...status.history, scaleEvents } } },
  };
};

const asked = (second: number, from: number, to: number, code = 200): AuditEvent =>
  event(second, "scale", { code, requestObject: [{}, { value: from }, { value: to }] });

// prettier-ignore
const rows = [
  { when: "announced and made",                         events: [announced(1, 1, 3), asked(2, 1, 3)],                                    now: 3, writes: [[1, 3]], unanswered: 0 },
  { when: "rejected",                                   events: [announced(1, 1, 3), asked(2, 1, 3, 422)],                               now: 1, writes: [], unanswered: 0 },
  { when: "failed, but made",                           events: [announced(1, 1, 3), asked(2, 1, 3, 504)],                               now: 3, writes: [[1, 3]], unanswered: 1 },
  { when: "failed, not made, then repeated",            events: [announced(1, 1, 3), asked(2, 1, 3, 504), announced(3, 1, 3), asked(4, 1, 3)], now: 3, writes: [[1, 3]], unanswered: 1 },
  { when: "failed but made, the next one announced",    events: [announced(1, 1, 3), asked(2, 1, 3, 504), announced(3, 3, 2), asked(4, 3, 2)], now: 2, writes: [[1, 3], [3, 2]], unanswered: 1 },
  { when: "made, without a line in the log",            events: [announced(1, 1, 3)],                                                    now: 3, writes: [[1, 3]], unanswered: 1 },
  { when: "without a line, the next one announced",     events: [announced(1, 1, 3), announced(3, 3, 2), asked(4, 3, 2)],                now: 2, writes: [[1, 3], [3, 2]], unanswered: 1 },
  { when: "without both lines, the next one announced", events: [recorded(1, 2, announced(3, 3, 2)), asked(4, 3, 2)],                    now: 2, writes: [[1, 3], [3, 2]], unanswered: 1 },
];

describe("scaleLog", () => {
  it.each(rows)("$when", ({ events, now, writes, unanswered }) => {
    const log = scaleLog(events, new Map([["web", now]]));
    expect(log.writes.map(({ from, to }) => [from, to])).toEqual(writes);
    expect(log.unanswered).toBe(unanswered);
  });

  it.each([
    { when: "it is not announced", events: [asked(2, 1, 3)], now: 3 },
    { when: "another change is announced", events: [announced(1, 1, 2), asked(2, 1, 3)], now: 3 },
    {
      when: "its histories have another one",
      events: [recorded(1, 1, announced(3, 3, 2)), asked(4, 3, 2)],
      now: 2,
    },
    {
      when: "its histories have a known one",
      events: [
        announced(1, 1, 2),
        asked(2, 1, 2),
        recorded(1, 1, announced(3, 3, 2)),
        asked(4, 3, 2),
      ],
      now: 2,
    },
    { when: "it is not requested", events: [announced(1, 1, 2), asked(2, 1, 2)], now: 5 },
  ])("throws for a change if $when", ({ events, now }) => {
    expect(() => scaleLog(events, new Map([["web", now]]))).toThrow("web: ");
  });
});
