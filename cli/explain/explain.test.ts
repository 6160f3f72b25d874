import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { stringify } from "yaml";

import { blocked, ingress, web } from "../testing/objects.ts";
import { trimtab } from "../testing/trimtab.ts";

const main = inject("commandLine");
const cpaWeb = { ...ingress, metadata: { ...web.metadata } };
const list = { apiVersion: "v1", kind: "List", items: [web, blocked] };

/** Runs the built program. */
function run(args: readonly string[], script = main) {
  const env = { ...process.env, KUBECONFIG: "/none", NO_COLOR: "1" };
  const { stdout, stderr, status } = spawnSync(process.execPath, [script, ...args], {
    encoding: "utf8",
    env,
  });
  return { stdout, stderr, status };
}

describe("trimtab explain", () => {
  let directory = "";
  beforeAll(() => {
    directory = mkdtempSync(join(tmpdir(), "trimtab-"));
  });
  afterAll(() => {
    rmSync(directory, { recursive: true });
  });

  it.each([
    { shows: "YAML documents", text: `${stringify(ingress)}---\n${stringify(web)}` },
    { shows: "a list in JSON", text: JSON.stringify(list) },
    { shows: "a list in YAML", text: stringify(list) },
  ])("explains from $shows", async ({ text }) => {
    const { stdout, stderr, status } = await trimtab(["explain", "web", "-f", "-"], {
      stdin: text,
    });
    expect({ stderr, status }).toEqual({ stderr: "", status: 0 });
    expect(stdout).toMatch(/^Deployment web has 10 replicas: cpu asked for 12/);
  });

  const window = (name: string, start: string, end: string) => ({
    ...{ name, timeZone: "Etc/UTC", start, end, maxReplicas: 8 },
  });
  const hidden =
    "spec.schedules[1]: whenever it is active, so is an earlier one, such as day, and the first active one counts; move it before day, or remove it";
  const unused =
    "spec.schedules[0].maxReplicas: takes no replicas away, because behavior.scaleDown.selectPolicy is Disabled; write policies that allow some in place of Disabled, or remove maxReplicas";

  it.each<{ shows: string; spec: object; warnings: string[] }>([
    {
      shows: "a window that another one always hides",
      spec: {
        schedules: [
          window("day", "0 8 * * *", "0 20 * * *"),
          window("lunch", "0 12 * * *", "0 14 * * *"),
        ],
      },
      warnings: [hidden],
    },
    {
      shows: "a cap without scale-down",
      spec: {
        schedules: [window("day", "0 8 * * *", "0 20 * * *")],
        behavior: { scaleDown: { selectPolicy: "Disabled" } },
      },
      warnings: [unused],
    },
    {
      shows: "a window in force without a word",
      spec: { schedules: [window("day", "0 8 * * *", "0 20 * * *")] },
      warnings: [],
    },
  ])("shows $shows", async ({ spec, warnings }) => {
    const object = { ...web, spec: { ...web.spec, ...spec }, status: {} };
    const stdin = JSON.stringify(object);
    const text = await trimtab(["explain", "web", "-f", "-"], { stdin });
    const lines = text.stdout.replaceAll("\n", " ");
    expect([hidden, unused].filter(each => lines.includes(`${each}.`))).toEqual(warnings);
    const json = await trimtab(["explain", "web", "-f", "-", "-o", "json"], { stdin });
    expect(JSON.parse(json.stdout)).toMatchObject({ warnings });
  });

  it("prints JSON", async () => {
    const file = join(directory, "web.yaml");
    writeFileSync(file, stringify(web));
    const { stdout, status } = await trimtab(["explain", "web", "-f", file, "-o", "json"]);
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ kind: "Autoscaler", obstacles: [] });
  });

  it("asks for --kind if two objects have the name", async () => {
    const text = JSON.stringify({ ...list, items: [web, cpaWeb] });
    const { stderr, status } = await trimtab(["explain", "web", "-f", "-"], { stdin: text });
    expect(status).toBe(2);
    expect(stderr).toBe(
      "trimtab: web may be Autoscaler shop/web or ClusterProportionalAutoscaler shop/web: " +
        "choose with --kind autoscaler or --kind cpa\n",
    );
    expect(
      await trimtab(["explain", "web", "--kind", "cpa", "-f", "-"], { stdin: text }),
    ).toMatchObject({
      status: 0,
      stdout: expect.stringContaining("sizes 2 workloads") as string,
    });
  });

  it("asks for the namespace if it distinguishes the objects", async () => {
    const other = { ...web, metadata: { ...web.metadata, namespace: "other" } };
    const text = JSON.stringify({ ...list, items: [web, other] });
    expect(await trimtab(["explain", "web", "-f", "-"], { stdin: text })).toMatchObject({
      status: 2,
      stderr: expect.stringContaining("choose with --namespace\n") as string,
    });
    const { stdout } = await trimtab(["explain", "web", "-n", "other", "-f", "-"], { stdin: text });
    expect(stdout).toContain("Autoscaler other/web decided so");
  });

  it.each([
    {
      shows: "an object that does not exist",
      args: ["absent", "-f", "-"],
      message: "there is no Autoscaler and no ClusterProportionalAutoscaler absent;",
    },
    {
      shows: "an object of another kind",
      args: ["web", "--kind", "cpa", "-n", "shop", "-f", "-"],
      message: "there is no ClusterProportionalAutoscaler web in namespace shop;",
    },
  ])("exits with 1 for $shows", async ({ args, message }) => {
    const { stdout, stderr, status } = await trimtab(["explain", ...args], {
      stdin: JSON.stringify(web),
    });
    expect({ stdout, status }).toEqual({ stdout: "", status: 1 });
    expect(stderr).toContain(message);
    expect(stderr.trimEnd().split("\n")).toHaveLength(1);
  });

  it("exits with 1 for an unreachable API server", () => {
    const { stdout, stderr, status } = run(["explain", "web"]);
    expect({ stdout, status }).toEqual({ stdout: "", status: 1 });
    expect(stderr).toMatch(/^trimtab: .*kubeconfig.*\n$/);
  });

  it("reports the syntax error in a file that is not YAML", async () => {
    const { stderr, status } = await trimtab(["explain", "web", "-f", "-"], {
      stdin: "a: [1\nb: {",
    });
    expect(status).toBe(1);
    expect(stderr).toMatch(/^trimtab: -: .*line \d.*\n$/);
  });

  it.each([
    { shows: "no name", args: ["explain"], message: "name" },
    { shows: "an unknown kind", args: ["explain", "x", "--kind", "hpa"], message: "autoscaler" },
    { shows: "an unknown format", args: ["explain", "x", "-o", "yaml"], message: "json" },
    { shows: "no file", args: ["explain", "x", "-f", "/none"], message: "cannot read /none" },
    { shows: "an invalid interval", args: ["top", "--interval", "soon"], message: "such as 2s" },
    { shows: "a short interval", args: ["top", "--interval", "1ms"], message: "such as 2s" },
    { shows: "-A with -n", args: ["top", "-A", "-n", "x"], message: "cannot be used with" },
    { shows: "an extra argument", args: ["top", "web"], message: "too many arguments" },
  ])("exits with 2 for $shows", async ({ args, message }) => {
    const { stdout, stderr, status } = await trimtab(args);
    expect({ stdout, status }).toEqual({ stdout: "", status: 2 });
    expect(stderr).toContain(message);
  });

  it("runs as a kubectl plugin of that name", () => {
    const plugin = join(directory, "kubectl-trimtab");
    symlinkSync(main, plugin);
    expect(run(["--help"], plugin).stdout).toMatch(/^Usage: kubectl trimtab /);
    expect(run(["--help"]).stdout).toMatch(/^Usage: trimtab /);
  });
});
