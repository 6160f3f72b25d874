/**
 * Packs the command line as an npm package, dist/trimtab-VERSION.tgz: `make npm-package`, after `make build`. It has no
 * dependencies, because the bundle contains them, and runs on each Node.js from the version in package.json on.
 */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { command } from "../host/command.ts";
import { bundledPackages, licencesFile, licenceTexts } from "../image/licences.ts";
import { pack } from "./pack.ts";
import { buildVersion } from "./version.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

/**
 * Copies the command line with the licences of what it contains, and without its source maps, which Node.js reads only
 * on request. Needs the bundle in dist/.
 */
export function copyCommandLine(folder: string): void {
  const filter = (path: string) => !path.endsWith(".map");
  for (const part of ["bin/trimtab", "dist/trimtab-cli.mjs", "dist/trimtab-cli"]) {
    cpSync(join(root, part), join(folder, part), { recursive: true, filter });
  }
  writeFileSync(join(folder, licencesFile), licenceTexts(bundledPackages("trimtab-cli")));
}

type Manifest = Readonly<Record<string, unknown>>;

/**
 * What the registry shows. Its scripts and dependencies are for developers. It has no type: until version 20.9, Node.js
 * loads no module from a file without an extension.
 */
function manifest(): Manifest {
  const all = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as Manifest;
  const { name, description, homepage, license, engines, bin } = all;
  const keywords = ["kubernetes", "autoscaler", "hpa", "keda", "kubectl-plugin"];
  const files = ["bin", "dist", licencesFile];
  return {
    name,
    version: buildVersion(),
    description,
    homepage,
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
    const content = join(staged, "package");
    copyCommandLine(content);
    cpSync(join(root, "LICENSE"), join(content, "LICENSE"));
    cpSync(join(root, "docs/cli.md"), join(content, "README.md"));
    const described = manifest();
    writeFileSync(join(content, "package.json"), `${JSON.stringify(described, null, 2)}\n`);
    const file = join(folder, `trimtab-${String(described["version"])}.tgz`);
    // npm keeps the modes of the checkout, which depend on the umask of its user.
    await pack(staged, ["package"], file);
    return file;
  } finally {
    rmSync(staged, { recursive: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await command(async () => console.log(await packNpm(join(root, "dist"))));
}
