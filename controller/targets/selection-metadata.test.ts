import { expect, it } from "vitest";

import {
  sameSelectionMetadata,
  selectionMetadataOf,
  type SelectionMetadata,
} from "./workload-scale.ts";

const metadata = { name: "web", uid: "u", resourceVersion: "1" };
const owner = { apiVersion: "apps/v1", kind: "Deployment", name: "web", uid: "d" };
const none: SelectionMetadata = { labels: {}, createdAt: "", isLeaving: false, isOwned: false };

// prettier-ignore
it.each<{ shows: string; fields: object; want: Partial<SelectionMetadata> }>([
  { shows: "minimal",                        fields: {},                                                want: {} },
  { shows: "labeled",                        fields: { labels: { app: "web" } },                        want: { labels: { app: "web" } } },
  { shows: "created",                        fields: { creationTimestamp: "2026-01-01T00:00:00Z" },     want: { createdAt: "2026-01-01T00:00:00Z" } },
  { shows: "being deleted",                  fields: { deletionTimestamp: "2026-01-01T00:00:00Z" },     want: { isLeaving: true } },
  { shows: "owned but not controlled",       fields: { ownerReferences: [owner] },                      want: {} },
  { shows: "controlled by its second owner", fields: { ownerReferences: [owner, { ...owner, controller: true }] }, want: { isOwned: true } },
])("an object that is $shows has $want", ({ fields, want }) => {
  expect(selectionMetadataOf({ metadata: { ...metadata, ...fields } })).toEqual({ ...none, ...want });
});

const some: SelectionMetadata = {
  ...none,
  labels: { app: "web", tier: "front" },
  createdAt: "2026-01-01",
};

// prettier-ignore
it.each<{ differs: string; change: Partial<SelectionMetadata>; same: boolean }>([
  { differs: "nothing",              change: { labels: { tier: "front", app: "web" } },         same: true },
  { differs: "the deletion",         change: { isLeaving: true },                               same: false },
  { differs: "the controller",       change: { isOwned: true },                                 same: false },
  { differs: "the creation time",    change: { createdAt: "2026-01-02" },                       same: false },
  { differs: "the value of a label", change: { labels: { app: "web", tier: "back" } },          same: false },
  { differs: "the name of a label",  change: { labels: { app: "web", level: "front" } },        same: false },
  { differs: "a removed label",      change: { labels: { app: "web" } },                        same: false },
  { differs: "an added label",       change: { labels: { ...some.labels, x: "y" } },            same: false },
])("metadata is equal where $differs differs: $same", ({ change, same }) => {
  expect(sameSelectionMetadata(some, { ...some, ...change })).toBe(same);
});
