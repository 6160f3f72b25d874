import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";

import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { parse } from "yaml";

const root = join(import.meta.dirname, "../..");
const read = (file: string): string => readFileSync(join(root, file), "utf8");

/** The YAML block of the page that starts with this comment. */
function snippet(file: string): unknown {
  const blocks = [...read("docs/cli.md").matchAll(/^```yaml\n(.*?)^```/gms)].map(
    ([, body]) => body,
  );
  return parse(blocks.find(body => body?.startsWith(`# ${file}\n`)) ?? "");
}

interface Hook {
  readonly id: string;
  readonly entry: string;
  readonly exclude?: string;
}

const workflow = snippet(".github/workflows/trimtab.yaml") as {
  jobs: { validate: { steps: { run?: string }[] } };
};
const config = snippet(".pre-commit-config.yaml") as { repos: [{ hooks: [Hook] }] };
const [hook] = parse(read(".pre-commit-hooks.yaml")) as [Hook];
const sample = read("crds/samples/autoscaler-cpu.yaml");
const typo = sample.replace("maxReplicas", "maxReplcas");

/** Runs what the docs recommend for other repositories in a sample repository. */
describe("the docs of trimtab validate", () => {
  let folder = "";
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "trimtab-"));
    for (const path of ["deploy", "charts/app/templates", ".trimtab/bin"]) {
      mkdirSync(join(folder, path), { recursive: true });
    }
    const program = join(folder, ".trimtab/bin/trimtab");
    writeFileSync(program, `#!/bin/sh\nexec ${process.execPath} ${inject("commandLine")} "$@"\n`);
    chmodSync(program, 0o755);
    writeFileSync(
      join(folder, "charts/app/templates/web.yaml"),
      `{{ if .x }}\n${sample}{{ end }}\n`,
    );
  });
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  const run = (command: string) => {
    const path = `${join(folder, ".trimtab/bin")}${delimiter}${process.env["PATH"] ?? ""}`;
    const options = { cwd: folder, encoding: "utf8", env: { ...process.env, PATH: path } } as const;
    return spawnSync("/bin/sh", ["-c", command], options);
  };
  const cases = [
    { when: "all files are valid", text: sample, status: 0, says: /^0 invalid, 1 valid/ },
    {
      when: "a field has a typo",
      text: typo,
      status: 1,
      says: /maxReplcas: there is no such field/,
    },
  ];

  it.each(cases)("have a workflow step that exits with $status when $when", row => {
    writeFileSync(join(folder, "deploy/web.yaml"), row.text);
    const steps = workflow.jobs.validate.steps.flatMap(step => step.run ?? []);
    const [build, step] = steps;
    expect([build, steps.length]).toEqual(["make -C .trimtab build", 2]);
    const { stdout, stderr, status } = run(step!);
    expect({ stderr, status }).toEqual({ stderr: "", status: row.status });
    expect(stdout).toMatch(row.says);
    if (row.status === 1)
      expect(stdout).toMatch(/^::error file=deploy\/web.yaml,line=\d+,col=\d+,/m);
  });

  it.each(cases)("have a hook that exits with $status when $when", row => {
    writeFileSync(join(folder, "deploy/web.yaml"), row.text);
    const [used] = config.repos[0].hooks;
    expect(used.id).toBe(hook.id);
    const files = ["deploy/web.yaml", "charts/app/templates/web.yaml"];
    const chosen = files.filter(file => !new RegExp(used.exclude!).test(file));
    const { stdout, stderr, status } = run([hook.entry, ...chosen].join(" "));
    expect({ stderr, status }).toEqual({ stderr: "", status: row.status });
    expect(stdout).toMatch(row.says);
  });
});
