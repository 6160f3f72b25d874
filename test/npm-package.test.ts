import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { packNpm } from "../hack/build/npm-package.ts";
import { allowedLicences, bundledPackages, licencesFile } from "../hack/image/licences.ts";
import { run, runOrThrow } from "../hack/host/run.ts";

const hpa = `apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata: { name: web, namespace: shop }
spec:
  scaleTargetRef: { apiVersion: apps/v1, kind: Deployment, name: web }
  minReplicas: 3
  maxReplicas: 3
`;

describe("the npm package", () => {
  const folder = mkdtempSync(join(tmpdir(), "trimtab-npm-test-"));
  const installed = join(folder, "installed");
  const quiet = ["--no-audit", "--no-fund", "--loglevel=error", "--ignore-scripts"];

  beforeAll(async () => {
    const file = await packNpm(folder);
    await runOrThrow("npm", ["install", "--prefix", installed, ...quiet, file], { cwd: folder });
    writeFileSync(join(folder, "hpa.yaml"), hpa);
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it("installs nothing else", () => {
    const packages = readdirSync(join(installed, "node_modules")).filter(
      name => !name.startsWith("."),
    );
    expect(packages).toEqual(["trimtab"]);
  });

  it("has the licences of what it contains, which allow to pass it on", () => {
    const file = join(installed, "node_modules/trimtab", licencesFile);
    const texts = readFileSync(file, "utf8");
    const bundled = bundledPackages("trimtab-cli");
    expect(bundled.map(({ name }) => name)).toContain("commander");
    for (const { text } of bundled) expect(texts).toContain(text);
    const refused = bundled.filter(({ licence }) => !allowedLicences.has(licence));
    expect(refused.map(({ name, licence }) => `${name}: ${licence}`)).toEqual([]);
  });

  it.each(["20.0.0", "20.19.5", "22.20.0", "24.10.0"])("runs on Node.js %s", async version => {
    const prefix = join(folder, `node-${version}`);
    const architecture = process.arch === "arm64" ? "arm64" : "x64";
    const name = `node-linux-${architecture}`;
    await runOrThrow("npm", ["install", "--prefix", prefix, ...quiet, `${name}@${version}`], {
      cwd: folder,
    });
    const node = join(prefix, "node_modules", name, "bin/node");
    expect(existsSync(node)).toBe(true);
    const program = join(installed, "node_modules/trimtab/bin/trimtab");
    const trimtab = (...args: string[]) => run(node, [program, ...args], { cwd: folder });
    expect((await trimtab("--version")).stdout).toMatch(/^0\.\d+\.\d+/);
    const { stdout, stderr, code } = await trimtab("fleet", "-f", "hpa.yaml");
    expect({ stderr, code }).toEqual({ stderr: "", code: 0 });
    expect(stdout).toContain("MinimumEqualsMaximum");
  });
});
