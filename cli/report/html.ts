const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Markup, which is not escaped again. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Part = string | number | Html | readonly Html[];

/**
 * Escapes each inserted text, also in attributes with quotes: names and messages come from files. A formatter
 * would add spaces to a template that is called `html`.
 */
export const markup = (literals: TemplateStringsArray, ...parts: readonly Part[]): Html =>
  new Html(String.raw({ raw: literals }, ...parts.map(textOf)));

function textOf(part: Part): string {
  if (part instanceof Html) return part.text;
  if (typeof part === "object") return part.map(textOf).join("");
  return visible(String(part).replace(/[&<>"']/g, found => entities[found] ?? ""));
}

/** Without the characters that a browser does not show, or that change the order of others. */
export const visible = (text: string): string =>
  text.replace(/[\p{Cc}\p{Cf}]/gu, found => (found === "\n" ? found : " "));
