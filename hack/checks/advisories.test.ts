import { describe, expect, it } from "vitest";

import { advisoriesIn } from "./advisories.ts";

const path = "node_modules/a";
const advisory = { title: "Code runs", url: "https://example.invalid/1" };
const problem = (severity: string) => `a (${severity}): Code runs, https://example.invalid/1`;

describe("an advisory", () => {
  // prettier-ignore
  it.each([
    { shows: "a package of a release, however small",   severity: "low",      dev: false, via: [advisory], problems: [problem("low")] },
    { shows: "a package for development, if severe",    severity: "high",     dev: true,  via: [advisory], problems: [problem("high")] },
    { shows: "no other package for development",        severity: "moderate", dev: true,  via: [advisory], problems: [] },
    { shows: "no package that depends on it",           severity: "critical", dev: false, via: ["b"],      problems: [] },
  ])("is reported about $shows", ({ severity, dev, via, problems }) => {
    const report = { vulnerabilities: { a: { name: "a", severity, nodes: [path], via } } };
    const found = advisoriesIn(JSON.stringify(report), { packages: { [path]: { dev } } });
    expect(found).toEqual({ problems });
  });

  // prettier-ignore
  it.each([
    { shows: "the registry answers no audit",  printed: '{"message":"405 Method Not Allowed"}',                             unchecked: "405 Method Not Allowed" },
    { shows: "there is no lock file",          printed: '{"error":{"code":"ENOLOCK","summary":"It requires a lockfile."}}', unchecked: "It requires a lockfile." },
    { shows: "npm prints something else",      printed: "{}",                                                               unchecked: "npm printed no report" },
    { shows: "the registry is wrong",          printed: '{"error":"quota"}',                                                unchecked: "npm printed no report" },
    { shows: "npm prints nothing of use",      printed: "null",                                                             unchecked: "npm printed no report" },
    { shows: "npm prints no JSON",             printed: "Segmentation fault",                                               unchecked: "npm printed no JSON: Segmentation fault" },
  ])("is not known if $shows", ({ printed, unchecked }) => {
    expect(advisoriesIn(printed, { packages: {} })).toEqual({ problems: [], unchecked });
  });
});
