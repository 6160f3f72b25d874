import fc from "fast-check";
import { expect, it } from "vitest";

import { runs } from "../engine/testing/runs.ts";
import { SetsByKey } from "./sets-by-key.ts";

const operation = fc.record({
  adds: fc.boolean(),
  key: fc.constantFrom("a", "b"),
  item: fc.constantFrom("1", "2", "3"),
});

it("keeps a set for each key, for any order of operations", () => {
  const holds = fc.property(fc.array(operation, { maxLength: 30 }), operations => {
    const kept = new SetsByKey<string, string>();
    const sets = new Map<string, Set<string>>();
    for (const { adds, key, item } of operations) {
      const set = sets.get(key) ?? new Set();
      sets.set(key, set);
      if (adds) {
        kept.add(key, item);
        set.add(item);
      } else {
        const wasThere = set.delete(item);
        expect(kept.delete(key, item)).toBe(wasThere && set.size === 0);
      }
      expect([...kept.of(key)].sort()).toEqual([...set].sort());
      expect(kept.count(key)).toBe(set.size);
    }
    expect(kept.size).toBe([...sets.values()].filter(({ size }) => size > 0).length);
  });
  fc.assert(holds, runs(200));
});
