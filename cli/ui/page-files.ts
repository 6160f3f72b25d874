import { readFile } from "node:fs/promises";

/** What a browser loads; `hack/bundle.ts` builds the script. */
export type PageFiles = ReadonlyMap<string, PageFile>;

export interface PageFile {
  readonly type: string;
  readonly body: Buffer;
}

const files = [
  { path: "/", file: "page.html", type: "text/html; charset=utf-8" },
  { path: "/icon.svg", file: "icon.svg", type: "image/svg+xml" },
  { path: "/page.js", file: "page.js", type: "text/javascript; charset=utf-8" },
  { path: "/page.css", file: "page.css", type: "text/css; charset=utf-8" },
] as const;

/** The folder is next to the bundle that contains this module. */
export async function readPageFiles(
  folder = new URL("page/", import.meta.url),
): Promise<PageFiles> {
  const read = files.map(async ({ path, file, type }): Promise<[string, PageFile]> => {
    return [path, { type, body: await readFile(new URL(file, folder)) }];
  });
  return new Map(await Promise.all(read));
}

/** Nothing inline, nothing from elsewhere, and no text that becomes markup. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join("; ");

/** For all responses. */
export const securityHeaders = {
  "content-security-policy": contentSecurityPolicy,
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "cache-control": "no-store",
} as const;
