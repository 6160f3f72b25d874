import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { trimtab } from "../../testing/trimtab.ts";

const spec =
  "spec:\n  scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: web}\n  maxReplicas: 3\n";
const hpa = `apiVersion: autoscaling/v2\nkind: HorizontalPodAutoscaler\nmetadata: {name: web}   # a comment\n${spec}`;
const ours = `apiVersion: autoscaling.trimtab.dev/v1alpha1\nkind: Autoscaler\nmetadata: {name: web}   # a comment\n${spec}  algorithm: HPA-1.36\n`;
const service = "apiVersion: v1\nkind:   Service\n";
const bytes = (text: string, encoding: BufferEncoding): Buffer => Buffer.from(text, encoding);
const [crlf, oursCrlf] = [hpa, ours].map(text => text.replaceAll("\n", "\r\n"));

let folder = "";
const at = (name: string): string => join(folder, name);
const read = (name: string): string => readFileSync(at(name), "utf8");
const write = (name: string, text: string | Buffer): void => {
  mkdirSync(dirname(at(name)), { recursive: true });
  writeFileSync(at(name), text);
};
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "trimtab-"));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

describe("the encoding of a file", () => {
  // prettier-ignore
  it.each([
    { shows: "UTF-16, little endian", text: hpa,        encoded: (text: string) => bytes(`\uFEFF${text}`, "utf16le"),          becomes: ours },
    { shows: "UTF-16, big endian",    text: hpa,        encoded: (text: string) => bytes(`\uFEFF${text}`, "utf16le").swap16(), becomes: ours },
    { shows: "UTF-16 of Windows",     text: crlf ?? "", encoded: (text: string) => bytes(`\uFEFF${text}`, "utf16le"),          becomes: oursCrlf },
    { shows: "a byte order mark",     text: hpa,        encoded: (text: string) => bytes(`\uFEFF${text}`, "utf8"),             becomes: `\uFEFF${ours}` },
    { shows: "line ends of Windows",  text: crlf ?? "", encoded: (text: string) => bytes(text, "utf8"),                        becomes: oursCrlf },
  ])("may be $shows, for convert and validate", async ({ text, encoded, becomes }) => {
    write("in.yaml", encoded(text));
    expect((await trimtab(["convert", at("in.yaml")])).stdout).toBe(becomes);
    write("in.yaml", encoded(becomes?.replace("\uFEFF", "") ?? ""));
    expect((await trimtab(["validate", at("in.yaml")])).stdout).toContain("0 invalid, 1 valid");
  });

  it.each([
    { shows: "UTF-16 without a mark", encoded: bytes(hpa, "utf16le") },
    { shows: "Latin-1", encoded: bytes(`# caf\u00E9\n${hpa}`, "latin1") },
  ])("is an error if it is $shows", async ({ encoded }) => {
    write("in.yaml", encoded);
    for (const verb of ["convert", "validate"]) {
      const ran = await trimtab([verb, at("in.yaml")]);
      expect(ran.stderr).toContain("in.yaml: it is no text in UTF-8; save it as UTF-8");
      expect(ran.status).toBe(2);
    }
  });
});

it("line ends of Windows stay single, also between comments and at the end of JSON", async () => {
  const comments = `${hpa}# one\n# two\n`.replaceAll("\n", "\r\n");
  const json =
    '{"apiVersion": "autoscaling/v2", "kind": "HorizontalPodAutoscaler",\r\n"spec": {}}\r\n';
  for (const stdin of [comments, json]) {
    expect((await trimtab(["convert", "-"], { stdin })).stdout).not.toMatch(/\r\r|[^\r]\n/);
  }
});

