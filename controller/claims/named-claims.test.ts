import { setImmediate } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

import { expect, it } from "vitest";

import { SelectorClaims } from "./named-claims.ts";

async function collectGarbage(): Promise<void> {
  // An object that a WeakRef refers to stays at least until the end of the current job.
  await setImmediate();
  setFlagsFromString("--expose-gc");
  (runInNewContext("gc") as () => void)();
}

it("removed selector claims leave the memory, however many come and go", async () => {
  const claims = new SelectorClaims();
  const added = Array.from({ length: 500 }, (_, index) => {
    const uid = String(index);
    const claim = { kind: "Autoscaler", isForeign: false, name: "a", uid, createdAt: "" };
    claims.add("shop/a", claim, { matches: () => true, needs: [] });
    return new WeakRef(claim);
  });
  await collectGarbage();
  expect(added.filter(claim => claim.deref() !== undefined).length).toBeLessThan(100);
  expect(claims.firstOther(undefined, {})?.uid).toBe("499");
});
