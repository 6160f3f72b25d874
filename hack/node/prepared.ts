import { join } from "node:path";

import { buildControlPlane } from "../cluster/controlplane/build.ts";
import { buildHelm } from "../cluster/helm/helm.ts";
import { imagesFolder, makeImages } from "./images.ts";
import { lackOfNode } from "./lack.ts";
import { buildNodePrograms } from "./programs.ts";
import { runInWorld } from "./world.ts";

/**
 * Builds what a real node needs, and runs a command in a world of its own. Where it cannot run, says why, or fails if
 * TRIMTAB_TEST_REQUIRE=everything.
 *
 * @param prepare what else is built while there is a network
 * @returns the exit code
 */
export async function runOnNode(
  command: readonly string[],
  prepare: () => Promise<unknown> = () => Promise.resolve(),
): Promise<number> {
  const lack = lackOfNode();
  if (lack !== undefined) {
    if (process.env["TRIMTAB_TEST_REQUIRE"] === "everything") throw new Error(lack);
    console.log(`Not run: ${lack}.`);
    return 0;
  }
  // There is no network to build in later.
  await buildControlPlane();
  await buildHelm();
  await makeImages(await buildNodePrograms(), imagesFolder);
  await prepare();
  return await runInWorld(command);
}

export const root = join(import.meta.dirname, "../..");