describe("a value or list in another form", () => {
  const metric = (value: string) =>
    `  metrics: [{type: External, external: {metric: {name: q}, target: {type: AverageValue, averageValue: ${value}}}}]\n`;

  // prettier-ignore
  it.each([
    { shows: "1e3, as a number that validate accepts",  text: hpa + metric("1e3"),              contains: "averageValue: 1000}" },
    { shows: "3.0, as a whole number",                  text: hpa.replace(": 3\n", ": 3.0\n"),  contains: "maxReplicas: 3\n" },
    { shows: "a list whose items have no kind",         text: `apiVersion: autoscaling/v2\nkind: HorizontalPodAutoscalerList\nitems:\n- metadata: {name: web}\n  ${spec.trimEnd().replaceAll("\n", "\n  ")}\n`, contains: "- apiVersion: autoscaling.trimtab.dev/v1alpha1\n  kind: Autoscaler\n  metadata: {name: web}\n" },
    { shows: "such a list in JSON",                     text: '{"kind":"HorizontalPodAutoscalerList","apiVersion":"autoscaling/v2","items":[{"metadata":{"name":"a"},"spec":{"maxReplicas":3,"scaleTargetRef":{"apiVersion":"apps/v1","kind":"Deployment","name":"a"}}},{"metadata":{"name":"keda-hpa-b"}}]}', contains: '{"apiVersion":"autoscaling/v2","kind":"HorizontalPodAutoscaler","metadata":{"name":"keda-hpa-b"}}' },
  ])("is read: $shows", async ({ text, contains }) => {
    const { stdout } = await trimtab(["convert", "-"], { stdin: text });
    expect(stdout).toContain(contains);
    const { stdout: findings } = await trimtab(["validate", "-"], { stdin: stdout });
    expect(findings).toContain("0 invalid, 1 valid");
  });

  it("that is a template is refused, with the way out", async () => {
    const ran = await trimtab(["convert", "-"], { stdin: hpa.replace(": 3", ": {{ max }}") });
    expect(ran.stderr).toContain(
      "spec.maxReplicas: is a template, not a value; render the file first",
    );
    expect(ran.status).toBe(2);
  });
});

describe("a folder", () => {
  it("with a chart names the templates that it skips", async () => {
    write("app/Chart.yaml", "name: app\n");
    write(
      "app/templates/a/hpa.yaml",
      "kind: HorizontalPodAutoscaler\nspec: {{ toYaml .Values }}\n",
    );
    write("other/Chart.yaml", "name: other\n");
    write("other/templates/service.yaml", "kind: Service\n");
    write("web.yaml", hpa);
    const { stderr, status } = await trimtab(["convert", folder]);
    expect(stderr).toContain(
      `convert what it renders: helm template ${at("app")} | trimtab convert -`,
    );
    expect(stderr).not.toContain(at("other"));
    expect(status).toBe(1);
  });

  it("with unreadable files is converted with --keep-going, and each of them is named", async () => {
    write("a.yaml", `kind: HorizontalPodAutoscaler\nspec: {{ x }}\n`);
    write("b.yaml", hpa);
    write("c.yaml", "kind: HorizontalPodAutoscaler\na: [\n");
    const none = await trimtab(["convert", folder]);
    expect({ stdout: none.stdout, status: none.status }).toEqual({ stdout: "", status: 2 });
    const { stdout, stderr, status } = await trimtab(["convert", folder, "--keep-going"]);
    expect({ stdout, status }).toEqual({ stdout: ours, status: 2 });
    expect(stderr).toMatch(/a\.yaml:2: .*\n.*c\.yaml:3: .*\n/);
    expect(stderr).toContain("1 converted\n");
  });

  it("is written in place, file by file", async () => {
    write("x/web.yaml", crlf ?? "");
    write("service.yaml", service);
    write("other.yaml", bytes(`\uFEFF${service}`, "utf16le"));
    const ran = await trimtab(["convert", folder, "--write"]);
    expect({ stdout: ran.stdout, status: ran.status }).toEqual({ stdout: "", status: 0 });
    expect([read("x/web.yaml"), read("service.yaml")]).toEqual([oursCrlf, service]);
    expect(readFileSync(at("other.yaml"))).toEqual(bytes(`\uFEFF${service}`, "utf16le"));
  });

  it("is written to another folder, with its tree and all files", async () => {
    write("in/x/web.yaml", hpa);
    write("in/service.yaml", service);
    write("other.yaml", service);
    const ran = await trimtab(["convert", at("in"), at("other.yaml"), "--out", at("out")]);
    expect({ stdout: ran.stdout, status: ran.status }).toEqual({ stdout: "", status: 0 });
    expect(read("out/x/web.yaml")).toBe(ours);
    expect([read("out/service.yaml"), read("out/other.yaml"), read("in/x/web.yaml")]).toEqual([
      service,
      service,
      hpa,
    ]);
  });

  // prettier-ignore
  it.each([
    { shows: "two files with one path", args: ["a", "b", "--out", "out"],   says: "would both be", status: 1 },
    { shows: "standard input",          args: ["-", "--write"],             says: "--write and --out need files", status: 1 },
    { shows: "standard input, out",     args: ["-", "--out", "out"],        says: "--write and --out need files", status: 1 },
    { shows: "two places",              args: ["a", "--write", "--out", "out"], says: "cannot be used with", status: 2 },
    { shows: "a file instead of a folder", args: ["a", "--out", "b/web.yaml"], says: "cannot write", status: 1 },
    { shows: "a folder of the input",   args: ["a", "--out", "a"],          says: "is within", status: 1 },
    { shows: "a folder within it",      args: ["a", "--out", "a/out"],      says: "name a folder elsewhere, or use --write", status: 1 },
    { shows: "the folder of a file of the input", args: ["a/web.yaml", "--out", "a"], says: "is a file of the input", status: 1 },
  ])("is not written for $shows", async ({ args, says, status }) => {
    write("a/web.yaml", hpa);
    write("b/web.yaml", hpa.replace("web", "other"));
    const paths = args.map(arg => (arg.startsWith("-") ? arg : at(arg)));
    const ran = await trimtab(["convert", ...paths], { stdin: hpa });
    expect(ran.stderr).toContain(says);
    expect(ran.status).toBe(status);
    expect(read("a/web.yaml")).toBe(hpa);
  });
});

