import { readFile } from "node:fs/promises";
import { basename, join } from "node:path";

import { makeMissing } from "../cluster/controlplane/artifacts.ts";
import { cacheKey, go, versionOf } from "../cluster/controlplane/go-module.ts";
import { cacheFolder } from "../host/cache.ts";

const flags = ["-buildvcs=false", "-trimpath", "-ldflags", "-s -w"];

/**
 * Builds programs from the Go modules that a folder pins, if they are not in the cache: 10 to 20 minutes of CPU time
 * the first time. Returns their paths.
 *
 * @param module the folder of the go.mod
 * @param packages by the name of the program
 */
export async function buildPrograms<Name extends string>(
  module: string,
  packages: Readonly<Record<Name, string>>,
): Promise<Record<Name, string>> {
  const texts = ["go.mod", "go.sum"].map(file => readFile(join(module, file), "utf8"));
  const key = cacheKey([...(await Promise.all(texts)), ...flags]);
  const folder = join(cacheFolder(), "neighbours", basename(module), key);
  const programs = (Object.entries(packages) as [Name, string][]).map(([name, of]) => ({
    name,
    path: join(folder, name),
    make: async (partial: string): Promise<void> => {
      await go(["build", ...flags, "-o", partial, of], module);
    },
  }));
  await makeMissing(folder, programs);
  return Object.fromEntries(programs.map(({ name, path }) => [name, path])) as Record<Name, string>;
}

/** The folder with the files of a required module, such as its CRDs. */
export async function moduleFolder(module: string, path: string): Promise<string> {
  const goMod = await readFile(join(module, "go.mod"), "utf8");
  const named = `${path}@${versionOf(path, goMod)}`;
  const { Dir } = JSON.parse(await go(["mod", "download", "-json", named], module)) as Download;
  return Dir;
}

interface Download {
  readonly Dir: string;
}
