/** Control and format characters: a terminal interprets some as commands and displays others out of place. */
const unprintable = /[\p{Cc}\p{Cf}]+/gu;

/** One line of text that is safe on a terminal. Files and statuses contain text from other people. */
export const printable = (text: string): string => text.replace(unprintable, " ");

/** The text of a value from a file or a cluster, safe and without superfluous spaces; empty: no text. */
export const cleanText = (raw: unknown): string =>
  typeof raw === "string" ? printable(raw).replace(/\s+/gu, " ").trim() : "";

/** A line for standard error, about files and responses of other people. */
export const complaint = (text: string): string => `trimtab: ${printable(text)}\n`;

/** JSON that is safe on a terminal: the same value, with such characters escaped. */
export const printableJson = (value: unknown, indent?: number): string =>
  JSON.stringify(value, null, indent).replace(/[\p{Cc}\p{Cf}]/gu, found =>
    found === "\n" ? found : found.split("").map(escaped).join(""),
  );

const escaped = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
