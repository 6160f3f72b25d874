import { printable, printableJson } from "../terminal/printable.ts";
import type { Collection } from "./collection.ts";
import { type Finding, placeText } from "./findings.ts";
import type { Paint } from "../terminal/style.ts";

export const formats = ["text", "json", "github"] as const;
export type Format = (typeof formats)[number];

export type Report = ReturnType<Collection["report"]>;

export const renderers: Readonly<Record<Format, (report: Report, paint: Paint) => string>> = {
  text: ({ findings, summary }, paint) =>
    [...findings.map(finding => asText(finding, paint)), summaryText(summary), ""].join("\n"),
  json: ({ findings, summary }) =>
    `${printableJson({ findings: findings.map(asJson), summary }, 2)}\n`,
  github: ({ findings, summary }) =>
    [...findings.map(asAnnotation), summaryText(summary), ""].join("\n"),
};

/** A line with a place that editors can open, and the remedy below it. */
function asText(finding: Finding, paint: Paint): string {
  const { place, severity, remedy } = finding;
  const isError = severity === "error";
  const sentence = sentenceOf(finding, isError ? "" : "warning: ");
  const message = paint(isError ? "red" : "yellow", sentence);
  return `${paint("bold", printable(placeText(place)))}: ${message}\n    ${printable(remedy)}`;
}

/** `path: message`; invalid YAML has no path. */
const sentenceOf = ({ path, message }: Finding, label = ""): string =>
  printable(`${path === "" ? "" : `${path}: `}${label}${message}`);

function asJson({ place, object, ...error }: Finding): object {
  const { path, code, severity, message, remedy } = error;
  return { ...place, ...object, path, code, severity, message, remedy };
}

/**
 * Source  docs.github.com, workflow commands: `::error file=,line=,col=,title=::message`. A message must
 * escape line breaks, a property `:` and `,` as well.
 */
function asAnnotation(finding: Finding): string {
  const { place, severity, code, remedy } = finding;
  const properties = {
    ...(place.file !== "-" && { file: place.file, line: place.line, col: place.column }),
    title: code,
  };
  const list = Object.entries(properties).map(([key, value]) => `${key}=${escapeProperty(value)}`);
  const text = `${sentenceOf(finding)}\n${printable(remedy)}`;
  return `::${severity} ${list.join(",")}::${escapeData(text)}`;
}

const escapeData = (text: string): string =>
  text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");

const escapeProperty = (value: string | number): string =>
  escapeData(printable(String(value)))
    .replaceAll(":", "%3A")
    .replaceAll(",", "%2C");

function summaryText({ valid, invalid, skipped, warnings }: Report["summary"]): string {
  const warned = warnings === 0 ? "" : ` (${warnings} warning${warnings === 1 ? "" : "s"})`;
  return `${invalid} invalid, ${valid} valid${warned}, ${skipped} of other kinds skipped`;
}
