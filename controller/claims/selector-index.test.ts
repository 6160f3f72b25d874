import { describe, expect, it } from "vitest";

import type { Label } from "../../engine/model/selectors/label-selector.ts";
import { SelectorIndex } from "./selector-index.ts";

const needs: Readonly<Record<string, readonly Label[]>> = {
  "app=web": [["app", "web"]],
  "app=db": [["app", "db"]],
  "tier=front,app=web": [
    ["tier", "front"],
    ["app", "web"],
  ],
  "!old": [],
};

function scene() {
  const index = new SelectorIndex<string>();
  for (const [selector, labels] of Object.entries(needs)) index.add(selector, labels);
  return index;
}

describe("SelectorIndex", () => {
  // prettier-ignore
  it.each<{ shows: string; labels: Record<string, string>; want: string[] }>([
    { shows: "selectors of the label and selectors without a label",   labels: { app: "db" },                  want: ["!old", "app=db"] },
    { shows: "selectors of several labels by the rarest one",          labels: { app: "web" },                 want: ["!old", "app=web"] },
    { shows: "each selector once",                                     labels: { app: "web", tier: "front" },  want: ["!old", "app=web", "tier=front,app=web"] },
    { shows: "selectors without a label for an object without labels", labels: {},                             want: ["!old"] },
    { shows: "no selector by the name of a method",                    labels: { constructor: "toString" },    want: ["!old"] },
  ])("finds $shows", ({ labels, want }) => {
    expect([...scene().possible(labels)].sort()).toEqual(want);
  });

  it("does not find deleted selectors", () => {
    const index = scene();
    for (const selector of ["!old", "app=web", "unknown"]) index.delete(selector);
    expect([...index.possible({ app: "web", tier: "front" })]).toEqual(["tier=front,app=web"]);
  });

  it("separates the selectors of one team by their apps", () => {
    const index = new SelectorIndex<string>();
    for (let app = 0; app < 100; app++) {
      index.add(`of app ${app}`, [
        ["team", "a"],
        ["app", `app-${app}`],
      ]);
    }
    expect([...index.possible({ team: "a", app: "app-7" })].length).toBeLessThanOrEqual(2);
  });
});
