import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

import { checksum } from "../../../engine/model/values/short-text.ts";
import { deferringSignals } from "../../simulate/output/whole-file.ts";
import type { Ranked } from "../model/report.ts";

/** Lists what this program wrote in the folder: a path on each line. */
const listName = ".trimtab-fleet";

/** By path in the folder, with slashes: CLUSTER/NAMESPACE/KIND-NAME.yaml. */
export function patchesOf(ranked: readonly Ranked[]): ReadonlyMap<string, string> {
  const patches = new Map<string, string>();
  // File systems may ignore case.
  const taken = new Set<string>();
  for (const { object, patch } of ranked) {
    const { cluster, namespace, kind, name } = object;
    const whole = [cluster, namespace, `${kind.toLowerCase()}-${name}`];
    const path = whole.map(safeName).join("/");
    const unique = taken.has(path.toLowerCase()) ? `${path}-${checksum(whole.join("\n"))}` : path;
    taken.add(unique.toLowerCase());
    patches.set(`${unique}.yaml`, patch);
  }
  return patches;
}

const longest = 100;

/** A name of one part of a path. Names that differ stay different. */
export function safeName(name: string): string {
  const safe = name.slice(0, longest).replace(/[^A-Za-z0-9._-]/g, "_");
  const visible = safe.replace(/^(?:[.-]|$)/, "_");
  return visible === name ? name : `${visible}-${checksum(name)}`;
}

/** Why the folder cannot be written, as a sentence; null: it can. Asked before the work that fills it. */
export function patchesProblem(folder: string): string | null {
  return attempt(folder, () => {
    if (!existsSync(folder)) return null;
    const own = new Set([listName, ...listed(folder)].map(path => path.split("/")[0]));
    const foreign = readdirSync(folder).find(name => !own.has(name));
    return foreign === undefined
      ? null
      : `cannot write ${folder}: it has files that trimtab did not write, such as ${foreign}; name another folder`;
  });
}

/** Replaces the patches of an earlier run. Returns why that is impossible; null: it is done. */
export async function writePatches(
  folder: string,
  ranked: readonly Ranked[],
): Promise<string | null> {
  let problem = patchesProblem(folder);
  if (problem !== null) return problem;
  await deferringSignals(() => {
    problem = attempt(folder, () => {
      const patches = patchesOf(ranked);
      for (const path of listed(folder)) rmSync(join(folder, path), { force: true });
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, listName), [...patches.keys(), ""].join("\n"));
      for (const [path, text] of patches) {
        mkdirSync(dirname(join(folder, path)), { recursive: true });
        writeFileSync(join(folder, path), text);
      }
      return null;
    });
  });
  return problem;
}

function listed(folder: string): readonly string[] {
  const list = join(folder, listName);
  const paths = existsSync(list) ? readFileSync(list, "utf8").split("\n") : [];
  // A list that someone else wrote must not name files elsewhere.
  return paths.filter(
    path => /^[\w.-]+\/[\w.-]+\/[\w.-]+\.yaml$/.test(path) && !path.includes(".."),
  );
}

function attempt(folder: string, work: () => string | null): string | null {
  try {
    return work();
  } catch (error) {
    return `cannot write ${folder}: ${error instanceof Error ? error.message : String(error)}`;
  }
}
