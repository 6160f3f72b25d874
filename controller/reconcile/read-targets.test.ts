import { expect, it } from "vitest";

import type { ScaleTargetRef } from "../../crds/generated/shared.ts";
import { refKey } from "../../engine/status/targets/target-report.ts";
import type { ScaleState } from "../../kube/api/scale.ts";
import { ManualClock } from "../../kube/testing/manual-clock.ts";
import type { ObjectState, TargetState } from "./object-state.ts";
import { isLeftBehind } from "./read-targets.ts";
import type { TargetReader } from "../targets/target-reader.ts";

const refOf = (name: string): ScaleTargetRef => ({
  ...{ apiVersion: "apps/v1", kind: "Deployment", name },
});
const [old, next] = [refOf("old"), refOf("next")];

interface Row {
  readonly shows: string;
  /** The version that our write produced; absent if nothing was written. */
  readonly written?: string;
  /** The version in the cache. */
  readonly cached?: string;
  readonly waitMs?: number;
  readonly refs?: readonly ScaleTargetRef[];
  readonly isNamed?: boolean;
  readonly want: boolean;
}

// prettier-ignore
it.each<Row>([
  { shows: "whose cache is older than our write",  written: "8", cached: "7",                   want: true },
  { shows: "whose cache is older for two seconds", written: "8", cached: "7",  waitMs: 2_000,   want: true },
  { shows: "whose cache is older for longer",      written: "8", cached: "7",  waitMs: 2_001,   want: false },
  { shows: "whose cache has our write",            written: "8", cached: "8",                   want: false },
  { shows: "whose cache is newer",                 written: "8", cached: "10",                  want: false },
  { shows: "without a cached version",             written: "8",                                want: false },
  { shows: "without a write",                                    cached: "7",                   want: false },
  { shows: "that is still claimed",                written: "8", cached: "7",  refs: [old],     want: false },
  { shows: "that the user removed from the list",  written: "8", cached: "7",  isNamed: true,   want: false },
])("a target $shows is left behind: $want", async ({ written, cached, waitMs = 0, ...row }) => {
  const clock = new ManualClock();
  const write = { ref: old, resourceVersion: written ?? "", at: clock.monotonic() };
  const target = { written: written === undefined ? null : write } as TargetState;
  const state = { targets: new Map([[refKey(old), target]]) } as unknown as ObjectState<unknown>;
  const seen = cached === undefined ? null : ({ resourceVersion: cached } as ScaleState);
  const targets = { peek: () => Promise.resolve(seen) } as unknown as TargetReader;
  const { refs = [next], isNamed = false, want } = row;
  clock.advance(waitMs);
  const observed = { refs, ...(isNamed ? {} : { claimed: [old, next] }) };
  expect(await isLeftBehind({ targets, clock }, "ns", state, observed)).toBe(want);
});
