// cli/fleet/client/: the script of a report of `trimtab fleet`, which runs in a browser. All texts become text nodes:
// names and messages come from clusters.

import { byId } from "../../pages/client/elements.ts";
import { embedded } from "../../report/client/dom.ts";
import { repaintWithTheme } from "../../report/client/timeline.ts";
import { type Drawing, expand } from "../../report/model/compact.ts";
import type { PageData } from "../model/report.ts";
import { ObjectPage } from "./object-page.ts";
import { showOverview } from "./overview.ts";

const data = (await embedded("report")) as PageData;
const [overview, place] = [byId("overview"), byId("object")];
const title = document.title;
let page: ObjectPage | null = null;
let drawings: Promise<readonly (Drawing | null)[]> | null = null;
/** Where the overview was left. */
let scrolled = 0;

/** `#/3` is the page of the fourth suggestion; everything else is the overview. */
async function route(): Promise<void> {
  const at = /^#\/\d{1,6}$/.test(location.hash) ? Number(location.hash.slice(2)) : -1;
  const ranked = data.ranked[at];
  if (!overview.hidden) scrolled = scrollY;
  overview.hidden = ranked !== undefined;
  place.hidden = !overview.hidden;
  page?.end();
  page = ranked ? new ObjectPage(ranked, place) : null;
  document.title = page ? `${page.title}: ${title}` : title;
  scrollTo(0, page ? 0 : scrolled);
  if (!page) return;
  const shown = page;
  shown.focus();
  drawings ??= embedded("charts") as Promise<(Drawing | null)[]>;
  const drawing = (await drawings)[at];
  if (page === shown) shown.draw(drawing ? expand(drawing) : null);
}

showOverview(data);
addEventListener("hashchange", () => void route());
repaintWithTheme(() => page?.repaint());
await route();
document.documentElement.dataset["ready"] = "true";
