import type { Threats } from "../mutant.ts";

const printable = "cli/terminal/printable.test.ts";
const hostile = "cli/terminal/hostile-files.test.ts";
const yaml = "cli/validate/yaml/read-yaml.test.ts";
const kubeconfigs = "kube/transport/credentials.test.ts";
const objects = "cli/objects/read-objects.test.ts";
const script = "cli/convert/takeover/script.test.ts";

/** An author of files for the command line. */
export const commandLine: Threats = {
  "send control sequences to the terminal": [
    {
      when: "control characters are printed",
      file: "cli/terminal/printable.ts",
      from: String.raw`const unprintable = /[\p{Cc}\p{Cf}]+/gu;`,
      to: String.raw`const unprintable = /[\p{Cf}]+/gu;`,
      tests: [printable, hostile],
    },
    {
      when: "format characters are printed",
      file: "cli/terminal/printable.ts",
      from: String.raw`const unprintable = /[\p{Cc}\p{Cf}]+/gu;`,
      to: String.raw`const unprintable = /[\p{Cc}]+/gu;`,
      tests: [printable],
    },
    {
      when: "JSON contains control characters",
      file: "cli/terminal/printable.ts",
      from: String.raw`indent).replace(/[\p{Cc}\p{Cf}]/gu,`,
      to: String.raw`indent).replace(/[\p{Cf}]/gu,`,
      tests: [printable],
    },
  ],
  "crash it with names of JavaScript members": [
    {
      when: "a key `__proto__` sets the prototype",
      file: "cli/validate/yaml/read-yaml.ts",
      from: "? Object.fromEntries(this.#map(node, path))",
      to: "? [...this.#map(node, path)].reduce<Record<string, unknown>>((all, [name, field]) => ((all[name] = field), all), {})",
      tests: [yaml],
    },
    {
      when: "a reason is looked up among the members of objects",
      file: "engine/status/reason-texts.ts",
      from: "texts.get(reason) ??",
      to: "(Object.fromEntries(texts) as Record<string, ReasonText>)[reason] ??",
      tests: ["engine/status/summary.test.ts"],
    },
  ],
  "make it expand YAML endlessly": [
    {
      when: "an anchor may contain itself",
      file: "cli/validate/yaml/read-yaml.ts",
      from: "if (this.#open.has(node)) return",
      to: "if (node === null) return",
      tests: [yaml],
    },
    {
      when: "aliases may repeat any number of values",
      file: "cli/validate/yaml/read-yaml.ts",
      from: `return this.#repeated >= mostRepeated ? "aliases repeat too much" : undefined;`,
      to: "return undefined;",
      tests: [yaml],
    },
  ],
  "keep it busy for hours": [
    {
      when: "a file is searched from each of its characters",
      file: "cli/objects/read-objects.ts",
      from: "new Parser().parse(text)",
      to: String.raw`new Parser().parse(text.replaceAll(/[^]/g, (each, at) => (text.includes("\u0001", at) ? "" : each)))`,
      tests: ["test/hostile-text/hostile-text.test.ts"],
    },
  ],
  "have secrets of other files printed to a log": [
    {
      when: "what a parser says of a kubeconfig is shown",
      file: "kube/transport/credentials.ts",
      from: "if (mark) return notYaml(mark.line + 1, mark.column + 1);",
      to: "",
      tests: [kubeconfigs],
    },
    {
      when: "a message about a kubeconfig's JSON is shown",
      file: "kube/transport/credentials.ts",
      from: "if (cause instanceof SyntaxError) return",
      to: "if (cause === null) return",
      tests: [kubeconfigs],
    },
    {
      when: "names and arguments in a kubeconfig are shown",
      file: "kube/transport/credentials.ts",
      from: "return withText.exec(message)?.[0] ?? message;",
      to: "return message;",
      tests: [kubeconfigs],
    },
    {
      when: "a parser prints a warning with the text",
      file: "kube/transport/credentials.ts",
      from: `parse(text, { logLevel: "error" })`,
      to: "parse(text)",
      tests: [kubeconfigs],
    },
    {
      when: "what a parser says of a file is shown",
      file: "cli/objects/read-objects.ts",
      from: "cause.message.split(quote, 1)",
      to: "[cause.message]",
      tests: [objects],
    },
    {
      when: "what a parser says of a manifest is shown",
      file: "cli/validate/yaml/read-yaml.ts",
      from: "unreadable(withoutQuote(composed.error),",
      to: "unreadable(composed.error.message,",
      tests: [yaml],
    },
  ],
  "have the script of `convert --takeover` run their commands": [
    {
      when: "a quotation mark ends an argument",
      file: "cli/convert/takeover/script.ts",
      from: "`'${text.replaceAll(\"'\", `'\\\\''`)}'`",
      to: "`'${text}'`",
      tests: [script],
    },
    {
      when: "the shell expands a manifest",
      file: "cli/convert/takeover/script.ts",
      from: "cat <<'END_OF_MANIFEST'",
      to: "cat <<END_OF_MANIFEST",
      tests: [script],
    },
    {
      when: "a comment has several lines",
      file: "cli/convert/takeover/script.ts",
      from: "`# Hands the target of ${printable(kinds)} over",
      to: "`# Hands the target of ${kinds} over",
      tests: [script],
    },
  ],
};
