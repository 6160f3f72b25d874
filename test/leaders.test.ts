import { expect, it } from "vitest";

import { handoverAfter, type LeaseWrite } from "./faults/ha/leaders.ts";

const write = (received: number, writer: string, holder = writer): LeaseWrite => ({
  ...{ received, answered: received + 1, writer, holder },
});
const [held, renewed, released] = [write(0, "a"), write(4, "a"), write(5, "a", "")];
const taken = write(20, "b");

it.each([
  { how: "a Lease that expired", writes: [held, renewed, taken], handover: [renewed, null, taken] },
  {
    how: "a Lease that was released",
    writes: [held, renewed, released, taken],
    handover: [renewed, released, taken],
  },
  {
    how: "an earlier release, which belongs to another handover",
    writes: [held, released, write(6, "a"), taken],
    handover: [write(6, "a"), null, taken],
  },
])("a handover is found: $how", ({ writes, handover }) => {
  const found = handoverAfter(writes, "a", 4.5);
  expect([found?.held, found?.released, found?.taken]).toEqual(handover);
});

it("no handover is found if the leader stays", () => {
  expect(handoverAfter([held, renewed], "a", 2)).toBeNull();
});
