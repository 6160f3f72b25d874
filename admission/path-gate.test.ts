import { describe, expect, it } from "vitest";

import type { ObjectMeta } from "../kube/watch/object.ts";
import {
  isOneOf,
  isUnguessable,
  newPath,
  PathGate,
  pathsWrittenAt,
  type ObservedPaths,
} from "./path-gate.ts";

const [a, b, c] = [newPath(), newPath(), newPath()];
const spreadMs = 60;
const unseen: ObservedPaths = { secret: undefined, webhooks: null };
const plain = "/validate";

// prettier-ignore
const rows: readonly { shows: string; seen: readonly [at: number, seen: ObservedPaths][]; open: readonly string[]; shut: readonly string[] }[] = [
  { shows: "before the first read, when any replica may have received requests",
    seen: [[0, unseen]],                                                           open: ["/", plain, a, b], shut: ["/x", "/validate/x", "/livez"] },
  { shows: "with a path in the Secret that no webhook has yet",
    seen: [[0, { secret: a, webhooks: [plain] }]],                                 open: ["/", plain, a],    shut: [b, "/validate/x"] },
  { shows: "with a webhook without a path",
    seen: [[0, { secret: a, webhooks: ["/"] }]],                                   open: ["/", plain, a],    shut: [b] },
  { shows: "while API servers may not know the path",
    seen: [[0, { secret: a, webhooks: [plain] }], [41, { secret: a, webhooks: [a] }]], open: [plain, a],     shut: [b] },
  { shows: "once all API servers know the path",
    seen: [[0, { secret: a, webhooks: [plain] }], [40, { secret: a, webhooks: [a] }]], open: [a],            shut: [plain, "/", b] },
  { shows: "counting from the first observation, not the last",
    seen: [[0, { secret: a, webhooks: [a] }], [90, { secret: a, webhooks: [a] }]], open: [a],                shut: [plain] },
  { shows: "of a replica that has just started, with a configuration that has had the path for long enough",
    seen: [[100, { secret: a, webhooks: [a], carriedMs: 60 }]],                    open: [a],                shut: [plain, "/", b] },
  { shows: "of a replica that has just started, with a configuration that got the path just now",
    seen: [[100, { secret: a, webhooks: [a], carriedMs: 59 }]],                    open: [plain, a],         shut: [b] },
  { shows: "of a replica that has just started, with one of two webhooks without the path",
    seen: [[100, { secret: a, webhooks: [a, plain], carriedMs: 1_000 }]],          open: [plain, a],         shut: [b] },
  { shows: "with one of two webhooks without the path",
    seen: [[0, { secret: a, webhooks: [a, plain] }]],                              open: [plain, a],         shut: [b] },
  { shows: "after a client has reset the path",
    seen: [[0, { secret: a, webhooks: [a] }], [70, { secret: a, webhooks: [plain] }]], open: [plain, a],     shut: [b] },
  { shows: "while the configuration is missing",
    seen: [[0, { secret: a, webhooks: [a] }], [70, { secret: a, webhooks: null }]], open: [a],               shut: [plain] },
  { shows: "with a configuration without webhooks, to which a client may add one without a path",
    seen: [[0, { secret: a, webhooks: [] }]],                                      open: [plain, a],         shut: [b] },
  { shows: "with a missing Secret",
    seen: [[0, { secret: undefined, webhooks: [a] }]],                             open: [a],                shut: [plain, b] },
  { shows: "while API servers may not know another path",
    seen: [[0, { secret: a, webhooks: [a] }], [41, { secret: b, webhooks: [b] }]], open: [a, b],             shut: [plain, c] },
  { shows: "once all API servers know another path",
    seen: [[0, { secret: a, webhooks: [a] }], [40, { secret: b, webhooks: [b] }]], open: [b],                shut: [plain, a] },
  { shows: "with a restored former path",
    seen: [[0, { secret: a, webhooks: [a] }], [20, { secret: b, webhooks: [b] }], [30, { secret: a, webhooks: [a] }]], open: [a], shut: [plain, c] },
  { shows: "with another path in the Secret that no webhook has yet",
    seen: [[0, { secret: a, webhooks: [a] }], [90, { secret: b, webhooks: [a] }]], open: [a, b],             shut: [plain, c] },
  { shows: "with a foreign path in the Secret",
    seen: [[0, { secret: "/etc/x", webhooks: ["/etc/x"] }]],                       open: [plain],            shut: ["/etc/x"] },
];

const owning = (field: string, time?: string) => ({
  ...{ manager: "trimtab", ...(time !== undefined && { time }) },
  fieldsV1: { "f:webhooks": { 'k:{"name":"w"}': { "f:clientConfig": { [field]: {} } } } },
});
const [early, late] = ["2026-01-01T00:00:00Z", "2026-01-02T00:00:00Z"];

// prettier-ignore
const writes: readonly { shows: string; managedFields?: object[]; created?: string; at: string | null }[] = [
  { shows: "the last write of the only owner",         managedFields: [owning("f:path", late)],                           created: early,   at: late },
  { shows: "the last write of several owners",         managedFields: [owning("f:path", late), owning("f:path", early)],  created: early,   at: late },
  { shows: "no write of other fields",                 managedFields: [owning("f:path", early), owning("f:caBundle", late)], created: early, at: early },
  { shows: "the creation of a copy of an older one",   managedFields: [owning("f:path", early)],                          created: late,    at: late },
  { shows: "the owner of an address",                  managedFields: [owning("f:url", late)],                            created: early,   at: late },
  { shows: "nothing without an owner",                 managedFields: [owning("f:caBundle", early)],                      created: early,   at: null },
  { shows: "nothing without managedFields",            created: early,                                                                      at: null },
  { shows: "nothing without the time of a write",      managedFields: [owning("f:path"), owning("f:path", early)],        created: early,   at: null },
  { shows: "nothing with a time that cannot be read",  managedFields: [owning("f:path", "soon")],                         created: early,   at: null },
  { shows: "nothing without the time of the creation", managedFields: [owning("f:path", early)],                                            at: null },
];

describe("the time since when the webhooks have their paths", () => {
  it.each(writes)("is $shows", ({ managedFields, created, at }) => {
    const metadata = { name: "w", uid: "u", resourceVersion: "1", managedFields };
    const found = pathsWrittenAt({ ...metadata, creationTimestamp: created } as ObjectMeta);
    expect(found).toBe(at === null ? null : Date.parse(at));
  });
});

describe("the accepted paths", () => {
  it.each(rows)("$shows", ({ seen, open, shut }) => {
    const gate = new PathGate(spreadMs);
    for (const [at, what] of seen) gate.observe(what, at);
    expect(open.filter(path => !gate.accepts(path, 100))).toEqual([]);
    expect(shut.filter(path => gate.accepts(path, 100))).toEqual([]);
  });

  it("include the newest one and the last few before it", () => {
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

it("generates a different path of 128 random bits each time", () => {
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
