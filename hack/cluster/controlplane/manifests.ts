import { cp, readdir } from "node:fs/promises";
import { join } from "node:path";

import { go } from "./go-module.ts";

/** A folder of a Go module. */
export interface Manifests {
  readonly module: string;
  readonly folder: string;
}

/**
 * Copies the YAML files of a folder, because the module cache may be cleaned while the binaries stay.
 *
 * @param from the folder of the module of Trimtab's own that requires it; default: this one
 */
export async function copyManifests(
  { module, folder }: Manifests,
  target: string,
  from?: string,
): Promise<void> {
  const list = ["list", "-m", "-f", "{{.Dir}}", module];
  const source = join((await go(list, from)).trim(), folder);
  // The module cache is read-only, including its folders, and a plain copy would be, too.
  for (const file of await readdir(source, { recursive: true, withFileTypes: true })) {
    if (!file.name.endsWith(".yaml")) continue;
    const copy = join(target, file.parentPath.slice(source.length), file.name);
    await cp(join(file.parentPath, file.name), copy);
  }
}
