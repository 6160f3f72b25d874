import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { basename, join } from "node:path";

import { cacheFolder } from "../../host/cache.ts";
import { makeMissing } from "./artifacts.ts";
import { cacheKey, go } from "./go-module.ts";

/**
 * Builds a program of a small module of Trimtab's own, and returns its path in the cache, which depends on
 * its sources.
 *
 * @param module the module's folder
 * @param source the program's folder in it, such as `.` or `layout`
 */
export async function smallProgram(module: string, source: string): Promise<string> {
  const names = (await readdir(join(module, source))).filter(name => name.endsWith(".go"));
  const modules = ["go.mod", "go.sum"].filter(name => existsSync(join(module, name)));
  const sources = [...modules, ...names.sort().map(name => join(source, name))];
  const texts = await Promise.all(sources.map(name => readFile(join(module, name), "utf8")));
  const folder = join(cacheFolder(), basename(module), cacheKey([...sources, ...texts]));
  const path = join(folder, "program");
  const compile = async (to: string): Promise<void> => {
    await go(
      ["build", "-buildvcs=false", "-trimpath", "-tags=netgo,osusergo", "-o", to, `./${source}`],
      module,
    );
  };
  await makeMissing(folder, [{ path, make: compile }]);
  return path;
}
