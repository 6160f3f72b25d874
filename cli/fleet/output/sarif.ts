import { printable } from "../../terminal/printable.ts";
import { byRule, type Finding } from "../model/finding.ts";
import { sentence } from "../model/format.ts";
import { type FleetReport, pathOf } from "../model/report.ts";

/**
 * The findings in the Static Analysis Results Interchange Format, as code scanners import them.
 *
 * Source  SARIF 2.1.0, OASIS Standard incorporating Approved Errata 01
 */
export function sarifOf({ findings }: Pick<FleetReport, "findings">, version: string): object {
  const rules = byRule(findings).map(([first]) => first);
  const indices = new Map(rules.map(({ rule }, index) => [rule, index]));
  return {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: { driver: { name: "trimtab", version, rules: rules.map(ruleOf) } },
        columnKind: "utf16CodeUnits",
        results: findings.map(finding => resultOf(finding, indices.get(finding.rule) ?? -1)),
      },
    ],
  };
}

function ruleOf({ rule, severity }: Finding): object {
  const words = rule.replace(/[A-Z]/g, capital => ` ${capital.toLowerCase()}`).trim();
  return {
    ...{ id: rule, name: rule, shortDescription: { text: messageText(words) } },
    defaultConfiguration: { level: severity },
  };
}

function resultOf({ rule, severity, object, message, remedy }: Finding, ruleIndex: number): object {
  const path = printable(pathOf(object));
  const { file, kind, name } = object;
  return {
    ...{ ruleId: rule, ruleIndex, level: severity },
    message: { text: messageText(`${kind} ${name}: ${message}. ${sentence(remedy)}`) },
    locations: [
      {
        ...(file === undefined ? {} : { physicalLocation: { artifactLocation: uriOf(file) } }),
        logicalLocations: [
          { name: printable(name), fullyQualifiedName: path, kind: "resource" as const },
        ],
      },
    ],
    // A result stays the same one when its numbers change.
    partialFingerprints: { "ruleAndObject/v1": `${rule}/${path}` },
  };
}

/** Brackets would become links, and braces placeholders. */
const messageText = (text: string): string =>
  printable(text)
    .replace(/[[\]\\]/g, found => `\\${found}`)
    .replace(/[{}]/g, found => found + found);

/** A decoder replaces what is half of a character, which no URI can have. */
const uriOf = (file: string) => ({
  uri: file
    .split("/")
    .map(part => encodeURIComponent(Buffer.from(part).toString()))
    .join("/"),
});
