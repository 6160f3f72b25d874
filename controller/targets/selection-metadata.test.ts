import { expect, it } from "vitest";

import {
  sameSelectionMetadata,
  selectionMetadataOf,
  type SelectionMetadata,
} from "./selection-metadata.ts";

const metadata = { name: "web", uid: "u", resourceVersion: "1" };
const owner = { apiVersion: "apps/v1", kind: "Deployment", name: "web", uid: "d" };
const none: SelectionMetadata = { labels: {}, createdAt: "", isLeaving: false, isOwned: false };

// prettier-ignore
it.each<{ shows: string; fields: object; want: Partial<SelectionMetadata> }>([
  { shows: "bare",                        fields: {},                                                want: {} },
  { shows: "labelled",                    fields: { labels: { app: "web" } },                        want: { labels: { app: "web" } } },
  { shows: "created",                     fields: { creationTimestamp: "2026-01-01T00:00:00Z" },     want: { createdAt: "2026-01-01T00:00:00Z" } },
  { shows: "being deleted",               fields: { deletionTimestamp: "2026-01-01T00:00:00Z" },     want: { isLeaving: true } },
  { shows: "owned, and not controlled",   fields: { ownerReferences: [owner] },                      want: {} },
  { shows: "controlled by its 2nd owner", fields: { ownerReferences: [owner, { ...owner, controller: true }] }, want: { isOwned: true } },
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
  { differs: "nothing",                   change: { labels: { tier: "front", app: "web" } },         same: true },
  { differs: "that it leaves",            change: { isLeaving: true },                               same: false },
  { differs: "that it is owned",          change: { isOwned: true },                                 same: false },
  { differs: "its creation",              change: { createdAt: "2026-01-02" },                       same: false },
  { differs: "the value of a label",      change: { labels: { app: "web", tier: "back" } },          same: false },
  { differs: "the name of a label",       change: { labels: { app: "web", level: "front" } },        same: false },
  { differs: "one label less",            change: { labels: { app: "web" } },                        same: false },
  { differs: "one label more",            change: { labels: { ...some.labels, x: "y" } },            same: false },
])("traits are the same where $differs differs: $same", ({ change, same }) => {
  expect(sameSelectionMetadata(some, { ...some, ...change })).toBe(same);
});