describe("an object whose result must not replace it", () => {
  const lossy = hpa.replace("  maxReplicas: 3\n", "  maxReplicas: 3\n  foo: 1\n");

  // prettier-ignore
  it.each([
    { shows: "an invalid one",                   text: hpa.replace("maxReplicas: 3", "maxReplicas: 0"), args: [],              says: "its result is invalid",       stays: true },
    { shows: "one with a field that is lost",    text: lossy,                                          args: [],               says: "--allow-lost writes it",      stays: true },
    { shows: "such a one with --allow-lost",     text: lossy,                                          args: ["--allow-lost"], says: "lost     spec.foo",           stays: false },
  ])("stays as it is with --write: $shows", async ({ text, args, says, stays }) => {
    write("in.yaml", text);
    const ran = await trimtab(["convert", at("in.yaml"), "--write", ...args]);
    expect(ran.stderr).toContain(says);
    expect(read("in.yaml") === text).toBe(stays);
  });
});

describe("an unreadable part of the input", () => {
  it("of a chart does not end the conversion", async () => {
    write("Chart.yaml", "name: web\n");
    write("templates/b.yaml/c.txt", "");
    symlinkSync("/nonexistent", at("templates/a.yaml"));
    write("web.yaml", hpa);
    const ran = await trimtab(["convert", folder, "--write"]);
    expect(ran).toMatchObject({ status: 0 });
    expect(read("web.yaml")).toBe(ours);
  });

  it("that is absent does not prevent --out with --keep-going", async () => {
    write("web.yaml", hpa);
    const args = [at("absent.yaml"), at("web.yaml"), "--out", at("out"), "--keep-going"];
    const ran = await trimtab(["convert", ...args]);
    expect(ran.stderr).toContain("absent.yaml");
    expect([ran.status, read("out/web.yaml")]).toEqual([2, ours]);
  });
});

describe("--diff", () => {
  it("prints a unified diff of the files that change", async () => {
    write("web.yaml", hpa);
    write("service.yaml", service);
    const { stdout } = await trimtab(["convert", folder, "--diff"]);
    const path = at("web.yaml").slice(1);
    expect(stdout).toBe(
      `--- a/${path}\n+++ b/${path}\n@@ -1,6 +1,7 @@\n-apiVersion: autoscaling/v2\n-kind: HorizontalPodAutoscaler\n+apiVersion: autoscaling.trimtab.dev/v1alpha1\n+kind: Autoscaler\n metadata: {name: web}   # a comment\n spec:\n   scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: web}\n   maxReplicas: 3\n+  algorithm: HPA-1.36\n`,
    );
    expect(read("web.yaml")).toBe(hpa);
  });

  // prettier-ignore
  it.each([
    { shows: "one object",                 before: hpa,                                        after: ours },
    { shows: "objects far apart",          before: `${hpa}---\n${service.repeat(9)}---\n${hpa}`, after: `${ours}---\n${service.repeat(9)}---\n${ours}` },
    { shows: "a last line without an end", before: `${hpa}---\n${service.trimEnd()}`,          after: `${ours}---\n${service.trimEnd()}` },
    { shows: "line ends of Windows",       before: crlf ?? "",                                 after: oursCrlf },
  ])("turns the file into the result with git apply: $shows", async ({ before, after }) => {
    write("web.yaml", before);
    const { stdout } = await trimtab(["convert", at("web.yaml"), "--diff"]);
    const args = ["apply", `-p${at("web.yaml").split("/").length - 1}`, "--whitespace=nowarn", "-"];
    const env = { ...process.env, GIT_CEILING_DIRECTORIES: tmpdir() };
    const ran = spawnSync("git", args, { cwd: folder, input: stdout, env });
    expect(ran.stderr.toString()).toBe("");
    expect(read("web.yaml")).toBe(after);
  });
});
