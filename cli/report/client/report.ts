import { byId } from "../../pages/client/elements.ts";
import { type Drawing, expand, type Reasons } from "../model/compact.ts";
import { View } from "../model/view.ts";
import { changePanel } from "./change-panel.ts";
import { embedded } from "./dom.ts";
import { timeline } from "./timeline.ts";

/** More lines than that are a tangle; the others are one click away. */
const shownAtFirst = 4;

const drawing = expand((await embedded("simulation")) as Drawing);
const { start, end } = drawing.load;
const indices = drawing.candidates.map((_, index) => index);
const view = new View({ from: start, to: end }, indices.slice(0, shownAtFirst));
let reasons: Reasons | null = null;
const panel = changePanel(drawing, view, () => reasons);
panel.showWorst(24);
const draw = timeline(drawing, view, panel);
draw();

for (const worst of document.querySelectorAll<HTMLButtonElement>("button.worst")) {
  worst.addEventListener("click", () => {
    panel.showWorst(2, Number(worst.dataset["candidate"]));
    byId("charts").scrollIntoView({ block: "start" });
  });
}

// After the first paint: the reasons are most of the data.
requestAnimationFrame(() => {
  setTimeout(() => {
    void embedded("reasons").then(decoded => {
      reasons = decoded as Reasons;
      draw();
      document.documentElement.dataset["ready"] = "true";
    });
  });
});
