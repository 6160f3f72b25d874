/** Which earlier versions the site has, and the page that leads to them. */

export interface SiteVersion {
  readonly version: string;
  /** The Git tag with its pages. */
  readonly tag: string;
  /** Its folder on the site. */
  readonly folder: string;
}

const release = /^v((\d+)\.(\d+)\.(\d+))$/;

/**
 * The newest release of each minor version, newest first.
 *
 * @param tags of the Git repository, in any order
 * @param current the version of the checkout, whose pages are at the root
 */
export function earlierVersions(tags: readonly string[], current: string): readonly SiteVersion[] {
  const newest = new Map<
    string,
    { readonly found: SiteVersion; readonly order: readonly number[] }
  >();
  for (const tag of tags) {
    const [, version = "", ...numbers] = release.exec(tag) ?? [];
    const order = numbers.map(Number);
    if (version === "" || compare(order, numbersOf(current)) >= 0) continue;
    const folder = `v${numbers.slice(0, 2).join(".")}`;
    const known = newest.get(folder);
    if (!known || compare(order, known.order) > 0)
      newest.set(folder, { found: { version, tag, folder }, order });
  }
  return [...newest.values()].sort((a, b) => compare(b.order, a.order)).map(({ found }) => found);
}

/** A preview counts as the release that it precedes. */
const numbersOf = (version: string): readonly number[] =>
  version.replace(/-.*$/, "").split(".").map(Number);

function compare(one: readonly number[], other: readonly number[]): number {
  const differs = one.findIndex((number, at) => number !== other[at]);
  return differs < 0 ? 0 : (one[differs] ?? 0) - (other[differs] ?? 0);
}

/**
 * The page of a version that leads to the others.
 *
 * @param own its folder; "" is the root
 */
export function versionsPage(
  current: string,
  earlier: readonly SiteVersion[],
  own: string,
): string {
  const up = own === "" ? "./" : "../";
  const all = [{ version: current, folder: "" }, ...earlier];
  const lines = all.map(({ version, folder }) => {
    if (folder === own) return `- ${version}: these pages`;
    return `- [${version}](${up}${folder === "" ? "" : `${folder}/`}index.html)`;
  });
  return `# Versions\n\n${lines.join("\n")}\n`;
}
