import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { chartsIn } from "../../validate/inputs.ts";
import { isFolder } from "./output-files.ts";

/** A sentence for each Helm chart in the folders at the paths whose templates contain something to convert. */
export const notesOnCharts = (paths: readonly string[], relevant: RegExp): string[] =>
  paths
    .filter(isFolder)
    .flatMap(chartsIn)
    .filter(chart => hasRelevant(join(chart, "templates"), relevant))
    .map(
      chart =>
        `${chart}: the templates of this chart are skipped; convert what it renders: helm template ${chart} | trimtab convert -`,
    );

const hasRelevant = (folder: string, relevant: RegExp): boolean =>
  existsSync(folder) &&
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter(name => /\.ya?ml$/i.test(name))
    .flatMap(name => linesOf(join(folder, name)))
    .some(line => line.trimStart().startsWith("kind:") && relevant.test(line));

/** A link may lead to nothing, and a name may be one of a folder. */
function linesOf(file: string): string[] {
  try {
    return readFileSync(file, "utf8").split("\n");
  } catch {
    return [];
  }
}
