import { readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, it } from "vitest";

import packageJson from "../../package.json" with { type: "json" };
import { filesWithHomepage, withHomepage } from "./homepage.ts";

const textOf = (file: string): string =>
  readFileSync(join(import.meta.dirname, "../..", file), "utf8");

it.each(filesWithHomepage)("$file has the homepage of package.json", ({ file, address }) => {
  const text = textOf(file);
  expect(withHomepage(text, address)).toBe(text);
  const other = text.replaceAll(packageJson.homepage, "https://other.invalid/a");
  expect(withHomepage(other, address)).toBe(text);
});
