import { describe, expect, it } from "vitest";

import { isOneOf, isUnguessable, newPath, PathGate, type SeenPaths } from "./path-gate.ts";

const [a, b, c] = [newPath(), newPath(), newPath()];
const spreadMs = 60;
const unseen: SeenPaths = { secret: undefined, webhooks: null };
const plain = "/validate";

// prettier-ignore
const rows: readonly { shows: string; seen: readonly [at: number, seen: SeenPaths][]; open: readonly string[]; shut: readonly string[] }[] = [
  { shows: "before anything is known, where any replica may have been asked",
    seen: [[0, unseen]],                                                           open: ["/", plain, a, b], shut: ["/x", "/validate/x", "/livez"] },
  { shows: "with a path in the Secret that no webhook carries yet",
    seen: [[0, { secret: a, webhooks: [plain] }]],                                 open: ["/", plain, a],    shut: [b, "/validate/x"] },
  { shows: "with a webhook that says no path",
    seen: [[0, { secret: a, webhooks: ["/"] }]],                                   open: ["/", plain, a],    shut: [b] },
  { shows: "while API servers may not have heard of the path",
    seen: [[0, { secret: a, webhooks: [plain] }], [41, { secret: a, webhooks: [a] }]], open: [plain, a],     shut: [b] },
  { shows: "once all API servers have heard of it",
    seen: [[0, { secret: a, webhooks: [plain] }], [40, { secret: a, webhooks: [a] }]], open: [a],            shut: [plain, "/", b] },
  { shows: "counting from the first sight, not from the last",
    seen: [[0, { secret: a, webhooks: [a] }], [90, { secret: a, webhooks: [a] }]], open: [a],                shut: [plain] },
  { shows: "with one of two webhooks that does not carry it",
    seen: [[0, { secret: a, webhooks: [a, plain] }]],                              open: [plain, a],         shut: [b] },
  { shows: "after somebody has set the path back",
    seen: [[0, { secret: a, webhooks: [a] }], [70, { secret: a, webhooks: [plain] }]], open: [plain, a],     shut: [b] },
  { shows: "while the configuration is away",
    seen: [[0, { secret: a, webhooks: [a] }], [70, { secret: a, webhooks: null }]], open: [a],               shut: [plain] },
  { shows: "with a configuration that has no webhooks, which a later one may have without a path",
    seen: [[0, { secret: a, webhooks: [] }]],                                      open: [plain, a],         shut: [b] },
  { shows: "with the Secret away",
    seen: [[0, { secret: undefined, webhooks: [a] }]],                             open: [a],                shut: [plain, b] },
  { shows: "while API servers may not have heard of another path",
    seen: [[0, { secret: a, webhooks: [a] }], [41, { secret: b, webhooks: [b] }]], open: [a, b],             shut: [plain, c] },
  { shows: "once all API servers have heard of another path",
    seen: [[0, { secret: a, webhooks: [a] }], [40, { secret: b, webhooks: [b] }]], open: [b],                shut: [plain, a] },
  { shows: "with a former path that is back",
    seen: [[0, { secret: a, webhooks: [a] }], [20, { secret: b, webhooks: [b] }], [30, { secret: a, webhooks: [a] }]], open: [a], shut: [plain, c] },
  { shows: "with another path in the Secret that no webhook carries yet",
    seen: [[0, { secret: a, webhooks: [a] }], [90, { secret: b, webhooks: [a] }]], open: [a, b],             shut: [plain, c] },
  { shows: "with a path in the Secret that is not ours",
    seen: [[0, { secret: "/etc/x", webhooks: ["/etc/x"] }]],                       open: [plain],            shut: ["/etc/x"] },
];

describe("the path that is open", () => {
  it.each(rows)("$shows", ({ seen, open, shut }) => {
    const gate = new PathGate(spreadMs);
    for (const [at, what] of seen) gate.observe(what, at);
    expect(open.filter(path => !gate.accepts(path, 100))).toEqual([]);
    expect(shut.filter(path => gate.accepts(path, 100))).toEqual([]);
  });

  it("is the newest, and of those before it the last few", () => {
    const gate = new PathGate(spreadMs);
    const paths = Array.from({ length: 7 }, newPath);
    for (const path of paths) gate.observe({ secret: path, webhooks: [path] }, 0);
    expect(paths.map(path => gate.accepts(path, spreadMs - 1))).toEqual([
      ...[false, false],
      ...[true, true, true, true, true],
    ]);
    expect(gate.newest).toBe(paths.at(-1));
  });
});

it("makes another path each time, of 128 random bits", () => {
  const made = Array.from({ length: 100 }, newPath);
  expect(new Set(made).size).toBe(100);
  expect(made.every(isUnguessable)).toBe(true);
});

it("compares whole paths", () => {
  expect([a, a.slice(0, -1), `${a}0`, ""].map(path => isOneOf(path, [b, a]))).toEqual([
    ...[true, false],
    ...[false, false],
  ]);
  expect(isOneOf(a, [])).toBe(false);
});
