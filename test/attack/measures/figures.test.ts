import { describe, expect, it } from "vitest";

import { decidedIn, decisionsIn, latenessIn } from "./decisions.ts";
import { judge, table, type Figures } from "./figures.ts";

const mebibytes = 2 ** 20;
const calm: Figures = {
  ...{ lateness: [20, 300], decided: [1, 1], reviews: [12, 40], refused: [], requests: [] },
  ...{ memory: 100 * mebibytes, ended: null, witnessed: { looks: 9, failed: 0 } },
};
const limit = 256 * mebibytes;
const broken = (during: Partial<Figures>): string[] =>
  judge(calm, { ...calm, ...during }, limit)
    .filter(({ isKept }) => !isKept)
    .map(({ what }) => what);

describe("judge", () => {
  // prettier-ignore
  it.each<{ shows: string; during: Partial<Figures>; is: string[] }>([
    { shows: "no effect passes",               during: {},                          is: [] },
    { shows: "double lateness passes",         during: { lateness: [600] },         is: [] },
    { shows: "more than double fails",         during: { lateness: [601] },         is: ["lateness of decisions, p99"] },
    { shows: "no measurement fails",           during: { lateness: [] },            is: ["lateness of decisions, p99"] },
    { shows: "one object is neglected",        during: { decided: [1, 0.5] },       is: ["decisions of the object with the fewest"] },
    { shows: "reviews are slow",               during: { reviews: [500] },          is: ["admission, p99"] },
    { shows: "no review is answered",          during: { reviews: [] },             is: ["admission, p99"] },
    { shows: "one review is refused",          during: { refused: ["500"] },        is: ["reviews refused"] },
    { shows: "a shared metric fails once",     during: { witnessed: { looks: 9, failed: 1 } }, is: ["failed metrics of a shared source"] },
    { shows: "no metric is looked at",         during: { witnessed: { looks: 0, failed: 0 } }, is: ["failed metrics of a shared source"] },
    { shows: "memory reaches the limit",       during: { memory: limit },           is: ["memory, at most"] },
    { shows: "the operator is killed",         during: { ended: "SIGKILL" },        is: ["memory, at most"] },
  ])("$shows", ({ during, is }) => {
    expect(broken(during)).toEqual(is);
  });

  it("allows 500 ms of lateness, however small the lateness before the attack", () => {
    const idle = { ...calm, lateness: [1] };
    const isKept = (late: number) => judge(idle, { ...calm, lateness: [late] }, limit)[0]?.isKept;
    expect([isKept(500), isKept(501)]).toEqual([true, false]);
  });

  it("prints a table with a row for each limit", () => {
    const rows = table(judge(calm, { ...calm, refused: ["500"] }, limit)).split("\n");
    expect(rows).toHaveLength(7);
    expect(rows[4]).toMatch(/^reviews refused +0 +1 +none +BROKEN$/);
  });
});

describe("the decisions in the operator's log", () => {
  const line = (key: string, time: number, msg = "decided"): string =>
    JSON.stringify({ level: 20, time, kind: "Autoscaler", key, msg });
  const log = [
    ...[line("a/web", 1_000), line("a/web", 4_000), line("mallory/web", 4_100)],
    ...[line("a/web", 7_500), line("a/web", 8_000, "scale"), line("b/web", 4_000), '{"half":'],
  ].join("\n");
  const decisions = decisionsIn(log, ["a/web", "b/web"]);
  const span = { from: 2_000, to: 10_000 };

  it("include only those about the given objects", () => {
    expect(Object.fromEntries(decisions)).toEqual({
      "a/web": [1_000, 4_000, 7_500],
      "b/web": [4_000],
    });
  });

  it("are late if they are missing", () => {
    expect(latenessIn(decisions, span, 3_000)).toEqual([0, 500, 0, 3_000]);
  });

  it("are counted relative to the whole periods in the span", () => {
    expect(decidedIn(decisions, span, 3_000)).toEqual([1, 0.5]);
  });
});
