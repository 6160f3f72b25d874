/**
 * Bundles the operator into one file and the command line into a few, which run without
 * node_modules: `make build`.
 */
import { rmSync, statSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { build, type BuildOptions } from "esbuild";

const root = fileURLToPath(new URL("..", import.meta.url));

const shared: BuildOptions = {
  absWorkingDir: root,
  bundle: true,
  platform: "node",
  target: "node20",
  sourcemap: "linked",
  logLevel: "warning",
  // client-node's node-fetch asks it for nothing but URL, and it asks node for punycode, for which
  // node prints a warning to whoever is not in node_modules.
  alias: { "whatwg-url": "node:url" },
};

/** What speaks to an API server is large: its own files, read by the verbs that need it. */
const commandLine: BuildOptions = {
  ...shared,
  entryPoints: { "trimtab-cli": "cli/main.ts" },
  outdir: "dist",
  splitting: true,
  chunkNames: "trimtab-cli/[name]-[hash]",
  outExtension: { ".js": ".mjs" },
  format: "esm",
  // CommonJS dependencies such as commander ask for node's own modules with `require`.
  banner: {
    js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);',
  },
};

const operator: BuildOptions = {
  ...shared,
  entryPoints: ["pepr.ts"],
  outfile: "dist/trimtab.cjs",
  format: "cjs",
  // kubernetes-fluent-client looks kinds up by the names of their classes.
  keepNames: true,
  // What was bundled, for the image's bill of materials.
  metafile: true,
};

// Every build names them anew.
rmSync(`${root}/dist/trimtab-cli`, { recursive: true, force: true });
await build(commandLine);
const { metafile } = await build(operator);
writeFileSync(`${root}/dist/trimtab.meta.json`, JSON.stringify(metafile));
for (const file of ["dist/trimtab-cli.mjs", "dist/trimtab.cjs"]) {
  console.log(`${file}  ${Math.round(statSync(`${root}/${file}`).size / 1000)} kB`);
}
