// cli/pages/client/: what both pages of the command line have in common in a browser: the report and `trimtab ui`.

type Attributes = Readonly<Record<string, string | number | boolean>>;

/** An element with attributes, of which `false` leaves one out; texts stay texts, whatever they contain. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Attributes = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== false) made.setAttribute(key, value === true ? "" : String(value));
  }
  made.append(...children);
  return made;
}

export function byId(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page lacks #${id}`);
  return found;
}

/** Calls `work` once before the next frame, however often it is asked. */
export function oncePerFrame(work: () => void): () => void {
  let isPlanned = false;
  return () => {
    if (isPlanned) return;
    isPlanned = true;
    requestAnimationFrame(() => {
      isPlanned = false;
      work();
    });
  };
}

/** The current value of a colour of the style sheet: a custom property. */
export const colourOf = (property: string): string =>
  getComputedStyle(document.documentElement).getPropertyValue(property).trim();

/** Only if it differs: otherwise screen readers announce it again, and the browser lays it out again. */
export function setText(of: Element, text: string): void {
  if (of.textContent !== text) of.textContent = text;
}
