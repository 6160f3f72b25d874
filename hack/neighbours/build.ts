import { readFile } from "node:fs/promises";
import { basename, join } from "node:path";

import { go, versionOf } from "../cluster/controlplane/go-module.ts";
import { buildPrograms as build, type GoBuild } from "../cluster/controlplane/go-program.ts";

/**
 * Builds programs from the Go modules that a folder pins, if they are not in the cache: 10 to 20 minutes of CPU time
 * the first time. Returns their paths.
 *
 * @param module the folder of the go.mod
 * @param packages by the name of the program
 */
export const buildPrograms = <Name extends string>(
  module: string,
  packages: Readonly<Record<Name, string>>,
  options: Pick<GoBuild<Name>, "flags" | "environment" | "alsoKeyed"> = {},
): Promise<Record<Name, string>> =>
  build({ module, cache: join("neighbours", basename(module)), packages, ...options });

/** The folder with the files of a required module, such as its CRDs. */
export async function moduleFolder(
  module: string,
  path: string,
  environment?: Readonly<Record<string, string>>,
): Promise<string> {
  const goMod = await readFile(join(module, "go.mod"), "utf8");
  const download = ["mod", "download", "-json", `${path}@${versionOf(path, goMod)}`];
  const { Dir } = JSON.parse(await go(download, module, environment)) as Download;
  return Dir;
}

interface Download {
  readonly Dir: string;
}
