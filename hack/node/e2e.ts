/** `make e2e`: runs the tests in test/node/ on a real node. Arguments go to Vitest. */
import { join } from "node:path";

import { command } from "../host/command.ts";
import { runOrThrow } from "../host/run.ts";
import { ephemeralKey } from "../release/sign.ts";
import { root, runOnNode } from "./prepared.ts";
import { worldRegistry } from "./published/registry.ts";

await command(async () => {
  // The processes below read it: a release names its registry.
  process.env["REGISTRY"] = worldRegistry.host;
  const releases = join(import.meta.dirname, "published/releases.ts");
  const vitest = [process.execPath, join(root, "node_modules/vitest/vitest.mjs"), "run"];
  process.exitCode = await runOnNode(
    [...vitest, "--project=node", ...process.argv.slice(2)],
    async () => {
      Object.assign(process.env, await ephemeralKey());
      await runOrThrow(process.execPath, [releases]);
    },
  );
});
