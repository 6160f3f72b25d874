import type { UiPassage } from "../messages.ts";
import { element } from "../../pages/client/elements.ts";

/** The blocks of an explanation as paragraphs; entries as a list of terms. */
export const paragraphsOf = (blocks: readonly (readonly UiPassage[])[]): HTMLElement[] =>
  blocks.flatMap(block => block.flatMap(passageOf));

function passageOf({ text, style = "", indent = 0, entries = [] }: UiPassage): HTMLElement[] {
  const paragraph = element("p", { class: `sentence ${style} indent-${indent}` }, text);
  if (entries.length === 0) return [paragraph];
  const terms = entries.flatMap(entry => [
    element("dt", {}, entry.label),
    element("dd", { class: entry.style ?? "" }, entry.text),
  ]);
  return [paragraph, element("dl", {}, ...terms)];
}
