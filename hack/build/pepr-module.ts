import { cpSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { runOrThrow } from "../host/run.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
/** The folders that the entry point `pepr.ts` imports. */
const sources = ["admission", "capabilities", "controller", "crds", "engine", "kube"];

/**
 * Runs `pepr build` in a folder with a copy of the module, without tests and tools. Pepr rewrites every file it checks,
 * which would disturb other readers of the checkout. Here it checks only the product, which is faster.
 *
 * @returns the manifest of what Pepr's controller needs to run the module
 */
export async function buildPeprModule(folder: string, ...options: string[]): Promise<string> {
  for (const name of [...sources, "pepr.ts", "package.json"]) {
    const isProduct = (path: string) => !path.endsWith(".test.ts");
    cpSync(join(root, name), join(folder, name), { recursive: true, filter: isProduct });
  }
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  const config = { extends: join(root, "tsconfig.json"), files: ["pepr.ts"], include: [] };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(config));
  const pepr = join(root, "node_modules/.bin/pepr");
  await runOrThrow(pepr, ["build", ...options], { cwd: folder });
  return join(folder, "dist/pepr-module-trimtab.yaml");
}
