/** Only if it differs: otherwise screen readers announce it again, and the browser lays it out again. */
export function setText(of: Element, text: string): void {
  if (of.textContent !== text) of.textContent = text;
}
