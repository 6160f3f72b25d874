import { element, setText } from "../../pages/client/elements.ts";
import { button } from "../../report/client/dom.ts";
import { formatNumber } from "../../report/model/format.ts";

export interface Column<Row> {
  readonly head: string;
  readonly cell: (row: Row) => Node | string;
}

const perPage = 25;

/**
 * A table of which one page is in the document, with a search if there are several. The first column names the rows;
 * on a phone each row is a list.
 */
export function pagedTable<Row>(
  label: string,
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  textOf: (row: Row) => string,
): HTMLElement {
  const body = element("tbody");
  const status = element("p", { role: "status", class: "muted" });
  let [found, first] = [rows, 0];
  const show = (from: number): void => {
    first = Math.max(0, Math.min(from, found.length - 1));
    first -= first % perPage;
    const shown = found.slice(first, first + perPage);
    body.replaceChildren(...shown.map(row => rowOf(row, columns)));
    previous.disabled = first === 0;
    next.disabled = first + perPage >= found.length;
    const range = `${formatNumber(first + 1)} to ${formatNumber(first + shown.length)} of ${formatNumber(found.length)}`;
    setText(status, shown.length === 0 ? "Nothing matches." : range);
  };
  const previous = button("← Previous", `Previous: ${label}`, () => show(first - perPage));
  const next = button("Next →", `Next: ${label}`, () => show(first + perPage));
  const search = element("input", { type: "search", autocomplete: "off" });
  search.addEventListener("input", () => {
    const wanted = search.value.trim().toLowerCase();
    found = rows.filter(row => textOf(row).toLowerCase().includes(wanted));
    show(0);
  });
  show(0);
  const heads = columns.map(({ head }) => element("th", { scope: "col" }, head));
  const table = element(
    "table",
    { class: "measures", "aria-label": label },
    element("thead", {}, element("tr", {}, ...heads)),
    body,
  );
  const isPaged = rows.length > perPage;
  const tools = element("div", { class: "toolbar" }, previous, next, status);
  return element(
    "div",
    {},
    ...(isPaged ? [element("label", { class: "search" }, `Search ${label} `, search)] : []),
    element("div", { class: "scroll", tabindex: 0, role: "group", "aria-label": label }, table),
    ...(isPaged ? [tools] : []),
  );
}

const rowOf = <Row>(row: Row, columns: readonly Column<Row>[]): HTMLElement =>
  element(
    "tr",
    {},
    ...columns.map(({ head, cell }, at) =>
      at === 0
        ? element("th", { scope: "row" }, cell(row))
        : element("td", { "data-title": head }, cell(row)),
    ),
  );
