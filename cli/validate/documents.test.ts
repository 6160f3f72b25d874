import { describe, expect, it } from "vitest";

import { splitDocuments } from "./documents.ts";

// prettier-ignore
const rows = [
  { shows: "one document",                    text: "a: 1\n",                                    found: ["1 a: 1"] },
  { shows: "several",                         text: "a: 1\n---\nb: 2\n---\nc: 3",                found: ["1 a: 1", "2 --- b: 2", "4 --- c: 3"] },
  { shows: "with carriage returns",           text: "a: 1\r\n---\r\nb: 2\r\n",                   found: ["1 a: 1", "2 --- b: 2"] },
  { shows: "after a byte order mark",         text: "\uFEFFa: 1\n",                              found: ["1 a: 1"] },
  { shows: "content on the line of the marker", text: "--- {a: 1}\n--- # b\nb: 2\n---\t\nc: 3\n",  found: ["1 --- {a: 1}", "2 --- # b b: 2", "4 --- c: 3"] },
  { shows: "no empty document",               text: "---\n\n---\n# x\n--- # y\n---\na: 1\n---",  found: ["6 --- a: 1"] },
  { shows: "none in nothing",                 text: "",                                          found: [] },
  { shows: "none in comments",                text: "# a\n\n  # b\n",                            found: [] },
  { shows: "none in a directive",             text: "%YAML 1.2\n---\na: 1\n...\n",               found: ["2 --- a: 1 ..."] },
  { shows: "no marker within a line",         text: "a: |\n  ---\n  x\nb: ---\n----\n",          found: ["1 a: | --- x b: --- ----"] },
  { shows: "JSON",                            text: '{"a": 1}\n',                                found: ['1 {"a": 1}'] },
  { shows: "concatenated JSON",               text: '{"a": {}}\n{"b": "}{"} {"c": "\\"{"}\n\n',  found: ['1 {"a": {}}', '1 {"b": "}{"}', '2 {"c": "\\"{"}'] },
  { shows: "truncated JSON",                  text: '{"a": 1}\n{"b": ',                          found: ['1 {"a": 1}', '1 {"b":'] },
  { shows: "a template as one document",      text: "{{ if a }}\nb: 1\n{{ end }}\n",            found: ["1 {{ if a }} b: 1 {{ end }}"] },
  { shows: "YAML with braces as one document", text: "a: {}\nb: {}\n",                            found: ["1 a: {} b: {}"] },
];

const shown = ({ text, line }: { text: string; line: number }): string =>
  `${line} ${text.trim().replaceAll(/\s+/g, " ")}`;

describe("splitDocuments", () => {
  it.each(rows)("finds $shows", ({ text, found }) => {
    expect(splitDocuments(text).map(shown)).toEqual(found);
  });

  it("counts lines from the start of the file", () => {
    const [document] = splitDocuments("# one\n\na: 1\n");
    expect(document).toEqual({ text: "# one\n\na: 1\n", line: 1 });
  });

  it("scans concatenated JSON only once", () => {
    const stream = '{"a": {"b": "c"}}\n'.repeat(20_000);
    expect(splitDocuments(stream)).toHaveLength(20_000);
  });
});
