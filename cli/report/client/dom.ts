// cli/report/client/: the script of a report, which runs in a browser. esbuild bundles it into a string; see
// hack/build/bundle.ts. All texts become text nodes: names and messages come from files.

import { byId, element } from "../../pages/client/elements.ts";

export function button(text: string, label: string, onClick: () => void): HTMLButtonElement {
  const made = element("button", { type: "button", "aria-label": label, title: label }, text);
  made.addEventListener("click", onClick);
  return made;
}

/** A table whose first column names the rows. */
export function tableOf(
  caption: string,
  heads: readonly string[],
  rows: readonly (readonly (string | number | Node)[])[],
): HTMLTableElement {
  const cells = (row: readonly (string | number | Node)[]) =>
    row.map((cell, index) => {
      const content = cell instanceof Node ? cell : String(cell);
      return index === 0
        ? element("th", { scope: "row" }, content)
        : element("td", { class: typeof cell === "number" && "number" }, content);
    });
  const head = heads.map(text => element("th", { scope: "col" }, text));
  return element(
    "table",
    {},
    element("caption", {}, caption),
    element("thead", {}, element("tr", {}, ...head)),
    element("tbody", {}, ...rows.map(row => element("tr", {}, ...cells(row)))),
  );
}

/** Decodes what the page embeds: JSON, compressed, in Base64. */
export async function embedded(id: string): Promise<unknown> {
  const bytes = Uint8Array.from(atob(byId(id).textContent), char => char.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return (await new Response(stream).json()) as unknown;
}
