import { expect, it } from "vitest";

import { ago, deployment, findingsIn, found, hpa } from "../testing/objects.ts";

/** Pods of the Deployment web that were ready after so many seconds. */
const pods = (seconds: readonly number[], more: { readonly restarts?: number } = {}) =>
  seconds.map((each, index) => ({
    ...{ apiVersion: "v1", kind: "Pod" },
    metadata: {
      ...{ name: `web-abc-${index}`, namespace: "shop", labels: { "pod-template-hash": "abc" } },
      creationTimestamp: ago(100),
      ownerReferences: [{ kind: "ReplicaSet", name: "web-abc", controller: true }],
    },
    status: {
      conditions: [{ type: "Ready", status: "True", lastTransitionTime: ago(100 - each / 60) }],
      containerStatuses: [{ name: "main", restartCount: more.restarts ?? 0 }],
    },
  }));
const window = (scaleDown: object) => ({ behavior: { scaleDown } });
const short = window({ stabilizationWindowSeconds: 60 });

it.each([
  {
    shows: "shorter than the start",
    spec: short,
    starts: pods([100, 110, 120]),
    want: ["warning WindowShorterThanStart"],
  },
  {
    shows: "none, and pods that start at once",
    spec: window({ stabilizationWindowSeconds: 0 }),
    starts: pods([2, 3, 9]),
    want: [],
  },
  { shows: "longer than the start", spec: short, starts: pods([30, 40, 59]), want: [] },
  {
    shows: "the default, and slow pods",
    spec: {},
    starts: pods([400, 400, 400]),
    want: ["warning WindowShorterThanStart"],
  },
  { shows: "the default, and usual pods", spec: {}, starts: pods([40, 40, 90]), want: [] },
  { shows: "too few pods", spec: short, starts: pods([100, 110]), want: [] },
  {
    shows: "one slow pod of ten",
    spec: short,
    starts: pods([...Array<number>(9).fill(30), 500]),
    want: [],
  },
  {
    shows: "one slow pod of three",
    spec: short,
    starts: pods([30, 30, 500]),
    want: [],
  },
  {
    shows: "pods that have restarted",
    spec: short,
    starts: pods([100, 110, 120], { restarts: 1 }),
    want: [],
  },
  {
    shows: "pods that became unready in between",
    spec: short,
    starts: pods([4000, 5000, 5900]),
    want: [],
  },
  {
    shows: "no scale-down at all",
    spec: window({ stabilizationWindowSeconds: 0, selectPolicy: "Disabled" }),
    starts: pods([100, 110, 120]),
    want: [],
  },
])("a window: $shows", ({ spec, starts, want }) => {
  expect(found([hpa(spec), deployment(), ...starts])).toEqual(want);
});

it("says how long the window is meant to be", () => {
  const [finding] = findingsIn([hpa(short), deployment(), ...pods([100, 130, 500])]);
  expect(finding).toMatchObject({
    message:
      "scales down after 60 s of less load, but most of 3 pods needed up to 130 s to become ready",
    remedy: "set behavior.scaleDown.stabilizationWindowSeconds to 180 or more",
  });
});
