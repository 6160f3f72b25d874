import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { trimtab } from "../testing/trimtab.ts";

const object = `apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata: { name: web }
spec:
  scaleTargetRef: { apiVersion: apps/v1, kind: Deployment, name: web }
  maxReplicas: 30
`;

describe("--report with a path that cannot be written", () => {
  let folder = "";
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "trimtab-report-"));
    writeFileSync(join(folder, "object.yaml"), object);
  });
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  it.each([
    { path: "missing/report.html", reason: "no such file" },
    { path: "object.yaml/report.html", reason: "is not a folder" },
    { path: "", reason: "it is a folder" },
  ])(
    "prints one sentence, simulates nothing and leaves nothing: $path",
    async ({ path, reason }) => {
      const report = join(folder, path);
      const args = ["-f", join(folder, "object.yaml"), "--load", "step:days=1", "--report", report];
      const { stdout, stderr, status } = await trimtab(["simulate", ...args]);
      expect(stderr).toMatch(/^trimtab: cannot write .*\n$/);
      expect(stderr).toContain(reason);
      expect({ stdout, status }).toEqual({ stdout: "", status: 2 });
      expect(readdirSync(folder)).toEqual(["object.yaml"]);
    },
  );
});
