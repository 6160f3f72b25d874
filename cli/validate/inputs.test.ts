import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { filesAt, readInput } from "./inputs.ts";

const files = [
  "b.yaml",
  "a.yml",
  "c.json",
  "UPPER.YAML",
  "notes.md",
  ".hidden.yaml",
  ".git/config.yaml",
  "node_modules/package/x.yaml",
  "deep/er/d.yaml",
  "templates/e.yaml",
  "chart/Chart.yaml",
  "chart/values.yaml",
  "chart/templates/f.yaml",
  "chart/crds/g.yaml",
];

describe("filesAt", () => {
  let folder = "";
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "trimtab-"));
    for (const file of files) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(join(folder, file), "a: 1\n");
    }
    symlinkSync("b.yaml", join(folder, "deep/link.yaml"));
    symlinkSync("../b.yaml", join(folder, "deep/again.yaml"));
    symlinkSync("..", join(folder, "deep/round.yaml"));
  });
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  /** Paths relative to the folder; for a missing file, the start of the error message. */
  const found = (...paths: string[]): string[] =>
    filesAt(paths.map(path => (path === "-" ? path : join(folder, path)))).map(file =>
      file.ok ? file.value.replace(`${folder}/`, "") : file.error.replace(folder, "").slice(0, 20),
    );

  // prettier-ignore
  it.each([
    { shows: "YAML and JSON of a folder, in order", paths: ["."], files: ["UPPER.YAML", "a.yml", "b.yaml", "c.json", "chart/Chart.yaml", "chart/crds/g.yaml", "chart/values.yaml", "deep/er/d.yaml", "templates/e.yaml"] },
    { shows: "a file of any name",                  paths: ["notes.md", ".hidden.yaml"], files: ["notes.md", ".hidden.yaml"] },
    { shows: "a template given by its path",        paths: ["chart/templates/f.yaml"],   files: ["chart/templates/f.yaml"] },
    { shows: "each file only once",                 paths: ["b.yaml", "deep", "b.yaml"], files: ["b.yaml", "deep/er/d.yaml"] },
    { shows: "the target of a symbolic link",       paths: ["deep/again.yaml"],          files: ["deep/again.yaml"] },
    { shows: "standard input only once",            paths: ["-", "b.yaml", "-"],         files: ["-", "b.yaml"] },
    { shows: "a missing file",                      paths: ["none.yaml", "b.yaml"],      files: ["cannot read /none.ya", "b.yaml"] },
  ])("finds $shows", ({ paths, files }) => {
    expect(found(...paths)).toEqual(files);
  });

  it("reads text, and reports why it cannot", async () => {
    expect(await readInput(join(folder, "b.yaml"), process.stdin)).toEqual({
      ok: true,
      value: "a: 1\n",
    });
    const read = await readInput(join(folder, "deep"), process.stdin);
    expect(read).toMatchObject({ ok: false, error: expect.stringContaining("EISDIR") as string });
  });
});
