import packageJson from "../../package.json" with { type: "json" };

/** Files that repeat the address of the project, each with the expression that finds it. */
export const filesWithHomepage = [
  { file: "Containerfile", address: /image\.source="([^"]+)"/ },
  { file: "SECURITY-INSIGHTS.yml", address: /(\S+)\/SECURITY-INSIGHTS\.yml$/m },
  { file: "docs/cli.md", address: /Details: (\S+)\/troubleshooting\.html/ },
  { file: "charts/trimtab/Chart.yaml", address: /^home: (\S+)$/m },
] as const;

/** The text with the homepage of package.json in place of the address that it has. */
export function withHomepage(text: string, address: RegExp): string {
  const [, present] = address.exec(text) ?? [];
  if (present === undefined) throw new Error(`No address is at ${address}.`);
  return text.replaceAll(present, packageJson.homepage);
}
