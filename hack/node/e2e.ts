/** `make e2e`: runs the tests in test/node/ on a real node. Arguments go to Vitest. */
import { join } from "node:path";

import { command } from "../host/command.ts";
import { root, runOnNode } from "./prepared.ts";

await command(async () => {
  const vitest = [process.execPath, join(root, "node_modules/vitest/vitest.mjs"), "run"];
  process.exitCode = await runOnNode([...vitest, "--project=node", ...process.argv.slice(2)]);
});
