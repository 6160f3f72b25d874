import { describe, expect, it } from "vitest";

import { isOrphan, type ClusterRecord } from "./folder.ts";

const owner = { pid: 7, startTime: "4711" };
const made: ClusterRecord = { name: "x", ports: [] };

describe("isOrphan", () => {
  it.each([
    { what: "a folder without a record", record: undefined, isOwnerAlive: true, want: true },
    { what: "a cluster in use", record: { ...made, owner }, isOwnerAlive: true, want: false },
    {
      what: "a cluster whose process was killed",
      record: { ...made, owner },
      isOwnerAlive: false,
      want: true,
    },
    { what: "a cluster that is meant to persist", record: made, isOwnerAlive: false, want: false },
  ])("$what: $want", ({ record, isOwnerAlive, want }) => {
    expect(isOrphan(record, () => isOwnerAlive)).toBe(want);
  });
});
