import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { rankedOf } from "../testing/ranked.ts";
import { reportOf } from "../testing/reports.ts";
import { filesOf, folderProblem, safeName, writeFolder } from "./folder.ts";

describe("a folder of patches", () => {
  let root: string;
  beforeEach(() => {
    vi.stubGlobal("FLEET_ASSETS", { script: "", style: "", licence: "" });
    root = mkdtempSync(join(tmpdir(), "trimtab-fleet-"));
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    rmSync(root, { recursive: true });
  });

  const report = reportOf({ objects: 9, ranked: 4, days: 1 });
  const all = (folder: string) => readdirSync(folder, { recursive: true }).map(String).toSorted();
  const pathsOf = (...names: readonly Partial<ReturnType<typeof rankedOf>["object"]>[]) => {
    const ranked = names.map(name => {
      const { object, ...rest } = rankedOf({ name: "web" });
      return { ...rest, object: { ...object, ...name } };
    });
    return [...filesOf({ ...report, ranked }).keys()].slice(2);
  };

  it("has a patch for each object, the page, and the report as JSON", async () => {
    const folder = join(root, "out");
    expect(await writeFolder(folder, filesOf(report))).toBeNull();
    const { object, patch } = report.ranked[0]!;
    const path = `${object.cluster}/${object.namespace}/${object.kind.toLowerCase()}-${object.name}.yaml`;
    expect(readFileSync(join(folder, path), "utf8")).toBe(patch);
    expect(JSON.parse(readFileSync(join(folder, "fleet.json"), "utf8"))).toEqual(report);
    expect(readFileSync(join(folder, "report.html"), "utf8")).toMatch(/^<!doctype html>/);
    expect(readdirSync(root)).toEqual(["out"]);
  });

  it("replaces what it wrote, and leaves no patch of the last run", async () => {
    const folder = join(root, "out");
    await writeFolder(folder, filesOf(report));
    expect(await writeFolder(folder, filesOf({ ...report, ranked: [] }))).toBeNull();
    expect(all(folder)).toEqual([".trimtab-fleet", "fleet.json", "report.html"]);
    expect(readdirSync(root)).toEqual(["out"]);
  });

  // prettier-ignore
  it.each([
    { shows: "a missing folder",                 prepare: () => undefined,                                                      want: null },
    { shows: "an empty folder",                  prepare: (out: string) => mkdirSync(out),                                      want: null },
    { shows: "a folder of others",               prepare: (out: string) => { mkdirSync(out); writeFileSync(join(out, "a"), ""); }, want: /did not write, such as a;/ },
    { shows: "a file",                           prepare: (out: string) => writeFileSync(out, ""),                              want: /is not a folder/ },
    { shows: "a link to a folder",               prepare: (out: string) => symlinkSync(tmpdir(), out),                          want: /is not a folder/ },
    { shows: "a link in the folder",             prepare: (out: string) => { mkdirSync(out); symlinkSync(tmpdir(), join(out, "link")); }, want: /such as link;/ },
  ])("knows $shows before the work", ({ prepare, want }) => {
    const folder = join(root, "out");
    prepare(folder);
    const problem = folderProblem(folder);
    if (want === null) expect(problem).toBeNull();
    else expect(problem).toMatch(want);
  });

  it("keeps a file of others among its own, and the folder as it was", async () => {
    const folder = join(root, "out");
    await writeFolder(folder, filesOf(report));
    writeFileSync(join(folder, "prod-eu/NOTES.md"), "mine");
    const before = all(folder);
    expect(await writeFolder(folder, filesOf({ ...report, ranked: [] }))).toContain(
      "such as prod-eu/NOTES.md",
    );
    expect(all(folder)).toEqual(before);
  });

  it("leaves nothing of its own if it cannot write all", async () => {
    const folder = join(root, "out");
    await writeFolder(folder, new Map([["a", "last"]]));
    const impossible = new Map([
      ["a", "next"],
      ["a/b", ""],
    ]);
    expect(await writeFolder(folder, impossible)).toMatch(/^cannot write .*out: /);
    expect(readdirSync(root)).toEqual(["out"]);
    expect(readFileSync(join(folder, "a"), "utf8")).toBe("last");
  });

  // prettier-ignore
  it.each([
    { shows: "a usual name",           name: "web-1.example",                            want: /^web-1\.example$/ },
    { shows: "an ARN",                 name: "arn:aws:eks:eu-1:42:cluster/prod",         want: /^arn_aws_eks_eu-1_42_cluster_prod-[0-9a-f]{8}$/ },
    { shows: "a way out",              name: "..",                                       want: /^_\.-[0-9a-f]{8}$/ },
    { shows: "an option",              name: "-rf",                                      want: /^_rf-[0-9a-f]{8}$/ },
    { shows: "control characters",     name: "a\u001b[31m\n\0b",                         want: /^a__31m__b-[0-9a-f]{8}$/ },
    { shows: "a very long name",       name: "x".repeat(5000),                           want: /^x{100}-[0-9a-f]{8}$/ },
    { shows: "an empty name",          name: "",                                         want: /^_-[0-9a-f]{8}$/ },
  ])("has $shows as a safe one", ({ name, want }) => {
    expect(safeName(name)).toMatch(want);
  });

  it("keeps names apart that differ in case, or in what is not safe", () => {
    const paths = pathsOf(
      { cluster: "prod" },
      { cluster: "Prod" },
      { cluster: "a/b" },
      { cluster: "a:b" },
    );
    expect(new Set(paths.map(path => path.toLowerCase())).size).toBe(4);
    expect(paths[0]).toBe("prod/shop/horizontalpodautoscaler-web.yaml");
  });
});
