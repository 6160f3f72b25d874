import type { Threats } from "../mutant.ts";

const printable = "cli/terminal/printable.test.ts";
const hostile = "cli/terminal/hostile-files.test.ts";
const yaml = "cli/validate/yaml/read-yaml.test.ts";
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
      from: String.raw`replace(/(?!\n)[\p{Cc}\p{Cf}]/gu,`,
      to: String.raw`replace(/(?!\n)[\p{Cf}]/gu,`,
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
      file: "cli/explain/headline.ts",
      from: "(Object.hasOwn(effects, reason) ? effects[reason]?.(after) : undefined)",
      to: "effects[reason]?.(after)",
      tests: ["cli/explain/explain-output.test.ts"],
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
