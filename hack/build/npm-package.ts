/**
 * Packs the command line as an npm package, dist/trimtab-VERSION.tgz: `make npm-package`, after `make build`. It has no
 * dependencies, because the bundle contains them, and runs on each Node.js from the version in package.json on.
 */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { command } from "../host/command.ts";
import { runOrThrow } from "../host/run.ts";
import { buildVersion } from "./version.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Paths of the checkout, and where the package has them, if that is another place. */
const parts = [
  ["bin/trimtab"],
  ["dist/trimtab-cli.mjs"],
  ["dist/trimtab-cli"],
  ["LICENSE"],
  ["docs/cli.md", "README.md"],
] as const;

type Manifest = Readonly<Record<string, unknown>>;

/**
 * What the registry shows. Its scripts and dependencies are for developers. It has no type: until version 20.9, Node.js
 * loads no module from a file without an extension.
 */
function manifest(): Manifest {
  const all = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as Manifest;
  const { name, description, license, engines, bin } = all;
  const keywords = ["kubernetes", "autoscaler", "hpa", "keda", "kubectl-plugin"];
  const files = ["bin", "dist"];
  return {
    name,
    version: buildVersion(),
    description,
    license,
    keywords,
    engines,
    bin,
    files,
  };
}

/** Returns the path of the packed file. */
export async function packNpm(folder: string): Promise<string> {
  const staged = mkdtempSync(join(tmpdir(), "trimtab-npm-"));
  try {
    for (const [part, to = part] of parts) {
      const filter = (path: string) => !path.endsWith(".map");
      cpSync(join(root, part), join(staged, to), { recursive: true, filter });
    }
    writeFileSync(join(staged, "package.json"), `${JSON.stringify(manifest(), null, 2)}\n`);
    const printed = await runOrThrow("npm", ["pack", "--json", "--pack-destination", folder], {
      cwd: staged,
    });
    const [packed] = JSON.parse(printed) as { readonly filename: string }[];
    return join(folder, packed?.filename ?? "");
  } finally {
    rmSync(staged, { recursive: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await command(async () => console.log(await packNpm(join(root, "dist"))));
}
