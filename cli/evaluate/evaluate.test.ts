import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { trimtab } from "../testing/trimtab.ts";

const cluster = { totalNodes: 5, schedulableNodes: 4, totalCores: 15, schedulableCores: 13 };
const linear = '{"coresPerReplica":2,"nodesPerReplica":1}';
const good = JSON.stringify({ name: "good", configMap: { data: { linear } }, cluster });
const refused = JSON.stringify({ name: "bad", configMap: { data: { linear: "{}" } }, cluster });
const other = JSON.stringify({ name: "other", autoscaler: { kind: "ScaledObject" } });
const hpa = JSON.stringify({
  name: "hpa",
  autoscaler: { kind: "HorizontalPodAutoscaler", spec: { minReplicas: 2, maxReplicas: 5 } },
  steps: [
    { now: "2026-01-01T00:00:00Z", scale: { specReplicas: 1, statusReplicas: 1, selector: "a=b" } },
    { now: "2026-01-01T00:00:15Z", scale: { specReplicas: 2, statusReplicas: 2, selector: "a=b" } },
  ],
});

describe("trimtab evaluate", () => {
  let directory = "";
  beforeAll(() => {
    directory = mkdtempSync(join(tmpdir(), "trimtab-"));
  });
  afterAll(() => {
    rmSync(directory, { recursive: true });
  });

  const fileOf = (name: string, content: string | Uint8Array): string => {
    const path = join(directory, name);
    writeFileSync(path, content);
    return path;
  };

  it("prints a line for each case, including cases with refused parameters", async () => {
    const { stdout, stderr, status } = await trimtab(["evaluate", "-f", "-"], {
      stdin: `${good}\n\n${refused}\n`,
    });
    expect({ stderr, status }).toEqual({ stderr: "", status: 0 });
    const lines = stdout.trimEnd().split("\n");
    expect(lines.map(line => JSON.parse(line) as object)).toMatchObject([
      { name: "good", replicas: 7 },
      { name: "bad", error: expect.stringContaining("coresPerReplica") as string },
    ]);
    expect(Object.keys(JSON.parse(lines[0]!) as object)).toEqual(["name", "replicas", "trace"]);
  });

  it.each([
    { shows: "a file", name: "cases.jsonl", content: good },
    { shows: "a compressed file", name: "cases.jsonl.gz", content: gzipSync(good) },
  ])("reads $shows", async ({ name, content }) => {
    const { stdout, status } = await trimtab([
      "evaluate",
      "-f",
      fileOf(name, content),
      "-o",
      "json",
    ]);
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ replicas: 7 });
  });

  it.each([
    { shows: "a malformed line", line: '{"name":', message: "-:2: not JSON" },
    { shows: "null", line: "null", message: "-:2: the case: must be an object, but is null" },
    {
      shows: "another kind",
      line: other,
      message: '-:2: other: there are no cases of kind "ScaledObject"',
    },
    { shows: "no cluster", line: '{"name":"x"}', message: "-:2: x: cluster: is required" },
  ])("reports $shows with its line number and continues", async ({ line, message }) => {
    const { stdout, stderr, status } = await trimtab(["evaluate", "-f", "-"], {
      stdin: [good, line, good].join("\n"),
    });
    expect(status).toBe(1);
    expect(stdout.trimEnd().split("\n")).toHaveLength(2);
    expect(stderr).toContain(message);
  });

  it("evaluates a HorizontalPodAutoscaler sync by sync", async () => {
    const { stdout, stderr, status } = await trimtab(["evaluate", "-f", "-"], { stdin: hpa });
    expect({ stderr, status }).toEqual({ stderr: "", status: 0 });
    const { name, steps } = JSON.parse(stdout) as { name: string; steps: object[] };
    expect(name).toBe("hpa");
    expect(steps).toMatchObject([
      { scaleTo: 2, conditions: { AbleToScale: "True/SucceededRescale" }, currentMetrics: [] },
      { scaleTo: null, conditions: { ScalingActive: "False/FailedGetResourceMetric" } },
    ]);
    expect(Object.keys(steps[0]!)).toEqual(
      ["scaleTo", "desiredReplicas", "conditions", "currentMetrics", "trace"], // prettier-ignore
    );
  });

  it("evaluates the examples in its documentation", async () => {
    const page = new URL("../../docs/recorded-cases.md", import.meta.url);
    const examples = [...readFileSync(page, "utf8").matchAll(/^```json\n(.*?)^```/gms)];
    const lines = examples.map(([, json = ""]) => JSON.stringify(JSON.parse(json)));
    const { stdout, stderr, status } = await trimtab(["evaluate", "-f", "-"], {
      stdin: lines.join("\n"),
    });
    expect({ stderr, status }).toEqual({ stderr: "", status: 0 });
    const printed = stdout.trimEnd().split("\n");
    expect(printed.map(line => JSON.parse(line) as object)).toMatchObject([
      { name: "web", steps: [{ scaleTo: 4 }] },
      { name: "dns", replicas: 7 },
    ]);
  });

  it("evaluates several objects", async () => {
    const metadata = { namespace: "shop", name: "web" };
    const autoscalers = [{ kind: "HorizontalPodAutoscaler", metadata, spec: { maxReplicas: 5 } }];
    const scale = { specReplicas: 9, statusReplicas: 9, selector: "a=b" };
    const steps = [{ now: "2026-01-01T00:00:00Z", object: "shop/web", scale }];
    const { stdout } = await trimtab(["evaluate", "-f", "-"], {
      stdin: JSON.stringify({ autoscalers, steps }),
    });
    expect(JSON.parse(stdout)).toMatchObject({ steps: [{ object: "shop/web", scaleTo: 5 }] });
  });

  it("prints a row for each sync of a table", async () => {
    const { stdout } = await trimtab(["evaluate", "-f", "-", "-o", "table"], { stdin: hpa });
    const [, first, second] = stdout.split("\n");
    expect(first).toMatch(/^hpa\[0\] +2 +the current size is below 2$/);
    expect(second).toMatch(/^hpa\[1\] +2 +no answer from cpu$/);
  });

  it("prints YAML documents", async () => {
    const { stdout } = await trimtab(["evaluate", "-f", "-", "-o", "yaml"], { stdin: good });
    expect(stdout).toMatch(/^---\nname: good\nreplicas: 7\ntrace:\n {2}- source: cores\n/);
  });

  it("prints a table with the reason", async () => {
    const { stdout } = await trimtab(["evaluate", "-f", "-", "-o", "table"], {
      stdin: `${good}\n${refused}`,
    });
    const [header, first, second] = stdout.split("\n");
    expect(header).toMatch(/^NAME +REPLICAS +WHY$/);
    expect(first).toMatch(/^good +7 +cores: 13 cores \/ 2 per replica = 7$/);
    expect(second).toMatch(/^bad +- +data.linear: neither/);
  });

  it.each([
    { shows: "no file", args: ["evaluate"], message: "--filename" },
    { shows: "an unknown format", args: ["evaluate", "-f", "-", "-o", "xml"], message: "xml" },
    { shows: "an unknown option", args: ["evaluate", "-f", "-", "--fast"], message: "--fast" },
    { shows: "an extra argument", args: ["evaluate", "-f", "-", "more"], message: "too many" },
    { shows: "an unknown verb", args: ["guess"], message: "guess" },
    { shows: "no verb", args: [], message: "Usage: trimtab" },
    { shows: "a missing file", args: ["evaluate", "-f", "/none"], message: "cannot read /none" },
    { shows: "a missing .gz", args: ["evaluate", "-f", "/none.gz"], message: "cannot read /none" },
  ])("exits with 2 for $shows", async ({ args, message }) => {
    const { stdout, stderr, status } = await trimtab(args);
    expect({ stdout, status }).toEqual({ stdout: "", status: 2 });
    expect(stderr).toContain(message);
  });

  it("exits with 2 for a truncated .gz file", async () => {
    const path = fileOf("cut.gz", gzipSync(good).subarray(0, 40));
    expect(await trimtab(["evaluate", "-f", path])).toMatchObject({ status: 2, stdout: "" });
  });

  it.each([
    { args: ["--help"], prints: "evaluate" },
    { args: ["evaluate", "--help"], prints: "Exit status" },
    { args: ["--version"], prints: "0." },
  ])("answers $args", async ({ args, prints }) => {
    const { stdout, status } = await trimtab(args);
    expect(status).toBe(0);
    expect(stdout).toContain(prints);
  });
});
