import { homedir } from "node:os";
import { join } from "node:path";

/** Where everything slow to make is kept: outside the checkout, so `git clean` costs nothing. */
export function cacheFolder(environment: NodeJS.ProcessEnv = process.env): string {
  const own = environment["TRIMTAB_CACHE"] ?? "";
  if (own !== "") return own;
  const shared = environment["XDG_CACHE_HOME"] ?? "";
  return join(shared === "" ? join(homedir(), ".cache") : shared, "trimtab");
}
