import { describe, expect, it } from "vitest";

import { LabelIndex, mostMatches, selectedTopic } from "./label-index.ts";
import { operationsOf } from "../../engine/testing/operations.ts";

const web = {
  apiVersion: "apps/v1",
  kind: "Deployment",
  selector: { matchLabels: { app: "web" } },
};
const blue = { ...web, selector: { matchLabels: { app: "web", color: "blue" } } };
const topic = selectedTopic("shop", web);

function scene() {
  const changed: string[] = [];
  const index = new LabelIndex(name => changed.push(name));
  const keys = (selector = web, isLasting = true) => [
    ...(index.keys("shop", selector, isLasting) ?? ["too many"]),
  ];
  return { changed, index, keys };
}

describe("LabelIndex", () => {
  it("finds existing objects, in its namespace only", () => {
    const { index, keys } = scene();
    index.set("shop/a", { app: "web" });
    index.set("shop/b", { app: "db" });
    index.set("other/c", { app: "web" });
    expect(keys()).toEqual(["shop/a"]);
    expect(keys(blue)).toEqual([]);
  });

  // prettier-ignore
  it.each<{ shows: string; key: string; labels: Record<string, string> | null; told: boolean; want: string[] }>([
    { shows: "an object that is added",                    key: "shop/b",  labels: { app: "web" },             told: true,  want: ["shop/a", "shop/b"] },
    { shows: "an object that changes",                     key: "shop/a",  labels: { app: "web", size: "2" },  told: true,  want: ["shop/a"] },
    { shows: "an object that loses its labels",            key: "shop/a",  labels: {},                         told: true,  want: [] },
    { shows: "an object that is deleted",                  key: "shop/a",  labels: null,                       told: true,  want: [] },
    { shows: "nothing about an object with other labels",  key: "shop/b",  labels: { app: "db" },              told: false, want: ["shop/a"] },
    { shows: "nothing about other namespaces",             key: "other/a", labels: { app: "web" },             told: false, want: ["shop/a"] },
    { shows: "nothing about an object that never existed", key: "shop/b",  labels: null,                       told: false, want: ["shop/a"] },
  ])("reports $shows", ({ key, labels, told, want }) => {
    const { changed, index, keys } = scene();
    index.set("shop/a", { app: "web" });
    keys();
    index.set(key, labels);
    expect(changed).toEqual(told ? [topic] : []);
    expect(keys()).toEqual(want);
  });

  it("reports nothing after a single read, or once its topic is released", () => {
    const { changed, index, keys } = scene();
    keys(web, false);
    index.set("shop/a", { app: "web" });
    keys();
    index.release(topic);
    index.set("shop/b", { app: "web" });
    expect(changed).toEqual([]);
    expect(keys()).toEqual(["shop/a", "shop/b"]);
  });

  describe("with more objects than one selector may match", () => {
    const crowd = (many: number) => {
      const made = scene();
      made.keys();
      for (let one = 1; one <= many; one++) made.index.set(`shop/${one}`, { app: "web" });
      return made;
    };

    // prettier-ignore
    it.each([
      { shows: "for a subscription", isLasting: true },
      { shows: "for a single read",  isLasting: false },
    ])("returns no objects $shows", ({ isLasting }) => {
      const { keys, index } = crowd(mostMatches + 1);
      if (!isLasting) index.release(topic);
      expect(keys(web, isLasting)).toEqual(["too many"]);
      expect(keys(blue, isLasting)).toEqual([]);
    });

    it.each([1, mostMatches, mostMatches + 1])("returns all objects again with %i fewer", fewer => {
      const { index, keys } = crowd(mostMatches + fewer);
      index.set("shop/1", { app: "web", size: "2" });
      for (let one = 1; one < fewer; one++) index.set(`shop/${one}`, null);
      expect(keys()).toEqual(["too many"]);
      index.set(`shop/${fewer}`, { app: "db" });
      expect(keys()).toHaveLength(mostMatches);
      expect(keys()).not.toContain(`shop/${fewer}`);
    });

    it("reports when the number of matches crosses the limit in either direction", () => {
      const { changed, index } = crowd(mostMatches);
      const told = (act: () => void): number => {
        const before = changed.length;
        act();
        return changed.length - before;
      };
      const put = (name: string, labels: Record<string, string> | null) => () => {
        index.set(`shop/${name}`, labels);
      };
      expect(told(put("more", { app: "web" }))).toBe(1);
      expect(told(put("more", { app: "web", size: "2" }))).toBe(0);
      expect(told(put("even-more", { app: "web" }))).toBe(0);
      expect(told(put("more", null))).toBe(0);
      expect(told(put("even-more", null))).toBe(1);
    });

    it("does not walk over all objects for each one that is added or deleted", () => {
      const { index } = crowd(mostMatches);
      const work = operationsOf(() => {
        for (let time = 0; time < 100; time++) {
          index.set("shop/more", time % 2 === 0 ? { app: "web" } : null);
        }
      });
      expect(work).toBeLessThan(100 * mostMatches);
    });
  });

  it("compares an object only with selectors for one of its labels, however many others exist", () => {
    const work = (many: number): number => {
      const { index, keys } = scene();
      for (let app = 0; app < many; app++)
        keys({ ...web, selector: { matchLabels: { app: `app-${app}` } } });
      return operationsOf(() => {
        for (let app = 0; app < many; app++) index.set(`shop/${app}`, { app: `app-${app}` });
      });
    };
    expect(work(2_000)).toBeLessThanOrEqual(2.5 * work(1_000));
  });
});
