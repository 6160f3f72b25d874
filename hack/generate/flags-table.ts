import { flags } from "../../controller/process/flags.ts";

/** The markers around the table. */
const begin = "<!-- Generated from controller/process/flags.ts by hack/generate: the flags -->";
const end = "<!-- The flags end here -->";

/** The page with the current table of all flags. */
export function withFlagsTable(page: string): string {
  const [before, , after] = page.split(new RegExp(`(?<=${begin})([^]*)(?=${end})`));
  if (before === undefined || after === undefined) throw new Error(`the page lacks ${begin}`);
  const rows = Object.entries(flags).map(([name, { fallback, about }]) => {
    const shown = fallback === "" ? "" : `\`${fallback}\``;
    return `| \`--${name}\` | ${shown} | ${about.replaceAll("|", "\\|")} |`;
  });
  const table = ["| flag | default | |", "| --- | --- | --- |", ...rows].join("\n");
  return `${before}\n\n${table}\n\n${after}`;
}
