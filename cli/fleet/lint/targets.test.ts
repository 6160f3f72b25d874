import { describe, expect, it } from "vitest";

import {
  container,
  cpu,
  deployment,
  findingsIn,
  found,
  hpa,
  memory,
  other,
  usage,
} from "../testing/objects.ts";

const limits = (cpuLimit: string) => container({ limits: { cpu: cpuLimit } });
const target = (averageUtilization: number) => ({
  metrics: [cpu({ type: "Utilization", averageUtilization })],
});
const ofContainer = (name: string) => ({
  metrics: [
    {
      type: "ContainerResource",
      containerResource: {
        name: "cpu",
        container: name,
        target: { type: "Utilization", averageUtilization: 120 },
      },
    },
  ],
});
const silent = { currentMetrics: [] };

describe("targets and requests", () => {
  it.each([
    {
      shows: "a target above limit/request",
      spec: target(120),
      containers: [limits("500m")],
      want: ["error UnreachableTarget"],
    },
    {
      shows: "a target above 100%, and limits alone",
      ...{ spec: target(120), containers: [container({ requests: {}, limits: { cpu: "1" } })] },
      want: ["error UnreachableTarget"],
    },
    {
      shows: "a target that the tolerance makes unreachable",
      spec: target(95),
      containers: [limits("500m")],
      want: ["error UnreachableTarget"],
    },
    {
      shows: "a target below limit/request",
      spec: target(80),
      containers: [limits("500m")],
      want: [],
    },
    {
      shows: "the same target with higher limits",
      spec: target(120),
      containers: [limits("1")],
      want: [],
    },
    {
      shows: "the same target without a limit",
      spec: target(120),
      containers: [container()],
      want: [],
    },
    {
      shows: "a second container without a limit",
      spec: target(120),
      containers: [limits("500m"), container({}, "second")],
      want: [],
    },
    {
      shows: "a narrow tolerance of its own",
      spec: { ...target(95), behavior: { scaleUp: { tolerance: "0.02" } } },
      ...{ containers: [limits("500m")], want: [] },
    },
    {
      shows: "an unreachable target next to another metric",
      spec: { metrics: [...target(120).metrics, memory()] },
      ...{
        containers: [limits("500m")],
        want: ["warning UnreachableTarget", "warning MetricFailing", "note MemoryTarget"],
      },
    },
    {
      shows: "an average above the limit",
      spec: { metrics: [cpu({ type: "AverageValue", averageValue: "600m" })] },
      containers: [limits("500m")],
      want: ["error UnreachableTarget"],
    },
    {
      shows: "an average below the limit",
      spec: { metrics: [cpu({ type: "AverageValue", averageValue: "300m" })] },
      containers: [limits("500m")],
      want: [],
    },
    {
      shows: "the limited one of two containers",
      spec: ofContainer("main"),
      containers: [limits("500m"), container({}, "second")],
      want: ["error UnreachableTarget"],
    },
    {
      shows: "the other one of two containers",
      spec: ofContainer("second"),
      containers: [limits("500m"), container({}, "second")],
      want: [],
    },
    {
      shows: "a container that is injected",
      spec: ofContainer("proxy"),
      containers: [limits("500m")],
      status: silent,
      want: [],
    },
    {
      shows: "no requests",
      spec: {},
      containers: [container({ requests: {} })],
      status: silent,
      want: ["error NoRequests"],
    },
    {
      shows: "a second container without requests",
      spec: {},
      containers: [container(), container({ requests: {} }, "second")],
      status: silent,
      want: ["error NoRequests"],
    },
    {
      shows: "no requests, but a value: a webhook sets them",
      spec: {},
      containers: [container({ requests: {} })],
      want: [],
    },
    {
      shows: "limits in place of requests",
      spec: {},
      containers: [container({ requests: {}, limits: { cpu: "1" } })],
      status: silent,
      want: [],
    },
    {
      shows: "requests of the pod as a whole",
      spec: {},
      containers: [container({ requests: {} })],
      pod: { resources: { requests: { cpu: "1" } } },
      status: silent,
      want: [],
    },
    {
      shows: "limits of the pod as a whole",
      spec: {},
      containers: [container({ requests: {} })],
      pod: { resources: { limits: { cpu: "1" } } },
      status: silent,
      want: [],
    },
    {
      shows: "limits of the pod as a whole, and requests of one container",
      spec: target(120),
      containers: [container(), container({ requests: {} }, "second")],
      pod: { resources: { limits: { cpu: "1" } } },
      status: silent,
      want: [],
    },
    {
      shows: "limits of the pod as a whole that are its requests",
      spec: target(120),
      containers: [container({ requests: {} })],
      pod: { resources: { limits: { cpu: "1" } } },
      want: ["error UnreachableTarget"],
    },
    {
      shows: "a target that was exceeded: the requests of its pods are lower",
      spec: target(120),
      containers: [limits("500m")],
      status: { currentMetrics: [usage("cpu", 150)] },
      want: [],
    },
    {
      shows: "no requests, and an average",
      spec: { metrics: [cpu({ type: "AverageValue", averageValue: "300m" })] },
      containers: [container({ requests: {} })],
      status: silent,
      want: [],
    },
    {
      shows: "no requests of an init container that ends",
      ...{ spec: {}, containers: [container()], pod: { initContainers: [{ name: "init" }] } },
      ...{ status: silent, want: [] },
    },
    {
      shows: "no requests of a sidecar",
      ...{
        spec: {},
        containers: [container()],
        pod: { initContainers: [{ name: "proxy", restartPolicy: "Always" }] },
      },
      ...{ status: silent, want: ["error NoRequests"] },
    },
  ])("$shows", ({ spec, containers, want, status = {}, pod = {} }) => {
    expect(found([hpa(spec, status), deployment(containers, {}, { pod })])).toEqual(want);
  });

  it("names the containers, the numbers and the remedy", () => {
    const unreachable = findingsIn([hpa(target(120)), deployment([limits("500m")])]);
    expect(unreachable[0]).toMatchObject({
      message:
        "its target for cpu is 120%, but the limits allow 100%; more pods need usage above the target plus 10%",
      remedy: "set the target for cpu well below 90.9%, or raise the limits of Deployment web",
    });
    const without = findingsIn([hpa({}, silent), deployment([container({ requests: {} })])]);
    expect(without[0]?.message).toContain("these containers request none: main");
  });
});

