/**
 * `make e2e`: builds what a real node needs, and runs the tests in test/node/ in a world of its own. Arguments go to
 * Vitest.
 */
import { join } from "node:path";

import { buildControlPlane } from "../cluster/controlplane/build.ts";
import { buildHelm } from "../cluster/helm/helm.ts";
import { command } from "../host/command.ts";
import { makeImages } from "./images.ts";
import { lackOfNode } from "./lack.ts";
import { buildNodePrograms } from "./programs.ts";
import { runInWorld } from "./world.ts";

const root = join(import.meta.dirname, "../..");
/** The images of the node. */
export const imagesFolder = join(root, "dist/node");

if (import.meta.main) {
  await command(async () => {
    const lack = lackOfNode();
    if (lack !== undefined) {
      if (process.env["TRIMTAB_TEST_REQUIRE"] === "everything") throw new Error(lack);
      console.log(`Not run: ${lack}.`);
      return;
    }
    // There is no network to build in later.
    await buildControlPlane();
    await buildHelm();
    await makeImages(await buildNodePrograms(), imagesFolder);
    const vitest = [process.execPath, join(root, "node_modules/vitest/vitest.mjs"), "run"];
    process.exitCode = await runInWorld([...vitest, "--project=node", ...process.argv.slice(2)]);
  });
}
