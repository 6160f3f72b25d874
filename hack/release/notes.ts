/** What CHANGELOG.md says of a version. */
import { siteLink, sitePage } from "./owner.ts";

/** A change as Artifact Hub shows it. */
export interface Change {
  readonly kind: string;
  readonly description: string;
}

/** The text below a version's heading, or below "Unreleased" for a version that has no heading yet. */
export function sectionOf(changelog: string, version: string): string {
  const sections = changelog.split(/^## /m).slice(1);
  const named = (name: string) => sections.find(text => text.startsWith(`[${name}]`));
  const section = named(version) ?? named("Unreleased");
  if (section === undefined) throw new Error(`CHANGELOG.md has no section for ${version}.`);
  return section.replace(/^.*\n/, "").trim();
}

/** The first sentence of each change, by the headings of Keep a Changelog, which are Artifact Hub's kinds. */
export function changesOf(section: string): Change[] {
  return section
    .split(/^### /m)
    .slice(1)
    .flatMap(part => {
      const [heading = "", ...lines] = part.split("\n");
      const entries = lines.join("\n").split(/^- /m).slice(1);
      return entries.map(entry => ({
        kind: heading.trim().toLowerCase(),
        description: firstSentence(plain(entry)),
      }));
    });
}

const plain = (markdown: string): string =>
  markdown
    .replaceAll(/\[([^\]]+)\]\([^)]*\)/g, "$1")
    .replaceAll("`", "")
    .replaceAll(/\s+/g, " ")
    .trim();

const firstSentence = (text: string): string => /^.*?[.](?= |$)/.exec(text)?.[0] ?? text;

interface Named {
  readonly version: string;
  readonly image: string;
  readonly chart: string;
}

/** The notes that go with the files. Links to pages of the repository lead to the site. */
export function releaseNotes(changelog: string, { version, image, chart }: Named): string {
  return [
    `# Trimtab ${version}`,
    `\`\`\`\n${image}\n${chart}\n\`\`\``,
    `[How to verify these files](${sitePage("verify")})`,
    onSite(sectionOf(changelog, version)),
    "",
  ].join("\n\n");
}

const onSite = (markdown: string): string =>
  markdown.replaceAll(
    /\]\(docs\/([\w/-]+\.md(?:#[^)]*)?)\)/g,
    (_, link: string) => `](${siteLink(link)})`,
  );
