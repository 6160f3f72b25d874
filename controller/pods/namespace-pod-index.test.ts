import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { trimPod, type Pod } from "../../engine/model/observation/pod.ts";
import { parseSelector } from "../../engine/model/selectors/selector-text.ts";
import { runs } from "../../engine/testing/runs.ts";
import { NamespacePods } from "./namespace-pod-index.ts";
import { operationsOf } from "../../engine/testing/operations.ts";

const selectors = [
  "app=a",
  "app=b",
  "tier=x",
  "app=a,tier=y",
  "app in (a,b)",
  "!tier",
  "cheddar cheese",
  "",
];

const labels = fc.record(
  { app: fc.constantFrom("a", "b"), tier: fc.constantFrom("x", "y") },
  { requiredKeys: [] },
);
const name = fc.constantFrom("p1", "p2", "p3", "p4");
/** More pods than are looked at without an index. */
const replicasOf = (its: string): string[] =>
  Array.from({ length: 11 }, (_, index) => `${its}-${index}`);
const event = fc.oneof(
  fc.record({ kind: fc.constant("set" as const), name, labels }),
  fc.record({ kind: fc.constant("delete" as const), name }),
  fc.record({ kind: fc.constant("use" as const), selector: fc.constantFrom(...selectors) }),
  fc.record({
    kind: fc.constant("scale" as const),
    selector: fc.constantFrom(...selectors),
    isScaling: fc.boolean(),
  }),
  fc.record({ kind: fc.constant("forget" as const), selector: fc.constantFrom(...selectors) }),
  fc.record({ kind: fc.constant("clear" as const) }),
);

/** The expected result, recomputed from all pods and selectors. */
const namesOf = (pods: ReadonlyMap<string, object>, selector: string): string[] => {
  const parsed = parseSelector(selector);
  if (!parsed.ok || selector === "") return [];
  const matches = parsed.value;
  return [...pods].flatMap(([pod, its]) => (matches(its as Record<string, string>) ? [pod] : []));
};

it("keeps each selector's pods and the selectors that share them, for any order of events", () => {
  const holds = fc.property(fc.array(event, { maxLength: 40 }), events => {
    const kept = new NamespacePods();
    const pods = new Map<string, object>();
    const used = new Set<string>();
    const scaling = new Set<string>();
    for (const one of events) {
      if (one.kind === "set") {
        for (const pod of replicasOf(one.name)) {
          pods.set(pod, one.labels);
          kept.set(trimPod({ metadata: { name: pod, labels: one.labels } }));
        }
      } else if (one.kind === "delete") {
        for (const pod of replicasOf(one.name)) {
          pods.delete(pod);
          kept.delete(pod);
        }
      } else if (one.kind === "use") {
        used.add(one.selector);
        kept.pods(one.selector);
      } else if (one.kind === "scale") {
        used.add(one.selector);
        if (one.isScaling) scaling.add(one.selector);
        else scaling.delete(one.selector);
        kept.setScaling(one.selector, one.isScaling);
      } else if (one.kind === "forget") {
        used.delete(one.selector);
        scaling.delete(one.selector);
        kept.forget(one.selector);
      } else {
        pods.clear();
        kept.clear();
      }
    }
    for (const selector of used) {
      const mine = namesOf(pods, selector);
      expect([...kept.pods(selector).keys()].sort()).toEqual(mine.sort());
      const sharing = [...scaling].filter(
        other => other !== selector && namesOf(pods, other).some(pod => mine.includes(pod)),
      );
      expect([...new Set(kept.overlapping(selector))].sort()).toEqual(sharing.sort());
    }
  });
  fc.assert(holds, runs(500));
});

const podWith = (its: Record<string, string>, name = "p"): Pod => ({
  ...trimPod({ metadata: { name } }),
  labels: its,
});

// prettier-ignore
it.each<{ shows: string; change: (kept: NamespacePods) => void; want: string[] }>([
  { shows: "a pod that was created since",       change: kept => { kept.set(podWith({ app: "b" }, "new")); },  want: ["new"] },
  { shows: "a pod that got the label since",     change: kept => { kept.set(podWith({ app: "b" }, "p-0")); },  want: ["p-0"] },
  { shows: "a pod of a later list",              change: kept => { kept.clear(); kept.set(podWith({ app: "b" })); }, want: ["p"] },
])("finds, for a selector with a label key that others need, $shows", ({ change, want }) => {
  const kept = new NamespacePods();
  for (const pod of replicasOf("p")) kept.set(podWith({ app: "a" }, pod));
  expect([...kept.pods("app=a").keys()]).toEqual(replicasOf("p"));
  change(kept);
  expect([...kept.pods("app=b").keys()]).toEqual(want);
});

describe("the work for the first uses of all selectors of a namespace", () => {
  // prettier-ignore
  it.each<{ shows: string; labels: (index: number) => Record<string, string>; selector: (index: number) => string }>([
    { shows: "have a label of their own",        labels: index => ({ app: `${index}` }),                   selector: index => `app=${index}` },
    { shows: "share one of two labels",          labels: index => ({ app: `${index}`, a: "b" }),           selector: index => `a=b,app=${index}` },
    { shows: "share all but the eighth label",   labels: index => ({ ...shared(7), app: `${index}` }),     selector: index => `${textOf(shared(7))},app=${index}` },
  ])("grows with the namespace and not with its square, if they $shows", ({ labels, selector }) => {
    const work = (many: number): number => {
      const kept = new NamespacePods();
      for (let index = 0; index < many; index++) kept.set(podWith(labels(index), `p${index}`));
      return operationsOf(() => {
        for (let index = 0; index < many; index++) expect(kept.pods(selector(index)).size).toBe(1);
      });
    };
    expect(work(2_000)).toBeLessThanOrEqual(6 * work(500));
  });
});

/** Labels that all pods have. */
const shared = (many: number): Record<string, string> =>
  Object.fromEntries(Array.from({ length: many }, (_, index) => [`a${index}`, "b"]));
const textOf = (its: Record<string, string>): string =>
  Object.entries(its)
    .map(([key, value]) => `${key}=${value}`)
    .join(",");

describe("the work for one pod", () => {
  // prettier-ignore
  it.each<{ shows: string; selector: (index: number) => string }>([
    { shows: "doubles with the number of selectors that match it", selector: index => `app=a,!x${index}` },
    { shows: "doubles with the number of selectors of other apps", selector: index => `app=b${index}` },
  ])("read by all of its subscribers $shows", ({ selector }) => {
    const work = (many: number): number => {
      const kept = new NamespacePods();
      for (let index = 0; index < many; index++) kept.setScaling(selector(index), true);
      return operationsOf(() => {
        kept.set(podWith({ app: "a" }));
        for (let index = 0; index < many; index++) {
          const [first] = kept.overlapping(selector(index));
          expect(first === undefined).toBe(kept.pods(selector(index)).size === 0);
        }
        kept.delete("p");
      });
    };
    expect(work(2_000)).toBeLessThanOrEqual(2.5 * work(1_000));
  });
});
