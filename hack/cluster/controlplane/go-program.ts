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

const plainFlags = ["-buildvcs=false", "-trimpath", "-ldflags", "-s -w"];

export interface GoBuild<Name extends string> {
  /** The folder of the go.mod that pins the packages. */
  readonly module: string;
  /** The folder in the cache for builds of this module. */
  readonly cache: string;
  /** By the path of the program in the folder of its build, in build order. */
  readonly packages: Readonly<Record<Name, string>>;
  readonly flags?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  /** What the key of the cache also has, after the pins and the flags. */
  readonly alsoKeyed?: readonly string[];
}

/** Builds programs of other projects, if they are not in the cache, and returns their paths. */
export async function buildPrograms<Name extends string>({
  module,
  cache,
  packages,
  flags = plainFlags,
  environment,
  alsoKeyed = [],
}: GoBuild<Name>): Promise<Record<Name, string>> {
  const pins = ["go.mod", "go.sum"].map(file => readFile(join(module, file), "utf8"));
  const key = cacheKey([...(await Promise.all(pins)), ...flags, ...alsoKeyed]);
  const folder = join(cacheFolder(), cache, key);
  const programs = (Object.entries(packages) as [Name, string][]).map(([name, of]) => ({
    name,
    path: join(folder, name),
    make: async (partial: string): Promise<void> => {
      await go(["build", ...flags, "-o", partial, of], module, environment);
    },
  }));
  await makeMissing(folder, programs);
  return Object.fromEntries(programs.map(({ name, path }) => [name, path])) as Record<Name, string>;
}