const limitRange = (...ranges: object[]) => other("v1", "LimitRange", { limits: ranges });

it.each([
  {
    shows: "requests",
    of: limitRange({ type: "Pod" }, { type: "Container", defaultRequest: { cpu: "100m" } }),
    want: [],
  },
  {
    shows: "limits",
    of: limitRange({ type: "Container", default: { cpu: "1" } }),
    want: ["error UnreachableTarget"],
  },
  {
    shows: "other requests",
    of: limitRange({ type: "Container", defaultRequest: { memory: "1Gi" } }),
    want: ["error NoRequests"],
  },
  {
    shows: "requests of pods",
    of: limitRange({ type: "Pod", defaultRequest: { cpu: "1" } }),
    want: ["error NoRequests"],
  },
  {
    shows: "requests in another namespace",
    of: {
      ...limitRange({ type: "Container", defaultRequest: { cpu: "1" } }),
      metadata: { name: "web", namespace: "other" },
    },
    want: ["error NoRequests"],
  },
])("a LimitRange gives $shows", ({ of, want }) => {
  expect(found([hpa(target(120), silent), deployment([container({ requests: {} })]), of])).toEqual(
    want,
  );
});

const scaling = (apiVersion: string, kind: string, name = "web") =>
  hpa({ scaleTargetRef: { apiVersion, kind, name } });
const kruise = other("apps.kruise.io/v1beta1", "StatefulSet", {});
const owned = { ownerReferences: [{ kind: "Rollout", name: "web", controller: true }] };
const replicaSet = { ...deployment(undefined, owned), kind: "ReplicaSet" };

it.each([
  { shows: "is not there", objects: [hpa()], want: ["error TargetMissing"] },
  { shows: "is there", objects: [hpa(), deployment()], want: [] },
  {
    shows: "is of another group with the same kind",
    objects: [scaling("apps.kruise.io/v1beta1", "StatefulSet"), kruise],
    want: [],
  },
  {
    shows: "has its name and kind only in another group",
    objects: [scaling("apps/v1", "StatefulSet"), kruise],
    want: ["error TargetMissing"],
  },
  {
    shows: "has an older version",
    objects: [scaling("extensions/v1beta1", "Deployment"), deployment()],
    want: [],
  },
  {
    shows: "is a ReplicaSet that something owns",
    objects: [scaling("apps/v1", "ReplicaSet"), replicaSet],
    want: [],
  },
  {
    shows: "has no name, as in a patch",
    objects: [hpa({ scaleTargetRef: undefined }), deployment()],
    want: [],
  },
])("a target that $shows", ({ objects, want }) => {
  expect(found(objects)).toEqual(want);
});
