import { describe, expect, it } from "vitest";

import { nearNames } from "./near-name.ts";

const names = ["minReplicas", "maxReplicas", "metrics", "mode", "name", "scaleUp", "scaleDown"];

// prettier-ignore
const rows = [
  { shows: "a missing letter",               name: "minReplcas",   near: ["minReplicas"] },
  { shows: "an extra letter",                name: "metricss",     near: ["metrics"] },
  { shows: "a wrong letter",                 name: "maxReplikas",  near: ["maxReplicas"] },
  { shows: "transposed letters",             name: "nmae",         near: ["name"] },
  { shows: "a missing plural",               name: "metric",       near: ["metrics"] },
  { shows: "different capitals",             name: "minreplicas",  near: ["minReplicas"] },
  { shows: "different capitals in a short name", name: "MODE",         near: ["mode"] },
  { shows: "three typos in a long name",     name: "mnRplcas",     near: ["minReplicas"] },
  { shows: "two equally near names",         name: "mixReplicas",  near: ["minReplicas", "maxReplicas"] },
  { shows: "a prefix of one",                name: "min",          near: ["minReplicas"] },
  { shows: "a prefix of two",                name: "scale",        near: ["scaleUp", "scaleDown"] },
  { shows: "a suffix of two",                name: "replicas",     near: ["minReplicas", "maxReplicas"] },
  { shows: "too short a part of a name",     name: "me",           near: [] },
  { shows: "two typos in a short name",      name: "made1",        near: [] },
  { shows: "another word",                   name: "cooldown",     near: [] },
  { shows: "an empty name",                  name: "",             near: [] },
];

describe("nearNames", () => {
  it.each(rows)("suggests $near for $name ($shows)", ({ name, near }) => {
    expect(nearNames(name, names)).toEqual(near);
  });

  it("suggests nothing without known names", () => {
    expect(nearNames("name", [])).toEqual([]);
  });
});
