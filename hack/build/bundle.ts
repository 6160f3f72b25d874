import { fileURLToPath } from "node:url";

import { build, type BuildOptions, type Metafile } from "esbuild";

import { bundlePage, reportAssets } from "./browser-pages.ts";
import { narrow } from "./narrow.ts";
import { versioned } from "./version.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

const shared: BuildOptions = {
  absWorkingDir: root,
  bundle: true,
  platform: "node",
  target: "node20",
  sourcemap: "linked",
  logLevel: "warning",
  // client-node's node-fetch uses only its URL, and it loads Node's punycode, which prints a warning outside
  // of node_modules.
  alias: { "whatwg-url": "node:url" },
  plugins: [narrow, versioned],
};

/** Bundles one program that uses parts of the command line, for a test. */
export async function bundleProgram(entry: string, outfile: string): Promise<void> {
  await build({
    ...shared,
    entryPoints: [entry],
    outfile,
    format: "esm",
    define: await pages(),
  });
}

/** What the command line writes or serves to a browser, as strings. */
const pages = async () => ({
  REPORT_ASSETS: JSON.stringify(await reportAssets("cli/report/client", "report")),
  FLEET_ASSETS: JSON.stringify(await reportAssets("cli/fleet/client", "fleet")),
});

/**
 * Bundles the command line into a few files in `folder`. The API server client is large: it has its own
 * files, which only the verbs that need it load. Returns what they contain.
 */
export async function bundleCommandLine(folder: string): Promise<Metafile> {
  await bundlePage(`${folder}/trimtab-cli/page`);
  const { metafile } = await build({
    ...shared,
    entryPoints: {
      "trimtab-cli": "cli/main.ts",
      // A thread begins with a file.
      "trimtab-cli/simulation-worker": "cli/simulate/search/worker.ts",
    },
    outdir: folder,
    splitting: true,
    chunkNames: "trimtab-cli/[name]-[hash]",
    outExtension: { ".js": ".mjs" },
    format: "esm",
    define: await pages(),
    // CommonJS dependencies such as commander load Node's own modules with `require`.
    banner: {
      js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);',
    },
    metafile: true,
  });
  return metafile;
}

/** Bundles the operator into one file and returns its inputs. */
export async function bundleOperator(file: string): Promise<Metafile> {
  const { metafile } = await build({
    ...shared,
    entryPoints: ["pepr.ts"],
    outfile: file,
    format: "cjs",
    // V8 keeps the source in memory, with two bytes for each character if one is not Latin-1.
    minifyWhitespace: true,
    lineLimit: 160,
    // The image has the licence texts of all packages in one file.
    legalComments: "none",
    metafile: true,
  });
  return metafile;
}
