import { describe, expect, it } from "vitest";

import { changesOf, releaseNotes, sectionOf } from "./notes.ts";
import { sitePage } from "./owner.ts";

const changelog = `# Changelog

## [Unreleased]

### Added

- [Next](docs/next.md) of \`all\`: the rest
  follows.

## [1.2.0] - 2026-01-02

### Fixed

- Two words.
- One. And more.
`;

describe("the notes of a release", () => {
  it.each([
    { shows: "a released version", version: "1.2.0", section: /^### Fixed\n[^]*And more\.$/ },
    {
      shows: "a version without a heading",
      version: "1.3.0",
      section: /^### Added\n[^]*follows\.$/,
    },
  ])("have the section of $shows", ({ version, section }) => {
    expect(sectionOf(changelog, version)).toMatch(section);
  });

  it("lead to the site", () => {
    const notes = releaseNotes(changelog, { version: "1.3.0", image: "i", chart: "c" });
    expect(notes).toContain(`[Next](${sitePage("next")}) of`);
  });

  it.each([
    {
      shows: "links and code as plain text",
      version: "1.3.0",
      changes: [["added", "Next of all: the rest follows."]],
    },
    {
      shows: "first sentences",
      version: "1.2.0",
      changes: [
        ["fixed", "Two words."],
        ["fixed", "One."],
      ],
    },
  ])("list for Artifact Hub $shows", ({ version, changes }) => {
    const found = changesOf(sectionOf(changelog, version));
    expect(found.map(({ kind, description }) => [kind, description])).toEqual(changes);
  });
});
