import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { trimtab as run } from "../testing/trimtab.ts";

const samples = fileURLToPath(new URL("../../crds/samples", import.meta.url));

const good = `apiVersion: autoscaling.trimtab.dev/v1alpha1
kind: ClusterProportionalAutoscaler
metadata: { name: dns, namespace: kube-system }
spec:
  scaleTargetRefs: [{ apiVersion: apps/v1, kind: Deployment, name: dns }]
  linear: { nodesPerReplica: 16 }
`;
const unwise = good
  .replaceAll("dns", "log")
  .replace("16 }", "16, maxReplicas: 1, preventSinglePointFailure: true }\n  algorithm: CPA-1.10");
const bad = good.replaceAll("dns", "web").replace("nodesPerReplica", "nodePerReplica");
const rival = good.replace("{ name: dns", "{ name: other");
/** A chart as `helm template` prints it. */
const rendered = ["# Source: app/templates/a.yaml", "kind: ConfigMap", "---", "# Source: b", bad];

describe("trimtab validate", () => {
  const initial = process.cwd();
  let folder = "";
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "trimtab-"));
    const files = {
      "deploy/dns.yaml": good,
      "deploy/web/bad.yaml": `# all of it\n---\n${good.replaceAll("dns", "b")}---\n${bad}`,
      "unwise.yaml": unwise,
      "rival.yaml": rival,
      "mistyped.yaml": good.replace(
        "name: dns,",
        "name: dns, annotations: { autoscaling.trimtab.dev/pause-until: 2026-01-01T00:00:00Z },",
      ),
    };
    for (const [file, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(join(folder, file), text);
    }
    process.chdir(folder);
  });
  afterAll(() => {
    process.chdir(initial);
    rmSync(folder, { recursive: true });
  });

  const trimtab = (args: readonly string[], stdin = "") => run(["validate", ...args], { stdin });

  it("prints the position, path and remedy of each error", async () => {
    const { stdout, stderr, status } = await trimtab(["deploy"]);
    expect({ stderr, status }).toEqual({ stderr: "", status: 1 });
    expect(stdout).toMatchInlineSnapshot(`
      "deploy/web/bad.yaml:15:3: spec.linear: at least one ratio is required, such as nodesPerReplica
          write nodesPerReplica: 16 to run one replica for every 16 nodes
      deploy/web/bad.yaml:15:13: spec.linear.nodePerReplica: there is no such field, and the API server would drop it without a word
          write nodesPerReplica
      1 invalid, 2 valid, 0 of other kinds skipped
      "
    `);
  });

  // prettier-ignore
  it.each([
    { shows: "a good file",                     args: ["deploy/dns.yaml"],                        status: 0, prints: "0 invalid, 1 valid, 0 of other kinds skipped" },
    { shows: "warnings",                        args: ["unwise.yaml"],                            status: 0, prints: "0 invalid, 1 valid (1 warning), 0" },
    { shows: "warnings with --strict",          args: ["unwise.yaml", "--strict"],                status: 1, prints: "maxReplicas: warning: with" },
    { shows: "a mistyped annotation",           args: ["mistyped.yaml"],                          status: 0, prints: "mistyped.yaml:3:76: metadata.annotations[autoscaling.trimtab.dev/pause-until]: warning: has no effect: Trimtab reads no such annotation of this object\n    write autoscaling.trimtab.dev/paused-until\n" },
    { shows: "no warnings with --strict",       args: ["deploy/dns.yaml", "--strict"],            status: 0, prints: "1 valid" },
    { shows: "conflicts between files",         args: ["deploy/dns.yaml", "rival.yaml"],          status: 1, prints: "rival.yaml:5:21: spec.scaleTargetRefs[0]: Deployment dns is also scaled" },
    { shows: "conflicting files with --no-conflicts", args: [".", "--no-conflicts", "deploy/dns.yaml"], status: 1, prints: "1 invalid, 5 valid (2 warnings)" },
    { shows: "the samples",                     args: [samples],                                  status: 0, prints: "0 invalid, " },
    { shows: "annotations",                     args: ["deploy", "-o", "github"],                 status: 1, prints: "::error file=deploy/web/bad.yaml,line=15,col=13,title=UnknownField::spec.linear.nodePerReplica: there is no" },
  ])("checks $shows", async ({ args, status, prints }) => {
    const ran = await trimtab(args);
    expect(ran.stdout).toContain(prints);
    expect({ stderr: ran.stderr, status: ran.status }).toEqual({ stderr: "", status });
  });

  it("reads an expression of several lines with a comment", async () => {
    const metric = `{ type: Resource, name: cpu, resource: { name: cpu, target: { type: Utilization, averageUtilization: 80 } } }`;
    const object = `apiVersion: autoscaling.trimtab.dev/v1alpha1
kind: Autoscaler
metadata: { name: web, namespace: shop }
spec:
  scaleTargetRef: { apiVersion: apps/v1, kind: Deployment, name: web }
  maxReplicas: 5
  metrics: [${metric}]
  combine: { expression: "max(\\n  cpu, // of the pods\\n  2\\n)" }
`;
    const { status, stdout } = await trimtab(["-"], object);
    expect([status, stdout]).toEqual([0, expect.stringContaining("0 invalid, 1 valid")]);
  });

  it("reads what helm template prints from standard input", async () => {
    const { stdout, status } = await trimtab(["-", "--output=json"], rendered.join("\n"));
    expect(status).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({
      findings: [
        { file: "-", line: 10, kind: "ClusterProportionalAutoscaler", name: "web" },
        { code: "UnknownField", remedy: "write nodesPerReplica" },
      ],
      summary: { files: 1, valid: 0, invalid: 1, skipped: 1, errors: 2, warnings: 0 },
    });
  });

  it("checks the readable files if another one cannot be read", async () => {
    const { stdout, stderr, status } = await trimtab(["none.yaml", "deploy/dns.yaml"]);
    expect(status).toBe(2);
    expect(stdout).toContain("0 invalid, 1 valid");
    expect(stderr).toMatch(/^trimtab: cannot read none.yaml: ENOENT/);
  });

  it.each([
    { shows: "no path", args: [], message: "paths" },
    { shows: "an unknown format", args: [".", "-o", "xml"], message: "xml" },
    { shows: "an unknown option", args: [".", "--fast"], message: "--fast" },
  ])("exits with 2 for $shows", async ({ args, message }) => {
    const { stdout, stderr, status } = await trimtab(args);
    expect({ stdout, status }).toEqual({ stdout: "", status: 2 });
    expect(stderr).toContain(message);
  });
});
