import { stringify } from "yaml";

/**
 * The sections of docs/alerts.md by alert, for the chart. They are read where links lead nowhere, so pages of the
 * repository are named instead.
 */
export function runbooks(page: string): string {
  const sections = page.split(/^## /m).filter(section => /^Trimtab\w+\n/.test(section));
  const texts = sections.map(section => {
    const [name = "", ...lines] = section.split("\n");
    return [
      name,
      `${lines.join("\n").trim()}\n`.replace(/\[([^\]]+)\]\(([^)#][^)]*)\)/g, "$1 (docs/$2)"),
    ];
  });
  return `# Generated from docs/alerts.md by hack/generate.\n${stringify(Object.fromEntries(texts), { lineWidth: 0 })}`;
}
