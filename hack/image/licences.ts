import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));
const bundle = "dist/trimtab.cjs";

/** A package of npm, parts of which are in the operator's bundle. */
export interface BundledPackage {
  readonly name: string;
  readonly version: string;
  /** SPDX, as its package.json says. */
  readonly licence: string;
  /** Its licence files; empty if it has none. */
  readonly text: string;
}

/** What may be passed on with a notice alone. Another needs a look at what it asks for. */
export const allowedLicences: ReadonlySet<string> = new Set([
  "0BSD",
  "Apache-2.0",
  "BlueOak-1.0.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "ISC",
  "MIT",
  "Unlicense",
]);

interface Metafile {
  readonly outputs: Readonly<
    Record<string, { readonly inputs: Readonly<Record<string, { bytesInOutput: number }>> }>
  >;
}

/** By name and version, from what esbuild says that it bundled: `npm run build` first. */
export function bundledPackages(): BundledPackage[] {
  const text = readFileSync(join(root, "dist/trimtab.meta.json"), "utf8");
  const inputs = Object.entries((JSON.parse(text) as Metafile).outputs[bundle]?.inputs ?? {});
  const folders = inputs
    .filter(([, { bytesInOutput }]) => bytesInOutput > 0)
    .flatMap(([file]) => packageFolder(file) ?? []);
  const packages = [...new Set(folders)].map(folder => readPackage(join(root, folder)));
  // The same version may lie in several folders.
  const byName = new Map(packages.map(found => [`${found.name}@${found.version}`, found]));
  return [...byName.values()].sort((a, b) =>
    a.name === b.name ? order(a.version, b.version) : order(a.name, b.name),
  );
}

/** The innermost package that a bundled file belongs to. */
export const packageFolder = (file: string): string | undefined =>
  /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(file)?.[0];

/** The texts of all of them in one file, as most of their licences demand. */
export function licenceTexts(packages: readonly BundledPackage[]): string {
  const texts = packages.map(({ name, version, licence, text }) => {
    const says = text === "" ? `The package has no licence file; it says: ${licence}` : text;
    return `${name} ${version}\nLicence: ${licence}\n\n${says}\n`;
  });
  return texts.join(`\n${"-".repeat(80)}\n\n`);
}

function readPackage(folder: string): BundledPackage {
  const { name, version, license } = JSON.parse(
    readFileSync(join(folder, "package.json"), "utf8"),
  ) as { name: string; version: string; license?: string };
  const files = readdirSync(folder).filter(file => /^(licen[cs]e|copying|notice)/i.test(file));
  const texts = files.sort(order).map(file => readFileSync(join(folder, file), "utf8").trim());
  return { name, version, licence: license ?? "", text: texts.join("\n\n") };
}

/** The same everywhere, as a locale's order is not. */
const order = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
