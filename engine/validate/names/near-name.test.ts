import { describe, expect, it } from "vitest";

import { nearNames } from "./near-name.ts";

const names = ["minReplicas", "maxReplicas", "metrics", "mode", "name", "scaleUp", "scaleDown"];

// prettier-ignore
const rows = [
  { shows: "a letter that is missing",       name: "minReplcas",   near: ["minReplicas"] },
  { shows: "a letter too many",              name: "metricss",     near: ["metrics"] },
  { shows: "a wrong letter",                 name: "maxReplikas",  near: ["maxReplicas"] },
  { shows: "exchanged letters",              name: "nmae",         near: ["name"] },
  { shows: "a plural that is none",          name: "metric",       near: ["metrics"] },
  { shows: "other capitals",                 name: "minreplicas",  near: ["minReplicas"] },
  { shows: "other capitals in a short name", name: "MODE",         near: ["mode"] },
  { shows: "three mistakes in a long name",  name: "mnRplcas",     near: ["minReplicas"] },
  { shows: "two that are as near",           name: "mixReplicas",  near: ["minReplicas", "maxReplicas"] },
  { shows: "the beginning of one",           name: "min",          near: ["minReplicas"] },
  { shows: "the beginning of two",           name: "scale",        near: ["scaleUp", "scaleDown"] },
  { shows: "the end of two",                 name: "replicas",     near: ["minReplicas", "maxReplicas"] },
  { shows: "too little of a name",           name: "me",           near: [] },
  { shows: "two mistakes in a short name",   name: "made1",        near: [] },
  { shows: "another word",                   name: "cooldown",     near: [] },
  { shows: "nothing",                        name: "",             near: [] },
];

describe("nearNames", () => {
  it.each(rows)("takes $name ($shows) for $near", ({ name, near }) => {
    expect(nearNames(name, names)).toEqual(near);
  });

  it("knows no name among none", () => {
    expect(nearNames("name", [])).toEqual([]);
  });
});
