import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { run, runOrThrow } from "../../hack/host/run.ts";
import { totalsLine, type Result } from "./result.ts";

const root = join(import.meta.dirname, "../..");

// prettier-ignore
const rows = [
  { when: "all pass",             source: "it('a', () => {}); it('b', () => {});",                            code: 0, line: "2 passed, 0 failed" },
  { when: "one is skipped",       source: "it('a', () => {}); it.skip('b', () => {});",                       code: 0, line: "1 passed, 0 failed, 1 skipped" },
  { when: "one fails",            source: "it('a', () => {}); it('b', () => { throw new Error('no'); });",    code: 1, line: "1 passed, 1 failed", why: "a.test.ts > b: no" },
  { when: "a hook fails",         source: "beforeAll(() => { throw new Error('no'); }); it('a', () => {});",  code: 1, line: "0 passed, 1 failed, 1 skipped", why: "a.test.ts: no" },
  { when: "a suite's hook fails", source: "it('a', () => {}); describe('b', () => { afterAll(() => { throw new Error('no'); }); it('c', () => {}); });", code: 1, line: "2 passed, 1 failed", why: "a.test.ts > b: no" },
  { when: "a promise rejects",    source: "it('a', () => { void Promise.reject(new Error('no')); });",                        code: 1, line: "1 passed, 1 failed", why: "outside of the tests: no" },
  { when: "a file does not load", source: "throw new Error('no');",                                           code: 1, line: "0 passed, 1 failed" },
  { when: "a file has no test",   source: "",                                                                 code: 1, line: "0 passed, 1 failed" },
  { when: "there is no file",     source: undefined,                                                          code: 1, line: "0 passed, 0 failed" },
];

const program = join(import.meta.dirname, "run-folders.ts");

describe("the last line of a run", () => {
  const folders: string[] = [];
  let codes: readonly number[];
  afterAll(() => {
    for (const folder of folders) rmSync(folder, { recursive: true });
  });

  function folderWith(source: string | undefined): string {
    const folder = mkdtempSync(join(tmpdir(), "trimtab-summary-"));
    folders.push(folder);
    symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
    const reporter = join(root, "test/runner/summary-reporter.ts");
    writeFileSync(
      join(folder, "vitest.config.ts"),
      `import { SummaryReporter } from ${JSON.stringify(reporter)};
       export default { test: { globals: true, reporters: ["default", new SummaryReporter()] } };`,
    );
    if (source !== undefined) writeFileSync(join(folder, "a.test.ts"), source);
    return folder;
  }

  beforeAll(async () => {
    const all = rows.map(({ source }) => folderWith(source));
    const stdout = await runOrThrow(process.execPath, [program, ...all]);
    codes = JSON.parse(stdout.trimEnd().split("\n").at(-1)!) as readonly number[];
  });

  it.each(rows.map((row, index) => ({ ...row, index })))(
    "has the totals if $when: $line",
    ({ index, code, line, why }) => {
      const file = join(folders[index]!, "result.json");
      const result = JSON.parse(readFileSync(file, "utf8")) as Result;
      expect(totalsLine(result)).toBe(`Tests: ${line}`);
      expect(codes[index]).toBe(code);
      if (why !== undefined) expect(result.failures).toEqual([why]);
    },
  );

  it.each([
    { source: "it('a', () => {});", code: 0, line: "Tests: 1 passed, 0 failed" },
    {
      source: "it('a', () => { throw new Error('no'); });",
      code: 1,
      line: "Tests: 0 passed, 1 failed",
    },
  ])("is printed if no process adds up the results: $line", async ({ source, code, line }) => {
    const vitest = join(root, "node_modules/.bin/vitest");
    const env = { ...process.env, TRIMTAB_TEST_RESULT: undefined };
    const finished = await run(vitest, ["run"], { cwd: folderWith(source), env });
    expect(finished.stdout.trimEnd().split("\n").at(-1)).toBe(line);
    expect(finished.code).toBe(code);
  });
});
