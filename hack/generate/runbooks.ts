import { stringify } from "yaml";

import { siteLink } from "../release/owner.ts";

/**
 * The sections of docs/alerts.md by alert, for the chart. They are read where links lead nowhere, so they have the
 * addresses of the site.
 */
export function runbooks(page: string): string {
  const sections = page.split(/^## /m).filter(section => /^Trimtab\w+\n/.test(section));
  const texts = sections.map(section => {
    const [name = "", ...lines] = section.split("\n");
    return [
      name,
      `${lines.join("\n").trim()}\n`.replace(
        /\[([^\]]+)\]\(([^)#][^)]*)\)/g,
        (_, text: string, to: string) => `${text} (${siteLink(to)})`,
      ),
    ];
  });
  return `# Generated from docs/alerts.md by hack/generate.\n${stringify(Object.fromEntries(texts), { lineWidth: 0 })}`;
}
