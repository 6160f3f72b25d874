/** Words that make a reader stop, and what to write instead. */
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
  { pattern: /\bthe standard (input|output|error)\b/i, instead: "without the article" },
  { pattern: /\bNot an? \w+ (is|are)\b/, instead: "the following is not" },
  {
    pattern: /\bcount(s|ed|ing)?\b(?:[^.:;|]*\bcount(s|ed|ing)?\b){2}/i,
    instead: "one sense of count in a sentence: replica count, or counts as, or includes",
  },
];

/**
 * In pages and manifests only: comments and messages in TypeScript have too many yet. The changelog and the decision
 * records keep the words of their time.
 */
const adviceForPages: readonly Advice[] = [
  { pattern: /\b(that|those) of\b/i, instead: "repeat the noun" },
  { pattern: /\balso (not|no)\b/i, instead: "not ... either, or even" },
  { pattern: /\ba 0\b(?![.\d])/i, instead: "zero, or a replica count of 0" },
  { pattern: /\bshall\b/i, instead: "must, needs to, or is meant to" },
  { pattern: /\b(is|are) come\b|\bcom(e|es|ing) down to\b/i, instead: "falls to" },
  { pattern: /\bceas(e|es|ed|ing)\b/i, instead: "stops, or becomes unready" },
  { pattern: /\banybody\b|\ba person\b/i, instead: "a user, or any client" },
  { pattern: /, which only\b/i, instead: "begin with the user or the component" },
  { pattern: /, of which\b/i, instead: "two sentences, or whose" },
  { pattern: /\bwhat is\b[^.,;:|?]* (is|are)\b/, instead: "name it" },
  { pattern: /\bwhat serves\b/i, instead: "the equivalent" },
  { pattern: /\bwhat bec[oa]mes? of\b|\bmakes? of\b/i, instead: "the effect on, or handles" },
  { pattern: /\b(no|not|nothing|never)\b[^.,;:|]* any ?more\b/i, instead: "no longer" },
  {
    pattern: /\bSo (it|they) do(es)?\b|\bSo (is|are) (it|that|those)\b/,
    instead: "the same applies to",
  },
  { pattern: /\ball the same\b/i, instead: "still" },
  { pattern: /\bthat (none|no \w+) can\b/i, instead: "invalid, or impossible" },
  { pattern: /\bwithout a word\b/i, instead: "silently" },
  { pattern: /\b(bears?|borne)\b/i, instead: "handles, or the capacity of" },
  {
    pattern: /\b(doubt(s|ed)?|traps?|blam(e|es|ed)|honest(ly)?)\b/i,
    instead: "the fact, without a verdict",
  },
];

const isRecord = (name: string): boolean => name === "CHANGELOG.md" || name.startsWith("docs/adr/");
const adviceFor = (name: string): readonly Advice[] =>
  name.endsWith(".ts") || isRecord(name) ? advice : [...advice, ...adviceForPages];

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
  const avoided = adviceFor(name);
  let isCode = false;
  return source.split("\n").flatMap((line, index) => {
    if (name.endsWith(".md") && fence.test(line)) isCode = !isCode;
    if (isCode) return [];
    const text = prose(line);
    return avoided.flatMap(({ pattern, instead }) => {
      const found = pattern.exec(text);
      return found ? [{ line: index + 1, words: found[0], instead }] : [];
    });
  });
}
