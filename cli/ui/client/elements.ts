type Child = Node | string;
type Attributes = Readonly<Record<string, string | boolean>>;

/** An element with attributes; texts stay texts, whatever they contain. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== false) made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...children);
  return made;
}

export function byId(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no element ${id}`);
  return found;
}

/** Only if it differs: otherwise screen readers announce it again, and the browser lays it out again. */
export function setText(of: Element, text: string): void {
  if (of.textContent !== text) of.textContent = text;
}
