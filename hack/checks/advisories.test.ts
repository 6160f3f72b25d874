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
    const vulnerabilities = { a: { name: "a", severity, nodes: [path], via } };
    expect(advisoriesIn({ vulnerabilities }, { packages: { [path]: { dev } } })).toEqual({ problems });
  });

  it("is not known if the registry answers no audit", () => {
    const message = "405 Method Not Allowed";
    const expected = { problems: [], unchecked: message };
    expect(advisoriesIn({ message }, { packages: {} })).toEqual(expected);
  });
});
