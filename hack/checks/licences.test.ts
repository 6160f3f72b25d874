import { describe, expect, it } from "vitest";

import { licenceProblems } from "./licences.ts";

describe("a licence", () => {
  // prettier-ignore
  it.each([
    { shows: "that asks for a notice",          license: "MIT",                         says: null },
    { shows: "with a choice",                   license: "(BSD-3-Clause OR GPL-2.0)",   says: null },
    { shows: "of two kinds",                    license: "(MIT AND Zlib)",              says: null },
    { shows: "that asks for the source",        license: "GPL-3.0-only",                says: "has the licence GPL-3.0-only" },
    { shows: "of two kinds, one of which does", license: "(MIT AND GPL-2.0-only)",      says: "has the licence (MIT AND GPL-2.0-only)" },
    { shows: "that is not named",               license: undefined,                     says: "names no licence" },
    { shows: "in a file",                       license: "SEE LICENSE IN LICENSE.txt",  says: "has the licence SEE LICENSE IN LICENSE.txt" },
  ])("$shows is allowed, or reported", ({ license, says }) => {
    const entry = license === undefined ? {} : { license };
    const problems = licenceProblems({ packages: { "": {}, "node_modules/a": entry } });
    const remedy = "read it, and allow it in hack/checks/licences.ts";
    expect(problems).toEqual(says === null ? [] : [`package-lock.json: node_modules/a ${says}: ${remedy}`]);
  });
});
