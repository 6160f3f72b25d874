/**
 * Runs Vitest in each folder, one after the other, and prints the exit codes as JSON. Started by
 * summary-reporter.test.ts: a process of Vitest for each folder would take a second to start.
 */
import { join } from "node:path";

import { startVitest } from "vitest/node";

const codes: (typeof process.exitCode)[] = [];
for (const root of process.argv.slice(2)) {
  process.exitCode = 0;
  process.env["TRIMTAB_TEST_RESULT"] = join(root, "result.json");
  const vitest = await startVitest("test", [], { root, run: true });
  await vitest.close();
  codes.push(process.exitCode);
}
process.exitCode = 0;
console.log(JSON.stringify(codes));
