import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";

import { addresses } from "./addresses.ts";
import { siteBase } from "./stage.ts";

/** Links of a page to a file or an anchor that does not exist. */
export function brokenLinks(siteFolder: string): string[] {
  const pages = readdirSync(siteFolder, { recursive: true, encoding: "utf8" })
    .filter(path => path.endsWith(".html") && !path.startsWith("reports/"))
    .map(path => ({ path, text: readFileSync(join(siteFolder, path), "utf8") }));
  const anchors = new Map(
    pages.map(({ path, text }) => [
      path,
      new Set([...text.matchAll(/ id="([^"]+)"/g)].map(([, id = ""]) => id)),
    ]),
  );
  const links = pages.flatMap(({ path, text }) =>
    Array.from(text.matchAll(/href="([^"]+)"/g), ([, href = ""]) => ({ path, href })),
  );
  const leading = addresses().map(address => {
    const { pathname, hash } = new URL(address);
    return { path: "the product", href: pathname + hash };
  });
  return [...links, ...leading].flatMap(({ path, href }) => {
    if (/^[a-z]+:|^\/\//i.test(href)) return [];
    const problem = brokenLink(siteFolder, { from: path, href }, anchors);
    return problem === null ? [] : [`${path}: ${href} ${problem}`];
  });
}

interface Link {
  /** The page that has it, relative to the site. */
  readonly from: string;
  readonly href: string;
}

/** null: it leads somewhere. */
function brokenLink(
  siteFolder: string,
  { from, href }: Link,
  anchors: ReadonlyMap<string, ReadonlySet<string>>,
): string | null {
  const [file = "", fragment = ""] = href.split("#");
  const absolute = file.startsWith("/") ? inSite(file) : posix.join(dirname(from), file);
  const to = file === "" ? from : decodeURIComponent(absolute || "index.html");
  if (!existsSync(join(siteFolder, to))) return "is not there";
  const ids = fragment === "" ? undefined : anchors.get(to);
  return !ids || ids.has(decodeURIComponent(fragment)) ? null : "has no such anchor";
}

/** A path on the server, below the folder of the site. Another one leads out of it. */
const inSite = (path: string): string =>
  path.startsWith(siteBase) ? path.slice(siteBase.length) : `not-in-${siteBase}`;
