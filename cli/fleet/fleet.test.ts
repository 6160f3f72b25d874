import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";

import { json, StubServer } from "../../kube/testing/stub-server.ts";
import { trimtab } from "../testing/trimtab.ts";
import type { FleetReport } from "./model/report.ts";
import { exitCodeOf } from "./run.ts";
import { hpa } from "./testing/objects.ts";
import { listOf, planted, plantedObjects } from "./testing/planted.ts";

// prettier-ignore
it.each([
  { shows: "0 if nothing is wrong",                     unread: [],                          failOn: "error", code: 0 },
  { shows: "0 without an optional list",                unread: ["nodes"],                   failOn: "note",  code: 0 },
  { shows: "1 if the autoscalers of a cluster are unknown", unread: ["horizontalpodautoscalers.autoscaling"], failOn: "error", code: 1 },
  { shows: "0 for them if no verdict is asked for",     unread: ["horizontalpodautoscalers.autoscaling"], failOn: "none", code: 0 },
] as const)("the exit code is $shows", ({ unread, failOn, code }) => {
  const blind = { unread: unread.map(resource => ({ cluster: "a", resource, reason: "no" })) };
  expect(exitCodeOf([{ unread: [] }, blind], [], failOn)).toBe(code);
});

describe("trimtab fleet", () => {
  const folder = mkdtempSync(join(tmpdir(), "trimtab-fleet-test-"));
  const dump = join(folder, "prod.json");
  beforeAll(() => {
    vi.stubGlobal("FLEET_ASSETS", { script: "", style: "", licence: "" });
    writeFileSync(dump, JSON.stringify(listOf(plantedObjects(60))));
  });
  afterAll(() => {
    vi.unstubAllGlobals();
    rmSync(folder, { recursive: true });
  });

  it("finds what is planted, and nothing else", async () => {
    const { stdout, stderr, status } = await trimtab(["fleet", "-f", dump, "-o", "json"]);
    expect({ stderr, status }).toEqual({ stderr: "", status: 0 });
    const { findings, clusters } = JSON.parse(stdout) as FleetReport;
    expect(clusters).toMatchObject([{ cluster: "prod", objects: 60 }]);
    const found = findings.map(({ rule, object }) => `${rule}: ${object.namespace}/${object.name}`);
    const want = Object.keys(planted).map(rule => `${rule}: ${rule.toLowerCase()}/wrong`);
    expect(found.toSorted()).toEqual(want.toSorted());
  });

  // prettier-ignore
  it.each([
    { shows: "findings as text",             args: [],                            status: 0, says: /^60 autoscalers in 1 cluster: 4 errors, / },
    { shows: "only a namespace",             args: ["-n", "atmaximum"],           status: 0, says: /^\d autoscalers in 1 cluster: 0 errors, 1 warning and 0 notes/ },
    { shows: "SARIF",                        args: ["-o", "sarif"],               status: 0, says: /"version": "2\.1\.0"/ },
    { shows: "the file of a result",         args: ["-o", "sarif"],               status: 0, says: /"physicalLocation": \{\s*"artifactLocation": \{\s*"uri": "[^"]*\/prod\.json"/ },
    { shows: "1 for an error",               args: ["--fail-on", "error"],        status: 1, says: /^60 autoscalers/ },
    { shows: "1 for a note",                 args: ["--fail-on", "note", "-n", "minimumequalsmaximum"],  status: 1, says: /MinimumEqualsMaximum/ },
    { shows: "0 without an error",           args: ["--fail-on", "error", "-n", "atmaximum"],            status: 0, says: /AtMaximum/ },
  ])("has $shows", async ({ args, status, says }) => {
    const ran = await trimtab(["fleet", "-f", dump, ...args]);
    expect(ran.status).toBe(status);
    expect(ran.stdout).toMatch(says);
  });

  // prettier-ignore
  it.each([
    { shows: "a folder that is missing",     args: ["-f", "/none"],                                   says: /^trimtab: .*\/none/ },
    { shows: "standard input",               args: ["-f", "-"],                                       says: /^trimtab: cannot read standard input; name a file or a folder$/m },
    { shows: "a report that cannot be written", args: ["-f", dump, "--report", "/none/report.html"],  says: /^trimtab: .*\/none/ },
    { shows: "a file next to a context",     args: ["-f", dump, "--context", "prod"],                 says: /--filename <path>' cannot be used with option '--context/ },
  ])("refuses $shows", async ({ args, says }) => {
    const { stdout, stderr, status } = await trimtab(["fleet", ...args]);
    expect({ stdout, status }).toEqual({ stdout: "", status: 2 });
    expect(stderr).toMatch(says);
  });

  describe("of a cluster", () => {
    let stub: StubServer;
    beforeAll(async () => {
      stub = await StubServer.start(({ path }, response) => {
        const items = path.endsWith("/shop/horizontalpodautoscalers") ? [hpa()] : [];
        const withVersion = items.map(each => ({
          ...each,
          metadata: { name: "web", namespace: "shop", resourceVersion: "1" },
        }));
        if (path.includes("/secret/")) json(response, 403, { reason: "Forbidden" });
        else json(response, 200, { metadata: { resourceVersion: "1" }, items: withVersion });
      });
      const kubeconfig = {
        "current-context": "prod",
        clusters: [
          { name: "prod", cluster: { server: stub.url, "insecure-skip-tls-verify": true } },
        ],
        contexts: [{ name: "prod", context: { cluster: "prod", user: "me" } }],
        users: [{ name: "me", user: {} }],
      };
      writeFileSync(join(folder, "kubeconfig"), JSON.stringify(kubeconfig));
    });
    beforeEach(() => void vi.stubEnv("KUBECONFIG", join(folder, "kubeconfig")));
    afterAll(() => stub.close());

    it("goes on without the rights in one of two namespaces, and ends at once on Ctrl-C", async () => {
      const listeners = process.listenerCount("SIGINT");
      const ran = await trimtab(["fleet", "-n", "secret", "-n", "shop"]);
      expect(ran).toMatchObject({ status: 0, stderr: "" });
      expect(ran.stdout).toMatch(/^1 autoscaler in 1 cluster: 0 errors,/);
      expect(ran.stdout).toMatch(
        /the right to list\s+horizontalpodautoscalers\.autoscaling is missing/,
      );
      expect(process.listenerCount("SIGINT")).toBe(listeners);
    });

    it("has nothing to say without rights", async () => {
      const ran = await trimtab(["fleet", "-n", "secret"]);
      expect(ran).toMatchObject({ status: 2, stdout: "" });
      expect(ran.stderr).toContain("the right to list horizontalpodautoscalers.autoscaling is");
    });
  });

  it("writes a report that stands alone", async () => {
    const report = join(folder, "report.html");
    expect(await trimtab(["fleet", "-f", dump, "--report", report])).toMatchObject({ status: 0 });
    expect(readFileSync(report, "utf8")).toMatch(/^<!doctype html>[^]*60 autoscalers in 1 cluster/);
  });
});
