import { expect, it } from "vitest";

import { deployment, findingsIn, found, hpa, other } from "../testing/objects.ts";

const quota = (hard: object, more: object = {}) => other("v1", "ResourceQuota", { hard, ...more });
const node = (name: string, cpu: string) => ({
  ...{ apiVersion: "v1", kind: "Node", metadata: { name } },
  status: { allocatable: { cpu, memory: "64Gi" } },
});
const renamed = (object: object, name: string) => {
  const { metadata, spec, ...rest } = object as { metadata: object; spec: object };
  const scaleTargetRef = { apiVersion: "apps/v1", kind: "Deployment", name };
  const isHpa = "scaleTargetRef" in spec;
  return {
    ...rest,
    metadata: { ...metadata, name },
    spec: isHpa ? { ...spec, scaleTargetRef } : spec,
  };
};
/** Ten pods of half a core and 1 GiB each. */
const web = [hpa(), deployment()];
/** Four of them. */
const api = [renamed(hpa({ maxReplicas: 4 }), "api"), renamed(deployment(), "api")];

it.each([
  {
    shows: "a quota of cores",
    objects: [...web, quota({ "requests.cpu": "4" })],
    want: ["warning ExceedsQuota"],
  },
  {
    shows: "a quota of cores that suffices",
    objects: [...web, quota({ "requests.cpu": "5" })],
    want: [],
  },
  {
    shows: "the older name of the quota",
    objects: [...web, quota({ cpu: "4" })],
    want: ["warning ExceedsQuota"],
  },
  {
    shows: "a quota of memory",
    objects: [...web, quota({ "requests.memory": "9Gi" })],
    want: ["warning ExceedsQuota"],
  },
  {
    shows: "a quota of pods",
    objects: [...web, quota({ pods: "9" })],
    want: ["warning ExceedsQuota"],
  },
  { shows: "a quota of limits", objects: [...web, quota({ "limits.cpu": "1" })], want: [] },
  {
    shows: "a quota of some pods only",
    objects: [...web, quota({ pods: "1" }, { scopes: ["BestEffort"] })],
    want: [],
  },
  {
    shows: "the sum of two, at the larger one",
    objects: [...web, ...api, quota({ "requests.cpu": "6" })],
    want: ["warning ExceedsQuota"],
  },
  { shows: "two that fit", objects: [...web, ...api, quota({ "requests.cpu": "7" })], want: [] },
  {
    shows: "more than the nodes have",
    objects: [...web, node("a", "2"), node("b", "2")],
    want: ["note ExceedsNodes"],
  },
  {
    shows: "as much as the nodes have",
    objects: [...web, node("a", "2"), node("b", "3")],
    want: [],
  },
])("capacity: $shows", ({ objects, want }) => {
  expect(found(objects)).toEqual(want);
});

it("names the sum, the limit and the largest", () => {
  const [finding] = findingsIn([...api, ...web, quota({ "requests.cpu": "6", pods: "100" })]);
  expect(finding?.object.name).toBe("web");
  expect(finding?.message).toBe(
    "at their maximum, all autoscalers of the namespace ask for 7 cores (this one for 5 cores, the most), but ResourceQuota web allows 6 cores",
  );
});
