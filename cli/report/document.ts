import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";

import { Html, markup } from "./html.ts";

/** What a page runs and how it looks, and the licence of what it bundles. */
export type Assets = Readonly<Record<"script" | "style" | "licence", string>>;

/** One HTML document that loads nothing else. */
export function documentOf(title: string, body: Html, { script, style }: Assets): string {
  const policy = `default-src 'none'; script-src '${hashOf(script)}'; style-src '${hashOf(style)}'; img-src data:; base-uri 'none'; form-action 'none'`;
  return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,">
<title>${title}</title>
<style>${new Html(style)}</style>
</head>
<body>
${body}
<script type="module">${new Html(script)}</script>
</body>
</html>
`.text;
}

/** Base64 has no character that ends a script element. */
export function embedded(id: string, value: unknown): Html {
  const text = gzipSync(JSON.stringify(value), { level: 9 }).toString("base64");
  return markup`<script type="application/gzip" id="${id}">
    ${text}
  </script>`;
}

const hashOf = (text: string): string =>
  `sha256-${createHash("sha256").update(text).digest("base64")}`;
