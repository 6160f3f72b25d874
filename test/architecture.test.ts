import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { run } from "../hack/host/run.ts";

const root = join(import.meta.dirname, "..");

/** Files that each break one rule of .dependency-cruiser.mjs with their imports. */
// prettier-ignore
const broken: readonly { rule: string; file: string; imports: string }[] = [
  { rule: "engine-imports-only-engine",         file: "engine/a.ts",                imports: "../kube/target.ts" },
  { rule: "engine-imports-only-engine",         file: "engine/a.test.ts",           imports: "../controller/target.ts" },
  { rule: "engine-has-no-node",                 file: "engine/b.ts",                imports: "node:fs" },
  { rule: "engine-has-no-node",                 file: "engine/c.ts",                imports: "crypto" },
  { rule: "engine-uses-pure-packages",          file: "engine/d.ts",                imports: "yaml" },
  { rule: "engine-uses-pure-packages",          file: "engine/e.ts",                imports: "fast-check" },
  { rule: "the-model-stands-alone",             file: "engine/model/a.ts",          imports: "../arithmetic/target.ts" },
  { rule: "the-model-stands-alone",             file: "engine/model/values/a.ts",   imports: "../../spec/target.ts" },
  { rule: "arithmetic-knows-the-model",         file: "engine/arithmetic/a.ts",     imports: "../spec/target.ts" },
  { rule: "sources-know-no-rule-and-no-stage",  file: "engine/sources/a.ts",        imports: "../validate/target.ts" },
  { rule: "sources-know-no-rule-and-no-stage",  file: "engine/sources/a.ts",        imports: "../features/target.ts" },
  { rule: "votes-know-no-feature",              file: "engine/votes/a.ts",          imports: "../features/target.ts" },
  { rule: "features-are-apart",                 file: "engine/features/a.ts",       imports: "./target.ts" },
  { rule: "features-are-apart",                 file: "engine/features/one/a.ts",   imports: "../target.ts" },
  { rule: "features-know-no-status",            file: "engine/features/b.ts",       imports: "../status/target.ts" },
  { rule: "features-know-no-status",            file: "engine/features/c.ts",       imports: "../target.ts" },
  { rule: "decisions-know-features-by-their-list", file: "engine/g.ts",              imports: "./features/target.ts" },
  { rule: "memory-knows-no-rule",               file: "engine/history/a.ts",        imports: "../features/target.ts" },
  { rule: "kube-imports-only-engine",           file: "kube/a.ts",                  imports: "../controller/target.ts" },
  { rule: "kube-imports-only-engine",           file: "kube/b.ts",                  imports: "../admission/target.ts" },
  { rule: "controller-knows-no-resource",       file: "controller/a.ts",            imports: "../capabilities/target.ts" },
  { rule: "admission-knows-no-resource",        file: "admission/a.ts",             imports: "../capabilities/one/target.ts" },
  { rule: "controller-and-admission-are-apart", file: "controller/b.ts",            imports: "../admission/target.ts" },
  { rule: "controller-and-admission-are-apart", file: "admission/b.ts",             imports: "../controller/target.ts" },
  { rule: "resources-are-apart",                file: "capabilities/one/a.ts",      imports: "../two/target.ts" },
  { rule: "shared-admission-knows-no-resource", file: "capabilities/admission/a.ts", imports: "../one/target.ts" },
  { rule: "cli-imports-kube-and-engine",        file: "cli/a.ts",                   imports: "../controller/target.ts" },
  { rule: "cli-uses-few-packages",              file: "cli/b.ts",                   imports: "undici" },
  { rule: "pages-use-uplot",                    file: "cli/one/client/a.ts",        imports: "yaml" },
  { rule: "pages-use-uplot",                    file: "cli/one/client/b.ts",        imports: "node:fs" },
  { rule: "cli-is-nobodys-library",             file: "capabilities/a.ts",          imports: "../cli/target.ts" },
  { rule: "cli-is-nobodys-library",             file: "hack/a.ts",                  imports: "../cli/target.ts" },
  { rule: "recorded-cases-and-seeds-are-for-hack-and-test", file: "engine/f.ts",    imports: "../cli/evaluate/target.ts" },
  { rule: "recorded-cases-and-seeds-are-for-hack-and-test", file: "engine/f.test.ts", imports: "../cli/evaluate/generated/target.ts" },
  { rule: "recorded-cases-and-seeds-are-for-hack-and-test", file: "kube/i.ts",      imports: "../cli/simulate/random.ts" },
  { rule: "the-root-is-nobodys-library",        file: "test/a.ts",                  imports: "../pepr.ts" },
  { rule: "generated-types-stand-alone",        file: "crds/generated/a.ts",        imports: "../../engine/target.ts" },
  { rule: "hack-and-test-run-the-product",      file: "hack/b.ts",                  imports: "../kube/target.ts" },
  { rule: "hack-and-test-run-the-product",      file: "test/b.test.ts",             imports: "../capabilities/one/target.ts" },
  { rule: "metrics-page-reads-the-catalogue",   file: "hack/generate/metrics-page.ts", imports: "../../controller/target.ts" },
  { rule: "flags-table-reads-the-flags",        file: "hack/generate/flags-table.ts", imports: "../../controller/target.ts" },
  { rule: "hack-is-for-hack-and-test",          file: "kube/c.test.ts",             imports: "../hack/target.ts" },
  { rule: "test-is-for-test",                   file: "hack/c.ts",                  imports: "../test/target.ts" },
  { rule: "test-is-for-test",                   file: "kube/d.test.ts",             imports: "../test/target.ts" },
  { rule: "test-files-stay-tests",              file: "kube/e.ts",                  imports: "./target.test.ts" },
  { rule: "test-files-stay-tests",              file: "kube/h.ts",                  imports: "./testing/target.ts" },
  { rule: "test-files-stay-tests",              file: "cli/c.ts",                   imports: "../engine/target.cases.ts" },
  { rule: "pepr-stays-at-the-edge",             file: "controller/c.ts",            imports: "pepr" },
  { rule: "pepr-stays-at-the-edge",             file: "admission/d.ts",             imports: "pepr" },
  { rule: "pepr-stays-at-the-edge",             file: "kube/f.ts",                  imports: "kubernetes-fluent-client" },
  { rule: "pepr-stays-at-the-edge",             file: "test/c.test.ts",             imports: "pepr" },
  { rule: "no-deep-imports",                    file: "capabilities/b.ts",          imports: "pepr/dist/lib/core/capability.js" },
  { rule: "no-deep-imports",                    file: "capabilities/c.ts",          imports: "kubernetes-fluent-client/dist/fluent/index.js" },
  { rule: "dev-packages-stay-out-of-the-product", file: "kube/g.ts",                imports: "fast-check" },
  { rule: "packages-are-declared",              file: "controller/d.ts",            imports: "no-such-package" },
  { rule: "packages-are-declared",              file: "controller/e.ts",            imports: "ramda" },
  { rule: "packages-are-declared",              file: "controller/f.ts",            imports: "./no-such-file.ts" },
  { rule: "no-cycles",                          file: "controller/cycle-1.ts",      imports: "./cycle-2.ts" },
  { rule: "no-barrels",                         file: "controller/index.ts",        imports: "./target.ts" },
  { rule: "no-orphans",                         file: "controller/orphan.ts",       imports: "" },
];

