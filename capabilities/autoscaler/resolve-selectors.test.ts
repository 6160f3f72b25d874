import { describe, expect, it } from "vitest";

import type { ObjectsSelector } from "../../controller/targets/label-index.ts";
import type { PoolMember, PoolState } from "../../controller/targets/selected-targets.ts";
import type { AutoscalerSpec, AutoscalerStatus } from "../../crds/generated/autoscaler.ts";
import type { ObservedAutoscaler, StoredAutoscaler } from "./observed-spec.ts";
import { select } from "./resolve-selectors.ts";
import { poolMember as member } from "./testing/pool-member.ts";
import { untracked } from "../../controller/testing/untracked.ts";

const kind = { apiVersion: "apps/v1", kind: "Deployment" };
const targets = { ...kind, selector: { matchLabels: { role: "target" } } };
const monitors = { ...kind, selector: { matchLabels: { role: "monitor" } } };
const ref = (name: string) => ({ ...kind, name });

/** Of a kind that a controller creates; an operator may create a Deployment. */
const owned = (name: string, replicas: number, of: string): PoolMember => ({
  ...member(name, replicas),
  ...{ ref: { ...kind, kind: of, name }, isOwned: true },
});
const known = (...members: PoolMember[]): PoolState => ({ kind: "known", members });
const unwatched: PoolState = {
  kind: "problem",
  problem: { reason: "KindNotWatched", message: "no", permanent: true },
};

interface Given {
  readonly spec: Partial<AutoscalerSpec>;
  readonly candidates?: PoolState;
  readonly monitored?: PoolState;
  readonly present?: string;
}

function seen({ spec, candidates = known(), monitored = known(), present }: Given) {
  const pools = {
    read: (_: string, { selector }: ObjectsSelector) =>
      Promise.resolve(selector?.matchLabels?.["role"] === "target" ? candidates : monitored),
    peek: () => candidates,
  };
  const metadata = { name: "web", namespace: "shop", uid: "u", resourceVersion: "1" };
  const object = { metadata, spec } as StoredAutoscaler;
  const observed = {
    refs: spec.scaleTargetRef ? [spec.scaleTargetRef] : [],
    ...{ mode: "Active", due: null, periodMs: 15_000, errors: [], limits: [], selected: null },
    resolved: { monitors: spec.monitorSelectors ?? [] },
  } as unknown as ObservedAutoscaler;
  const previous: AutoscalerStatus | undefined = present ? { target: ref(present) } : undefined;
  return select({ pools, clock: { now: () => 0 } }, object, { observed, previous }, untracked);
}

const web = ref("web");
const noTarget = { target: null, others: null };

// prettier-ignore
const rows: readonly { shows: string; given: Given; want: object }[] = [
  { shows: "returns the named target",                                given: { spec: { scaleTargetRef: web } },                                       want: { refs: [web], selected: null } },
  { shows: "returns the largest of the matching targets",             given: { spec: { targetSelector: targets }, candidates: known(member("a", 2), member("b", 5)) }, want: { refs: [ref("b")], claimed: [ref("a"), ref("b")], selected: { target: ref("b"), others: null, problem: null } } },
  { shows: "ignores a Deployment that another controller owns",       given: { spec: { targetSelector: targets }, candidates: known(member("a", 2), owned("b", 5, "ReplicaSet"), owned("c", 3, "Deployment")) }, want: { refs: [{ ...ref("c") }], claimed: [ref("a"), ref("c")] } },
  { shows: "keeps the previous target within its margin",             given: { spec: { targetSelector: targets }, candidates: known(member("a", 4), member("b", 5)), present: "a" }, want: { refs: [ref("a")] } },
  { shows: "returns no target without a match",                       given: { spec: { targetSelector: targets } },                                   want: { refs: [], selected: { ...noTarget, problem: { reason: "TargetNotFound", message: "no Deployment in shop has the labels role=target; create one, or correct the selector" } } } },
  { shows: "returns no target of a kind that is not watched",         given: { spec: { targetSelector: targets }, candidates: unwatched },            want: { refs: [], selected: { ...noTarget, problem: { reason: "KindNotWatched" } } } },
  { shows: "returns nothing while the monitored objects are unknown", given: { spec: { scaleTargetRef: web, monitorSelectors: [monitors] }, monitored: unwatched }, want: { refs: [], selected: { ...noTarget, problem: { reason: "KindNotWatched" } } } },
  { shows: "returns the named target and the monitored objects",      given: { spec: { scaleTargetRef: web, monitorSelectors: [monitors, monitors] }, monitored: known(member("web", 2), member("b", 5)) }, want: { refs: [web], selected: { target: null, others: { objects: 1, replicas: 5 }, problem: null } } },
  { shows: "returns the largest target and the monitored objects",    given: { spec: { targetSelector: targets, monitorSelectors: [monitors] }, candidates: known(member("a", 2)), monitored: known(member("a", 2), member("b", 5), member("c", 1)) }, want: { refs: [ref("a")], selected: { target: ref("a"), others: { objects: 2, replicas: 6 } } } },
  { shows: "counts a ReplicaSet and its Deployment twice",            given: { spec: { scaleTargetRef: web, monitorSelectors: [monitors] }, monitored: known(member("b", 5), owned("b-1", 5, "ReplicaSet")) }, want: { selected: { others: { objects: 2, replicas: 10 } } } },
  { shows: "waits while a list is running",                           given: { spec: { targetSelector: targets }, candidates: { kind: "waiting" } },  want: { kind: "incomplete" } },
];

describe("select", () => {
  it.each(rows)("$shows", async ({ given, want }) => {
    expect(await seen(given)).toMatchObject(want);
  });
});
