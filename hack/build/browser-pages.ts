import { readFile } from "node:fs/promises";
import { join } from "node:path";

import { build, type BuildOptions } from "esbuild";

const root = join(import.meta.dirname, "../..");

/** What a browser loads: the reports that `trimtab simulate` and `trimtab fleet` write, and the page of `trimtab ui`. */
const shared: BuildOptions = {
  absWorkingDir: root,
  bundle: true,
  minify: true,
  platform: "browser",
  format: "esm",
  // What has DecompressionStream and color-mix().
  target: ["chrome111", "firefox113", "safari16.4"],
  logLevel: "warning",
};

const licence = async (): Promise<string> =>
  (await readFile(join(root, "node_modules/uplot/LICENSE"), "utf8")).trim();

/** The script and the style of a report in one file, and the licence of the charts in it. */
export async function reportAssets(client: string, name: string) {
  const { outputFiles = [] } = await build({
    ...shared,
    entryPoints: { script: `${client}/${name}.ts`, style: `${client}/${name}.css` },
    outdir: client,
    write: false,
    // The page shows the text of the licence.
    legalComments: "none",
  });
  const textOf = (ending: string) =>
    outputFiles.find(({ path }) => path.endsWith(ending))?.text.trim() ?? "";
  return { script: textOf(".js"), style: textOf(".css"), licence: await licence() };
}

/** Bundles what a browser loads of `trimtab ui`; the licence of its chart library comes first. */
export async function bundlePage(folder: string): Promise<void> {
  const files = ["page.ts", "page.css", "page.html", "icon.svg"];
  await build({
    ...shared,
    entryPoints: files.map(file => `cli/ui/client/${file}`),
    outdir: folder,
    loader: { ".html": "copy", ".svg": "copy" },
    banner: { js: `/* uPlot:\n${await licence()}\n*/` },
  });
}