// prettier-ignore
const sound: readonly { file: string; imports: string }[] = [
  { file: "engine/x.ts",                imports: "tinyqueue" },
  { file: "engine/y.ts",                imports: "../crds/generated/target.ts" },
  { file: "engine/x.test.ts",           imports: "node:fs" },
  { file: "engine/y.test.ts",           imports: "vitest" },
  { file: "engine/sources/x.ts",        imports: "../arithmetic/target.ts" },
  { file: "engine/features/x.ts",       imports: "../votes/target.ts" },
  { file: "engine/features/features.ts", imports: "./target.ts" },
  { file: "engine/z.ts",                imports: "./features/features.ts" },
  { file: "engine/features/one/x.ts",   imports: "./y.ts" },
  { file: "kube/x.ts",                  imports: "../engine/target.ts" },
  { file: "kube/x.test.ts",             imports: "fast-check" },
  { file: "kube/y.test.ts",             imports: "./testing/target.ts" },
  { file: "kube/testing/x.ts",          imports: "vitest" },
  { file: "controller/x.ts",            imports: "../kube/target.ts" },
  { file: "capabilities/pepr-bridge.ts",       imports: "pepr" },
  { file: "capabilities/one/x.ts",      imports: "../shared.ts" },
  { file: "capabilities/two/x.ts",      imports: "kubernetes-fluent-client" },
  { file: "pepr.ts",                    imports: "./capabilities/one/target.ts" },
  { file: "cli/x.ts",                   imports: "commander" },
  { file: "cli/y.ts",                   imports: "node:fs" },
  { file: "cli/one/client/x.ts",        imports: "uplot" },
  { file: "hack/x.ts",                  imports: "../engine/target.ts" },
  { file: "hack/y.ts",                  imports: "../cli/simulate/random.ts" },
  { file: "test/z.test.ts",             imports: "../cli/evaluate/target.ts" },
  { file: "test/x.test.ts",             imports: "../hack/target.ts" },
  { file: "test/y.test.ts",             imports: "../engine/target.cases.ts" },
];

