import { readFileSync } from "node:fs";
import { join } from "node:path";

import { owner, sitePage } from "../release/owner.ts";
import { slugOf } from "./stage.ts";

const root = join(import.meta.dirname, "../..");
const read = (file: string): string => readFileSync(join(root, file), "utf8");

/** Files outside of docs/ that lead to the site. */
const leading = ["charts/trimtab/alerts/runbooks.yaml", "SECURITY-INSIGHTS.yml"];

/**
 * The addresses to which the product leads its users: the sections about each condition, reason and event, to which
 * `trimtab explain` leads, and about each alert, which a release's rules have as `runbook_url`; and those in files.
 */
export const addresses = (): readonly string[] => [
  ...headingsOf("docs/troubleshooting.md").map(slug => `${sitePage("troubleshooting")}#${slug}`),
  ...headingsOf("docs/alerts.md").map(slug => `${sitePage("alerts")}#${slug}`),
  ...leading.flatMap(file => Array.from(read(file).matchAll(ofProject), ([found]) => found)),
];

const ofProject = new RegExp(`${owner.homepage.replaceAll(".", "[.]")}/[^\\s)"]+`, "g");

const headingsOf = (page: string): string[] =>
  Array.from(read(page).matchAll(/^##+ (.+)$/gm), ([, heading = ""]) => slugOf(heading));
