import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** An npm package that is partly included in a bundle. */
export interface BundledPackage {
  readonly name: string;
  readonly version: string;
  /** SPDX, from its package.json. */
  readonly licence: string;
  /** Its licence files; empty if it has none. */
  readonly text: string;
}

/** Licences that require only a notice. Check the conditions of any other licence. */
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
    Record<string, { readonly inputs?: Readonly<Record<string, { bytesInOutput: number }>> }>
  >;
}

/**
 * By name and version, from esbuild's list of bundled files: run `npm run build` first.
 *
 * @param name of the bundle: the operator, or the command line
 */
export function bundledPackages(name: "trimtab" | "trimtab-cli" = "trimtab"): BundledPackage[] {
  const text = readFileSync(join(root, `dist/${name}.meta.json`), "utf8");
  const outputs = Object.values((JSON.parse(text) as Metafile).outputs);
  const folders = outputs
    .flatMap(({ inputs = {} }) => Object.entries(inputs))
    .filter(([, { bytesInOutput }]) => bytesInOutput > 0)
    .flatMap(([file]) => packageFolder(file) ?? []);
  const packages = [...new Set(folders)].map(folder => readPackage(join(root, folder)));
  // The same version may exist in several folders.
  const byName = new Map(packages.map(found => [`${found.name}@${found.version}`, found]));
  return [...byName.values()].sort((a, b) =>
    a.name === b.name ? order(a.version, b.version) : order(a.name, b.name),
  );
}

/** The innermost package that contains a bundled file. */
export const packageFolder = (file: string): string | undefined =>
  /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(file)?.[0];

export const licencesFile = "THIRD-PARTY-LICENCES.txt";

/** All licence texts in one file, as most of the licences require. */
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

/** Independent of the locale. */
const order = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
