import { homedir } from "node:os";
import { join } from "node:path";

/** The cache of slow builds: outside the checkout, so `git clean` does not remove it. */
export function cacheFolder(environment: NodeJS.ProcessEnv = process.env): string {
  const own = environment["TRIMTAB_CACHE"] ?? "";
  if (own !== "") return own;
  const shared = environment["XDG_CACHE_HOME"] ?? "";
  return join(shared === "" ? join(homedir(), ".cache") : shared, "trimtab");
}
