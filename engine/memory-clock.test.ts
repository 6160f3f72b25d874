import { expect, it } from "vitest";

import { emptyHistory, type History } from "./model/history.ts";
import { withoutFuture } from "./memory.ts";
import { freshTimer } from "./model/threshold-timer.ts";
import { ZERO_TIME } from "./model/values/time.ts";

const NOW = Date.parse("2026-01-01T00:00:00Z");
const [past, future] = [NOW - 1, NOW + 3_600_000];

const timer = (fields: object) => ({ ...freshTimer("busy", "rps > 50"), ...fields });
const pending = { from: 1, to: 2, targetUID: "uid" };
const lists = { recommendations: [{ value: 1, time: future }], scaleUps: [], scaleDowns: [] };

// prettier-ignore
it.each<{ shows: string; before: Partial<History>; after: Partial<History> }>([
  { shows: "a recommendation",         before: { recommendations: [{ value: 9, since: past }, { value: 5, since: future }] }, after: { recommendations: [{ value: 9, since: past }, { value: 5, since: NOW }] } },
  { shows: "a lowest recommendation",  before: { lowestRecommendations: [{ value: 5, since: future }] },      after: { lowestRecommendations: [{ value: 5, since: NOW }] } },
  { shows: "a rise, whose age is unknown", before: { scaleEvents: [{ time: future, change: 2 }] },            after: { scaleEvents: [{ time: NOW, change: 2, span: { since: ZERO_TIME, up: 2, down: 0 } }] } },
  { shows: "a fall, whose age is unknown", before: { scaleEvents: [{ time: future, change: -2 }] },           after: { scaleEvents: [{ time: NOW, change: -2, span: { since: ZERO_TIME, up: 0, down: -2 } }] } },
  { shows: "the beginning of a change", before: { scaleEvents: [{ time: past, change: 2, span: { since: future, up: 2, down: 0 } }] }, after: { scaleEvents: [{ time: past, change: 2, span: { since: NOW, up: 2, down: 0 } }] } },
  { shows: "a change to be written",   before: { pending: { ...pending, time: future } },                     after: { pending: { ...pending, time: NOW } } },
  { shows: "the latest addition",      before: { added: { to: 4, time: future } },                            after: { added: { to: 4, time: NOW } } },
  { shows: "a rollout",                before: { rollout: { since: future } },                                after: { rollout: { since: NOW } } },
  { shows: "an announcement",          before: { rollout: { since: future, kind: "Rolling", announced: future } },   after: { rollout: { since: NOW, kind: "Rolling", announced: NOW } } },
  { shows: "the first failure of pods", before: { healthHold: { since: future, until: null } },                                     after: { healthHold: { since: NOW, until: null } } },
  { shows: "the maximum of a schedule", before: { cap: { max: 5, since: future, from: 9 } },                  after: { cap: { max: 5, since: NOW, from: 9 } } },
  { shows: "the wait of a threshold",  before: { thresholds: [timer({ since: past, last: future })] },        after: { thresholds: [timer({ since: past, last: NOW })] } },
  { shows: "the rest of a threshold",  before: { thresholds: [timer({ notBefore: future })] },                after: { thresholds: [timer({ notBefore: NOW })] } },
  { shows: "an idle time",             before: { idle: { since: future } },                                    after: { idle: { since: NOW } } },
  { shows: "a point",                  before: { points: [{ metric: "queue", time: future, gapSeconds: [300] }] },   after: { points: [{ metric: "queue", time: NOW, gapSeconds: [300] }] } },
  { shows: "a failure",                before: { failures: [{ metric: "queue", since: past }, { metric: "rps", since: future }] }, after: { failures: [{ metric: "queue", since: past }, { metric: "rps", since: NOW }] } },
])("sets $shows in the future to now", ({ before, after }) => {
  const history = { ...emptyHistory("uid"), ...before };
  expect(withoutFuture(history, NOW)).toEqual({ ...emptyHistory("uid"), ...after });
});

it.each<{ shows: string; fields: Partial<History> }>([
  { shows: "only the past", fields: { recommendations: [{ value: 9, since: past }] } },
  { shows: "the present", fields: { rollout: { since: NOW } } },
  { shows: "a future in upstream's own lists", fields: { lists } },
])("returns the same history for $shows", ({ fields }) => {
  const history = { ...emptyHistory("uid"), ...fields };
  expect(withoutFuture(history, NOW)).toBe(history);
});
