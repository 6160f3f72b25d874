import { describe, expect, it } from "vitest";

import { rewritten, slugOf } from "./stage.ts";

describe("a link on the site", () => {
  // prettier-ignore
  it.each([
    { shows: "to a page next to it",            from: "docs/cli.md",          link: "fleet.md#the-rules",             to: "./fleet.md#the-rules",      copies: [] },
    { shows: "from the README",                 from: "README.md",            link: "docs/fleet.md",                  to: "./fleet.md",                copies: [] },
    { shows: "to the README",                   from: "docs/cli.md",          link: "../README.md#try-it",            to: "./index.md#try-it",         copies: [] },
    { shows: "from a folder",                   from: "docs/adr/0001-a.md",   link: "../upgrading.md",                to: "../upgrading.md",           copies: [] },
    { shows: "to a root page from a folder",    from: "docs/adr/0001-a.md",   link: "../../CHANGELOG.md",             to: "../changelog.md",           copies: [] },
    { shows: "to a sample",                     from: "docs/cli.md",          link: "../crds/samples/cpa-linear.yaml", to: "/files/crds/samples/cpa-linear.yaml.txt", copies: ["crds/samples/cpa-linear.yaml"] },
    { shows: "to a folder",                     from: "README.md",            link: "engine/",                        to: "/files/engine.txt",         copies: ["engine"] },
    { shows: "to a picture",                    from: "README.md",            link: "docs/images/fleet.png",          to: "./images/fleet.png",        copies: [] },
    { shows: "within the page",                 from: "README.md",            link: "#try-it",                        to: "#try-it",                   copies: [] },
    { shows: "to another site",                 from: "README.md",            link: "https://keda.sh",                to: "https://keda.sh",           copies: [] },
  ])("leads $shows", ({ from, link, to, copies }) => {
    const copied: string[] = [];
    expect(rewritten(from, `See [it](${link}).`, path => copied.push(path))).toBe(`See [it](${to}).`);
    expect(copied).toEqual(copies);
  });
});

describe("an anchor", () => {
  // prettier-ignore
  it.each([
    { shows: "words",         heading: "What it reads",              slug: "what-it-reads" },
    { shows: "code",          heading: "`AtMaximum`, or above",      slug: "atmaximum-or-above" },
    { shows: "hyphens",       heading: "A - b",                      slug: "a---b" },
    { shows: "other letters", heading: "Größe & Zahl",               slug: "größe--zahl" },
  ])("has $shows as on GitHub", ({ heading, slug }) => {
    expect(slugOf(heading)).toBe(slug);
  });
});
