/** A word that makes a reader stop, and what to write instead. */
export interface Advice {
  readonly pattern: RegExp;
  readonly instead: string;
}

export interface Remark {
  /** 1-based. */
  readonly line: number;
  readonly words: string;
  readonly instead: string;
}

/** As the Kubernetes documentation style guide asks: plain words, and the field's terms. */
const advice: readonly Advice[] = [
  { pattern: /\banew\b/i, instead: "again" },
  { pattern: /\bwhoever\b/i, instead: "name the user, the client or the component" },
  {
    pattern: /\b(nobody|somebody|everybody)\b/i,
    instead: "name the user, the client or the component",
  },
  { pattern: /\bmend(s|ed|ing)?\b/i, instead: "fix" },
  { pattern: /\b(is|are|was|were) told\b/i, instead: "say who reports what" },
  { pattern: /\blet(s|ting)? go of\b/i, instead: "release" },
  { pattern: /\b(hence|thereby|upon)\b/i, instead: "two sentences" },
  { pattern: /\bbeside\b/i, instead: "next to, or besides" },
  { pattern: /\bthings?\b/i, instead: "name it" },
  { pattern: /\bin vain\b/i, instead: "without success" },
];

const fence = /^\s*(```|~~~)/;
const textOf: Readonly<Record<string, (line: string) => string>> = {
  md: line => line.replaceAll(/`[^`]*`|\]\([^)]*\)/g, ""),
  ts: line =>
    [/(?:^\s*\*|\/\/|\/\*\*?)\s.*/, /"[^"]*\s[^"]*"/, /`[^`]*\s[^`]*`/]
      .flatMap(part => part.exec(line)?.[0] ?? [])
      .join(" "),
  yaml: line => /(?:^|\s)#\s.*/.exec(line)?.[0] ?? "",
};

/** Checks comments, messages and titles of a source file, or the text of a page; code in a page is skipped. */
export function remarksOn(name: string, source: string): Remark[] {
  const prose = textOf[name.slice(name.lastIndexOf(".") + 1)];
  if (!prose) return [];
  let isCode = false;
  return source.split("\n").flatMap((line, index) => {
    if (name.endsWith(".md") && fence.test(line)) isCode = !isCode;
    if (isCode) return [];
    const text = prose(line);
    return advice.flatMap(({ pattern, instead }) => {
      const found = pattern.exec(text);
      return found ? [{ line: index + 1, words: found[0], instead }] : [];
    });
  });
}
