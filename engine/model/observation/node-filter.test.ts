import { describe, expect, it } from "vitest";

import { compileNodeFilter, type NodeFilter, nodeFilterKey, type Taint } from "./node.ts";

const gpu: Taint = { key: "gpu", value: "a100", effect: "NoSchedule" };
const bare: Taint = { key: "gpu", value: "", effect: "NoExecute" };
const pool = { pool: "dns" };
const only = (...excludeTaints: NonNullable<NodeFilter["excludeTaints"]>) => ({ excludeTaints });

// prettier-ignore
describe("a filter of nodes", () => {
  it.each<{ shows: string; filter: NodeFilter; taints?: readonly Taint[]; counts: boolean }>([
    { shows: "accepts every node if it is empty",       filter: {}, taints: [gpu],                                            counts: true },
    { shows: "accepts a node whose labels match",       filter: { selector: { matchLabels: pool } },                          counts: true },
    { shows: "rejects a node with other labels",        filter: { selector: { matchLabels: { pool: "web" } } },               counts: false },
    { shows: "needs both the labels and no such taint", filter: { selector: { matchLabels: pool }, ...only({ key: "gpu", operator: "Exists" }) }, taints: [gpu], counts: false },
    { shows: "accepts a node without taints",           filter: only({ key: "gpu", operator: "Exists" }),                     counts: true },
    { shows: "rejects any value with Exists",           filter: only({ key: "gpu", operator: "Exists" }), taints: [gpu],      counts: false },
    { shows: "accepts another key",                     filter: only({ key: "tpu", operator: "Exists" }), taints: [gpu],      counts: true },
    { shows: "rejects an equal value",                  filter: only({ key: "gpu", operator: "Equal", value: "a100" }), taints: [gpu], counts: false },
    { shows: "compares the value by default",           filter: only({ key: "gpu", value: "h100" }), taints: [gpu],           counts: true },
    { shows: "accepts a value if none is written",      filter: only({ key: "gpu" }), taints: [gpu],                          counts: true },
    { shows: "rejects no value if none is written",     filter: only({ key: "gpu" }), taints: [bare],                         counts: false },
    { shows: "rejects a node with the effect",          filter: only({ key: "gpu", operator: "Exists", effect: "NoSchedule" }), taints: [gpu], counts: false },
    { shows: "accepts another effect",                  filter: only({ key: "gpu", operator: "Exists", effect: "NoExecute" }), taints: [gpu], counts: true },
    { shows: "rejects a node if one of its taints matches", filter: only({ key: "gpu", operator: "Exists", effect: "NoExecute" }), taints: [gpu, bare], counts: false },
    { shows: "rejects a node if one of the entries matches", filter: only({ key: "tpu" }, { key: "gpu" }), taints: [bare],    counts: false },
  ])("$shows", ({ filter, taints = [], counts }) => {
    const compiled = compileNodeFilter(filter);
    expect(compiled.ok && compiled.value({ labels: pool, taints })).toBe(counts);
  });

  it.each<{ shows: string; a: NodeFilter; b: NodeFilter; same: boolean }>([
    { shows: "an empty and an absent list",  a: {}, b: { selector: {}, excludeTaints: [] },                   same: true },
    { shows: "defaults",                     a: only({ key: "a" }), b: only({ key: "a", operator: "Equal", value: "" }), same: true },
    { shows: "the order of entries",         a: only({ key: "a" }, { key: "b" }), b: only({ key: "b" }, { key: "a" }, { key: "b" }), same: true },
    { shows: "an effect",                    a: only({ key: "a" }), b: only({ key: "a", effect: "NoSchedule" }), same: false },
    { shows: "an operator",                  a: only({ key: "a" }), b: only({ key: "a", operator: "Exists" }), same: false },
    { shows: "labels",                       a: only({ key: "a" }), b: { selector: { matchLabels: pool }, ...only({ key: "a" }) }, same: false },
    { shows: "a label and a taint",          a: { selector: { matchExpressions: [{ key: "a", operator: "Exists" }] } }, b: only({ key: "a", operator: "Exists" }), same: false },
  ])("has an equal name or not: $shows, $same", ({ a, b, same }) => {
    expect(nodeFilterKey(a) === nodeFilterKey(b)).toBe(same);
  });
});
