import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, it } from "vitest";

import config from "../../vitest.config.ts";
import { exclusive, install, lanesIn, optionalParts, patient } from "./lanes.ts";

const root = join(import.meta.dirname, "../..");
const lanes = lanesIn(root, () => undefined);

/** Projects that `make test` does not run, and the targets that do. */
const longForms = {
  ...{
    neighbours: "make neighbours",
    node: "make e2e",
    release: "make release-check",
    rights: "make test-rights",
  },
};

describe("the lanes", () => {
  it("run every project except for the long forms", () => {
    const projects = config.test?.projects?.map(project =>
      typeof project === "object" && "test" in project ? project.test.name : project,
    );
    const run = lanes.flatMap(({ runs }) => ("project" in runs ? [runs.project] : []));
    expect(new Set([...run, ...Object.keys(longForms)])).toEqual(new Set(projects));
  });

  it("run each file of faults once", () => {
    const shared = lanes.flatMap(({ runs }) =>
      "project" in runs && runs.project === "faults" ? (runs.files ?? []) : [],
    );
    const files = globSync(exclusive, { cwd: root });
    expect(files.length).toBeGreaterThan(0);
    expect(shared.toSorted()).toEqual(files.toSorted());
  });

  it.each([...patient, ...install])("name a file that exists: %s", file => {
    expect(existsSync(join(root, file))).toBe(true);
  });

  it("have different names", () => {
    expect(new Set(lanes.map(({ name }) => name)).size).toBe(lanes.length);
  });
});

describe("the tests that need more of the machine", () => {
  it.each([
    {
      need: "packages of Debian 12",
      asks: /hack\/(cluster\/prometheus|image\/(build|run|unpack))/,
    },
    { need: "the command chromium", asks: /hack\/cluster\/browser\// },
  ])("are listed with all their files: $need", ({ need, asks }) => {
    const asking = globSync("test/**/*.test.ts", { cwd: root }).filter(file =>
      asks.test(readFileSync(join(root, file), "utf8")),
    );
    const parts = optionalParts.filter(({ needs }) => needs === need);
    const named = parts.flatMap(({ files }) => globSync(files, { cwd: root }));
    expect(named.toSorted()).toEqual(asking.toSorted());
  });
});
