/**
 * Bundles the command line and the operator, each into one file that runs
 * without node_modules: `make build`.
 */
import { statSync } from "node:fs";
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
};

const bundles: readonly (BuildOptions & { entryPoints: [string]; outfile: string })[] = [
  {
    ...shared,
    entryPoints: ["cli/main.ts"],
    outfile: "dist/trimtab-cli.mjs",
    format: "esm",
    // CommonJS dependencies such as commander ask for node's own modules with `require`.
    banner: {
      js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);',
    },
  },
  {
    ...shared,
    entryPoints: ["pepr.ts"],
    outfile: "dist/trimtab.cjs",
    format: "cjs",
    // kubernetes-fluent-client looks kinds up by the names of their classes.
    keepNames: true,
  },
];

for (const bundle of bundles) {
  await build(bundle);
  const kilobytes = Math.round(statSync(`${root}/${bundle.outfile}`).size / 1000);
  console.log(`${bundle.outfile}  ${String(kilobytes)} kB`);
}
