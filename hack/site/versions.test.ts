import { describe, expect, it } from "vitest";

import { earlierVersions, versionsPage } from "./versions.ts";

describe("the earlier versions of the site", () => {
  // prettier-ignore
  it.each([
    { shows: "none without a tag",                      tags: [],                                  current: "0.1.0", folders: [] },
    { shows: "the newest release of a minor version",   tags: ["v0.1.9", "v0.1.10", "v0.1.2"],     current: "0.2.0", folders: ["v0.1.10 in v0.1"] },
    { shows: "the newest minor version first",          tags: ["v0.9.0", "v1.0.0", "v0.10.1"],     current: "1.1.0", folders: ["v1.0.0 in v1.0", "v0.10.1 in v0.10", "v0.9.0 in v0.9"] },
    { shows: "an earlier release of the same minor",    tags: ["v0.1.0"],                          current: "0.1.1", folders: ["v0.1.0 in v0.1"] },
    { shows: "not the checkout itself",                 tags: ["v0.1.0"],                          current: "0.1.0", folders: [] },
    { shows: "no later release",                        tags: ["v0.3.0"],                          current: "0.2.1", folders: [] },
    { shows: "no preview and no other tag",             tags: ["v0.1.0-rc.1", "latest", "0.1.0"],  current: "0.2.0", folders: [] },
  ])("are $shows", ({ tags, current, folders }) => {
    const found = earlierVersions(tags, current).map(({ tag, folder }) => `${tag} in ${folder}`);
    expect(found).toEqual(folders);
  });

  it("lead to each other", () => {
    const earlier = earlierVersions(["v0.1.0"], "0.2.0");
    expect(versionsPage("0.2.0", earlier, "")).toContain(
      "- 0.2.0: these pages\n- [0.1.0](./v0.1/index.html)",
    );
    expect(versionsPage("0.2.0", earlier, "v0.1")).toContain(
      "- [0.2.0](../index.html)\n- 0.1.0: these pages",
    );
  });
});