/** Their only purpose is to be imported. */
const targets = [
  ...["engine", "kube", "controller", "admission", "capabilities", "cli", "hack", "test"],
  ...["capabilities/one", "capabilities/two", "crds/generated", "kube/testing"],
  ...["cli/evaluate", "cli/evaluate/generated"],
  ...["arithmetic", "features", "spec", "status", "validate", "votes"].map(
    name => `engine/${name}`,
  ),
].map(folder => `${folder}/target.ts`);

interface Report {
  readonly summary: {
    readonly violations: readonly { from: string; rule: { name: string } }[];
    readonly ruleSetUsed: { forbidden: readonly { name: string; comment?: string }[] };
  };
}

describe("the import rules", () => {
  const project = mkdtempSync(join(tmpdir(), "trimtab-architecture-"));
  let report: Report;

  const plant = (file: string, source: string) => {
    mkdirSync(dirname(join(project, file)), { recursive: true });
    writeFileSync(join(project, file), source);
  };
  const rulesBrokenBy = (file: string) =>
    report.summary.violations.filter(({ from }) => from === file).map(({ rule }) => rule.name);

  beforeAll(async () => {
    cpSync(join(root, "package.json"), join(project, "package.json"));
    symlinkSync(join(root, "node_modules"), join(project, "node_modules"));
    for (const file of [...targets, "capabilities/shared.ts"]) plant(file, "export {};\n");
    plant("kube/target.test.ts", "export {};\n");
    plant("engine/features/one/y.ts", "export {};\n");
    plant("engine/target.cases.ts", "export {};\n");
    plant("cli/simulate/random.ts", "export {};\n");
    plant("controller/cycle-2.ts", 'import "./cycle-1.ts";\n');
    plant("engine/types.ts", 'import type {} from "../kube/target.ts";\n');
    for (const { file, imports } of [...broken, ...sound]) {
      plant(file, imports === "" ? "export {};\n" : `import "${imports}";\n`);
    }
    const config = join(root, ".dependency-cruiser.mjs");
    const args = ["--config", config, "--preserve-symlinks", "--output-type", "json", "."];
    const depcruise = join(root, "node_modules/.bin/depcruise");
    const { stdout, stderr } = await run(depcruise, args, { cwd: project });
    expect(stderr).toBe("");
    report = JSON.parse(stdout) as Report;
  });

  afterAll(() => {
    rmSync(project, { recursive: true });
  });

  it.each(broken)("$rule: $file may not import $imports", ({ rule, file }) => {
    expect(rulesBrokenBy(file)).toEqual([rule]);
  });

  it.each(sound)("$file may import $imports", ({ file }) => {
    expect(rulesBrokenBy(file)).toEqual([]);
  });

  it("include type-only imports", () => {
    expect(rulesBrokenBy("engine/types.ts")).toEqual(["engine-imports-only-engine"]);
  });

  it("are each broken above, and each state a remedy", () => {
    const rules = report.summary.ruleSetUsed.forbidden;
    expect([...new Set(broken.map(({ rule }) => rule))]).toEqual(rules.map(({ name }) => name));
    expect(rules.filter(({ comment }) => !comment)).toEqual([]);
  });
});
