import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { rankedOf } from "../testing/ranked.ts";
import { patchesOf, patchesProblem, safeName, writePatches } from "./patches.ts";

describe("a folder of patches", () => {
  let root: string;
  let folder: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), "trimtab-patches-"));
    folder = join(root, "out");
  });
  afterEach(() => rmSync(root, { recursive: true }));

  const [web, api] = [rankedOf({ name: "web" }), rankedOf({ name: "api" })];
  const filesIn = (path: string) =>
    readdirSync(path, { recursive: true })
      .map(String)
      .filter(name => !statSync(join(path, name)).isDirectory())
      .toSorted();
  const pathOf = (name: string): string => `prod/shop/horizontalpodautoscaler-${name}.yaml`;

  it("has a patch for each object", async () => {
    expect(await writePatches(folder, [web, api])).toBeNull();
    expect(filesIn(folder)).toEqual([".trimtab-fleet", pathOf("api"), pathOf("web")]);
    expect(readFileSync(join(folder, pathOf("web")), "utf8")).toBe(web.patch);
  });

  it("leaves no patch of an earlier run", async () => {
    await writePatches(folder, [web, api]);
    expect(await writePatches(folder, [api])).toBeNull();
    expect(filesIn(folder)).toEqual([".trimtab-fleet", pathOf("api")]);
  });

  it("removes nothing that a list of others names elsewhere", async () => {
    mkdirSync(folder);
    writeFileSync(join(root, "mine.yaml"), "mine");
    writeFileSync(
      join(folder, ".trimtab-fleet"),
      "../mine.yaml\na/../../mine.yaml\n/etc/x/y.yaml\n",
    );
    expect(await writePatches(folder, [])).toBeNull();
    expect(readFileSync(join(root, "mine.yaml"), "utf8")).toBe("mine");
  });

  // prettier-ignore
  it.each([
    { shows: "a missing folder",    prepare: () => undefined,                                           want: null },
    { shows: "an empty folder",     prepare: (out: string) => mkdirSync(out),                           want: null },
    { shows: "a folder of others",  prepare: (out: string) => { mkdirSync(out); writeFileSync(join(out, "a"), ""); }, want: /did not write, such as a;/ },
    { shows: "a file",              prepare: (out: string) => writeFileSync(out, ""),                   want: /^cannot write .*out: / },
  ])("knows $shows before the work", ({ prepare, want }) => {
    prepare(folder);
    const problem = patchesProblem(folder);
    if (want === null) expect(problem).toBeNull();
    else expect(problem).toMatch(want);
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
    const all = ["prod", "Prod", "a/b", "a:b"].map(cluster => ({
      ...web,
      object: { ...web.object, cluster },
    }));
    const paths = [...patchesOf(all).keys()];
    expect(new Set(paths.map(path => path.toLowerCase())).size).toBe(4);
    expect(paths[0]).toBe(pathOf("web"));
  });
});
