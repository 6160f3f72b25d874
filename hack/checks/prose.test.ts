import { expect, it } from "vitest";

import { remarksOn } from "./prose.ts";

// prettier-ignore
it.each([
  { shows: "a sentence of a page",               name: "a.md",   source: "The watch starts anew.",                  words: ["anew"] },
  { shows: "not the code in a sentence",         name: "a.md",   source: "Read `nobody`.",                          words: [] },
  { shows: "not a block of code",                name: "a.md",   source: "```sh\necho nobody\n```\nnobody",         words: ["nobody"] },
  { shows: "not the address of a link",          name: "a.md",   source: "[a page](things.md)",                     words: [] },
  { shows: "a comment",                          name: "a.ts",   source: "/** Nobody reads it. */",                 words: ["Nobody"] },
  { shows: "a line of a longer comment",         name: "a.ts",   source: " * is told by the API server",            words: ["is told"] },
  { shows: "a message or a title",               name: "a.ts",   source: 'it("lets go of it", () => {});',          words: ["lets go of"] },
  { shows: "not an identifier or a short value", name: "a.ts",   source: 'const nobody = things("nobody");',        words: [] },
  { shows: "a comment of a manifest",            name: "a.yaml", source: "kind: Thing # hence no thing",            words: ["hence", "thing"] },
  { shows: "no other file",                      name: "a.json", source: "nobody",                                  words: [] },
])("reads $shows", ({ name, source, words }) => {
  expect(remarksOn(name, source).map(remark => remark.words)).toEqual(words);
});

// prettier-ignore
const everywhere = [
  { caught: "It writes to the standard output.",             words: "the standard output",  passes: "It writes to standard output." },
  { caught: "Not a failure are metrics that abstain.",       words: "Not a failure are",    passes: "Not a metric, but a threshold, is needed." },
  { caught: "It counts a count that counts.",                words: "counts a count that counts", passes: "The count counts as a size. Then it counts." },
];
// prettier-ignore
const inPages = [
  { caught: "Its vote is that of a metric.",                 words: "that of",              passes: "It votes as a metric does, so that often it wins." },
  { caught: "They differ from those of upstream.",           words: "those of",             passes: "They differ from upstream's." },
  { caught: "It applies to all, also not to this one.",      words: "also not",             passes: "It does not apply to this one, either." },
  { caught: "A 0 stays.",                                    words: "A 0",                  passes: "A 0.5 is valid, and a replica count of 0 stays." },
  { caught: "A size shall grow.",                            words: "shall",                passes: "A size must grow; marshall is a name." },
  { caught: "The maximum is come down to in steps.",         words: "is come",              passes: "The change is coming." },
  { caught: "The size comes down to the maximum.",           words: "comes down to",        passes: "The size falls to the maximum." },
  { caught: "The node ceases to be ready.",                  words: "ceases",               passes: "The node becomes unready." },
  { caught: "The count of a person stays.",                  words: "a person",             passes: "The count of a user stays; a personal count." },
  { caught: "An increase, by anybody, restarts it.",         words: "anybody",              passes: "An increase, by any client, restarts it." },
  { caught: "It is 0, which only users end.",                words: ", which only",         passes: "It is 0. Only users end this, which is rare." },
  { caught: "It has two, of which one leads.",               words: ", of which",           passes: "It has two replicas, one of which leads." },
  { caught: "The reason is that what is measured is down.",  words: "what is measured is",  passes: "Say what is measured. What is it, and is it up?" },
  { caught: "This says what became of the pods.",            words: "what became of",       passes: "This says what became ready." },
  { caught: "A page lists what serves instead.",             words: "what serves",          passes: "A page lists what the server serves." },
  { caught: "It waits. So it does after a restart.",         words: "So it does",           passes: "So it waits after a restart." },
  { caught: "It is twice as high. So is that latency.",      words: "So is that",           passes: "So the latency is twice as high." },
  { caught: "What a tool makes of a load.",                  words: "makes of",             passes: "A tool makes a load of requests." },
  { caught: "It has no default any more.",                   words: "no default any more",  passes: "It no longer has a default. It needs no more, any moreover." },
  { caught: "The count falls all the same.",                 words: "all the same",         passes: "The count still falls. All have the same size." },
  { caught: "A kind that none can be is refused.",           words: "that none can",        passes: "An invalid kind is refused, so that a user can fix it." },
  { caught: "The server drops it without a word.",           words: "without a word",       passes: "The server drops it without a warning." },
  { caught: "A pod bears a part of the load.",               words: "bears",                passes: "A pod handles a part of the load. The bearer token." },
  { caught: "The size is doubted.",                          words: "doubted",              passes: "The size is checked." },
];

it.each([...everywhere, ...inPages])("reports '$words' in a page", ({ caught, words, passes }) => {
  expect(remarksOn("a.md", caught).map(remark => remark.words)).toEqual([words]);
  expect(remarksOn("a.md", passes)).toEqual([]);
});

it.each(everywhere)("reports '$words' in a comment", ({ caught, words }) => {
  expect(remarksOn("a.ts", `// ${caught}`).map(remark => remark.words)).toEqual([words]);
});

it.each(inPages)("does not report '$words' in a comment or in a record", ({ caught }) => {
  const files = { "a.ts": `// ${caught}`, "CHANGELOG.md": caught, "docs/adr/0001-a.md": caught };
  expect(Object.entries(files).flatMap(([name, source]) => remarksOn(name, source))).toEqual([]);
});

it("names the line and what to write instead", () => {
  expect(remarksOn("a.md", "Fine.\nIt starts anew.")).toEqual([
    { line: 2, words: "anew", instead: "again" },
  ]);
});
