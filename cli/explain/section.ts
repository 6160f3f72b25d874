import packageJson from "../../package.json" with { type: "json" };
import { anchorOf } from "../../engine/status/reason-texts.ts";

const page = `${packageJson.homepage}/troubleshooting.html`;

/** The address of the section about a reason, in the page that docs/troubleshooting.md is on the site. */
export const sectionAddress = (reason: string): string =>
  new URL(`#${anchorOf(reason)}`, page).href;
