import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, resolve } from "node:path";

import { checksum } from "../../../engine/model/values/short-text.ts";
import { printableJson } from "../../terminal/printable.ts";
import type { FleetReport } from "../model/report.ts";
import { deferringSignals } from "../../simulate/output/whole-file.ts";
import { fleetPage } from "./page.ts";

/** Lists the files of a folder that this program wrote, itself included: a path on each line. */
const listName = ".trimtab-fleet";

/** By path in the folder, with slashes. */
type Files = ReadonlyMap<string, string>;

/** A patch for each ranked object, the page, and the report as JSON. */
export function filesOf(report: FleetReport): Files {
  const files = new Map([
    ["report.html", fleetPage(report)],
    ["fleet.json", `${printableJson(report)}\n`],
  ]);
  const taken = new Set<string>();
  for (const { object, patch } of report.ranked) {
    const { cluster, namespace, kind, name } = object;
    const whole = [cluster, namespace, `${kind.toLowerCase()}-${name}`];
    const path = whole.map(safeName).join("/");
    // File systems may ignore case.
    const isTaken = taken.has(path.toLowerCase());
    const unique = isTaken ? `${path}-${checksum(whole.join("\n"))}` : path;
    taken.add(unique.toLowerCase());
    files.set(`${unique}.yaml`, patch);
  }
  return files;
}

const longest = 100;

/** A name of one part of a path. Names that differ stay different. */
export function safeName(name: string): string {
  const safe = name.slice(0, longest).replace(/[^A-Za-z0-9._-]/g, "_");
  const visible = safe.replace(/^(?:[.-]|$)/, "_");
  return visible === name ? name : `${visible}-${checksum(name)}`;
}

/** Why the folder cannot be written, as a sentence; null: it can. Asked before the work that fills it. */
export function folderProblem(folder: string): string | null {
  return attempt(folder, () => {
    const found = lstatSync(folder, { throwIfNoEntry: false });
    if (!found) return null;
    if (!found.isDirectory()) return `cannot write ${folder}: it is not a folder`;
    const list = join(folder, listName);
    const own = new Set(existsSync(list) ? readFileSync(list, "utf8").split("\n") : []);
    const foreign = filesIn(folder, "").find(path => !own.has(path));
    return foreign === undefined
      ? null
      : `cannot write ${folder}: it has files that trimtab did not write, such as ${foreign}; name another folder`;
  });
}

/** Writes a folder that is complete or as it was. Returns why that is impossible; null: it is done. */
export async function writeFolder(folder: string, files: Files): Promise<string | null> {
  const path = resolve(folder);
  const next = `${path}.${process.pid}.new`;
  let problem: string | null = null;
  await deferringSignals(() => {
    problem = folderProblem(folder) ?? attempt(folder, () => replace(path, next, files));
    rmSync(next, { recursive: true, force: true });
  });
  return problem;
}

function replace(path: string, next: string, files: Files): null {
  const list = `${[...files.keys(), listName].join("\n")}\n`;
  for (const [name, text] of [...files, [listName, list] as const]) {
    mkdirSync(dirname(join(next, name)), { recursive: true });
    writeFileSync(join(next, name), text);
  }
  const last = `${path}.${process.pid}.old`;
  const isThere = existsSync(path);
  if (isThere) renameSync(path, last);
  try {
    renameSync(next, path);
  } catch (error) {
    if (isThere) renameSync(last, path);
    throw error;
  }
  rmSync(last, { recursive: true, force: true });
  return null;
}

function attempt(folder: string, work: () => string | null): string | null {
  try {
    return work();
  } catch (error) {
    return `cannot write ${folder}: ${error instanceof Error ? error.message : String(error)}`;
  }
}

/** Also links, which are never followed. */
function filesIn(folder: string, within: string): string[] {
  return readdirSync(join(folder, within), { withFileTypes: true }).flatMap(entry => {
    const path = within === "" ? entry.name : `${within}/${entry.name}`;
    return entry.isDirectory() ? filesIn(folder, path) : [path];
  });
}
