import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { sha256 } from "./oci.ts";
import { provenanceIn, requireOwnRegistry } from "./proof.ts";
import { canSign, verifySums } from "./sign.ts";

/**
 * That a release folder has what its checksums say, that its own key has signed them, and that it was made for the
 * registry of the environment. What is published from it gets a signature of that key.
 */
export async function checkFiles(folder: string): Promise<void> {
  const sums = readFileSync(join(folder, "SHA256SUMS"), "utf8").trimEnd().split("\n");
  const changed = sums.filter(line => {
    const [, sum = "", name = ""] = /^([0-9a-f]{64}) {2}([\w.-]+)$/.exec(line) ?? [];
    const file = join(folder, name);
    return name === "" || !existsSync(file) || sha256(readFileSync(file)) !== sum;
  });
  if (changed.length > 0)
    throw new Error(
      `These files are missing or changed: make the release again.\n${changed.join("\n")}`,
    );
  if (canSign()) await verifySums(folder);
  requireOwnRegistry(provenanceIn(folder));
}
