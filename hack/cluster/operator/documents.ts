import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { parseAllDocuments } from "yaml";

import type { ApiObject } from "../api.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));

/** The documents of a YAML file, by its path in the checkout. */
export const documents = (file: string): ApiObject[] =>
  documentsIn(readFileSync(`${root}${file}`, "utf8"));

/** The documents of a YAML text, without empty ones. */
export const documentsIn = (text: string): ApiObject[] =>
  parseAllDocuments(text)
    .map(document => document.toJS() as ApiObject | null)
    .filter(object => object !== null);
