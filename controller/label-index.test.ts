import { describe, expect, it } from "vitest";

import { LabelIndex, selectedThing } from "./label-index.ts";

const web = { apiVersion: "apps/v1", kind: "Deployment", matchLabels: { app: "web" } };
const blue = { ...web, matchLabels: { app: "web", color: "blue" } };
const thing = selectedThing("shop", web);

function scene() {
  const changed: string[] = [];
  const index = new LabelIndex(name => changed.push(name));
  const keys = (selector = web, isLasting = true) => [...index.keys("shop", selector, isLasting)];
  return { changed, index, keys };
}

describe("LabelIndex", () => {
  it("finds what was there before, in the namespace alone", () => {
    const { index, keys } = scene();
    index.set("shop/a", { app: "web" });
    index.set("shop/b", { app: "db" });
    index.set("other/c", { app: "web" });
    expect(keys()).toEqual(["shop/a"]);
    expect(keys(blue)).toEqual([]);
  });

  // prettier-ignore
  it.each<{ shows: string; key: string; labels: Record<string, string> | null; told: boolean; want: string[] }>([
    { shows: "one that comes",                      key: "shop/b",  labels: { app: "web" },             told: true,  want: ["shop/a", "shop/b"] },
    { shows: "one that changes",                    key: "shop/a",  labels: { app: "web", size: "2" },  told: true,  want: ["shop/a"] },
    { shows: "one that loses its labels",           key: "shop/a",  labels: {},                         told: true,  want: [] },
    { shows: "one that is gone",                    key: "shop/a",  labels: null,                       told: true,  want: [] },
    { shows: "nothing of one with other labels",    key: "shop/b",  labels: { app: "db" },              told: false, want: ["shop/a"] },
    { shows: "nothing of other namespaces",         key: "other/a", labels: { app: "web" },             told: false, want: ["shop/a"] },
    { shows: "nothing of one that never was there", key: "shop/b",  labels: null,                       told: false, want: ["shop/a"] },
  ])("tells of $shows", ({ key, labels, told, want }) => {
    const { changed, index, keys } = scene();
    index.set("shop/a", { app: "web" });
    keys();
    index.set(key, labels);
    expect(changed).toEqual(told ? [thing] : []);
    expect(keys()).toEqual(want);
  });

  it("tells nobody after one look, nor once nobody depends on it any more", () => {
    const { changed, index, keys } = scene();
    keys(web, false);
    index.set("shop/a", { app: "web" });
    keys();
    index.release(thing);
    index.set("shop/b", { app: "web" });
    expect(changed).toEqual([]);
    expect(keys()).toEqual(["shop/a", "shop/b"]);
  });
});
