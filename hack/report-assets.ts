import { readFile } from "node:fs/promises";
import { join } from "node:path";

import { build } from "esbuild";

const root = join(import.meta.dirname, "..");
const client = "cli/report/client";

/** The script and the style of a report, and the licence of the charts in it. */
export async function reportAssets() {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: { script: `${client}/report.ts`, style: `${client}/report.css` },
    outdir: client,
    write: false,
    bundle: true,
    minify: true,
    format: "esm",
    // What has DecompressionStream and color-mix().
    target: ["chrome111", "firefox113", "safari16.4"],
    // The page shows the text of the licence.
    legalComments: "none",
    logLevel: "warning",
  });
  const textOf = (ending: string) =>
    outputFiles.find(({ path }) => path.endsWith(ending))?.text.trim() ?? "";
  const licence = await readFile(join(root, "node_modules/uplot/LICENSE"), "utf8");
  return { script: textOf(".js"), style: textOf(".css"), licence: licence.trim() };
}
