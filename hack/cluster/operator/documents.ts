import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { parseAllDocuments } from "yaml";

import type { ApiObject } from "../api.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));

/** The documents of a YAML file, by its path in the checkout. */
export function documents(file: string): ApiObject[] {
  const text = readFileSync(`${root}${file}`, "utf8");
  return parseAllDocuments(text).map(document => document.toJS() as ApiObject);
}
