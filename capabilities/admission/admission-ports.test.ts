import { expect, it, vi } from "vitest";

import type { TargetObservation } from "../../controller/targets/target-reader.ts";
import { watchedOrRead } from "./admission-ports.ts";
import { gadget, problem, ref } from "./testing/ports.ts";

const watched: TargetObservation = {
  kind: "found",
  target: { resource: gadget, namespace: "ns", name: "web" },
  state: { uid: "u", resourceVersion: "1", replicas: 1, statusReplicas: 1, selector: "a=b" },
  polled: false,
};
const missing = problem("TargetNotFound");

it.each([
  { shows: "in a watch is not read", known: watched, want: watched, reads: [] },
  { shows: "in no watch is read live", known: null, want: missing, reads: [["ns", ref, true]] },
])("a target $shows", async ({ known, want, reads }) => {
  const observe = vi.fn(() => Promise.resolve(missing));
  const targets = watchedOrRead({ known: () => Promise.resolve(known) }, { observe });
  expect(await targets.observe("ns", ref)).toBe(want);
  expect(observe.mock.calls).toEqual(reads);
});
