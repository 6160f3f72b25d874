import { describe, expect, it } from "vitest";

import { podRequests, type RawContainer, type RawPodSpec, requestOf } from "./pod-requests.ts";

const container = (name: string, requests?: Record<string, string>): RawContainer => ({
  name,
  resources: requests ? { requests } : {},
});
const sidecar = (name: string, requests: Record<string, string>): RawContainer => ({
  ...container(name, requests),
  restartPolicy: "Always",
});
const cpu = (quantity: string): Record<string, string> => ({ cpu: quantity });
const two = [container("c1", cpu("100m")), container("c2", cpu("50m"))];
const pod = (requests: Record<string, string>) => ({ resources: { requests } });

describe("requestOf", () => {
  // prettier-ignore
  it.each<{ shows: string; spec: RawPodSpec; of?: string; resource?: string; milli: bigint }>([
    { shows: "the sum of the containers",             spec: { containers: two },                                            milli: 150n },
    { shows: "nothing for an empty spec",             spec: {},                                                             milli: 0n },
    { shows: "the pod's own request",                 spec: { containers: two, ...pod(cpu("800m")) },                       milli: 800n },
    { shows: "the pod's own request without containers'", spec: { containers: [container("c1")], ...pod(cpu("800m")) },         milli: 800n },
    { shows: "one container's request",               spec: { containers: two }, of: "c1",                                  milli: 100n },
    { shows: "one container's request, not the pod's", spec: { containers: two, ...pod(cpu("800m")) }, of: "c2",             milli: 50n },
    { shows: "a sidecar, but not a plain init container", spec: { containers: two, initContainers: [container("i", cpu("9")), sidecar("s", cpu("20m"))] }, milli: 170n },
    { shows: "a sidecar by name",                     spec: { containers: two, initContainers: [sidecar("s", cpu("20m"))] }, of: "s", milli: 20n },
    { shows: "no overhead without the pod's own request", spec: { containers: two, overhead: cpu("10m") },                      milli: 150n },
    { shows: "the pod's own request and overhead",    spec: { containers: two, overhead: cpu("10m"), ...pod(cpu("800m")) }, milli: 810n },
    { shows: "containers' cpu with a pod's memory",   spec: { containers: two, overhead: cpu("10m"), ...pod({ memory: "1Gi" }) }, milli: 160n },
    { shows: "only containers that request the resource", spec: { containers: [container("c1"), container("c2", cpu("50m"))], ...pod({ memory: "1Gi" }) }, milli: 50n },
    { shows: "overhead alone",                        spec: { containers: [container("c1")], overhead: cpu("10m"), ...pod({ memory: "1Gi" }) }, milli: 10n },
    { shows: "a plain init container with a larger request", spec: { containers: two, initContainers: [container("i", cpu("900m"))], ...pod({ memory: "1Gi" }) }, milli: 900n },
    { shows: "an init container and the sidecars before it", spec: { containers: two, initContainers: [sidecar("s", cpu("20m")), container("i", cpu("900m")), sidecar("t", cpu("5m"))], ...pod({ memory: "1Gi" }) }, milli: 920n },
    { shows: "containers and sidecars, if that is more", spec: { containers: two, initContainers: [sidecar("s", cpu("20m")), container("i", cpu("90m"))], ...pod({ memory: "1Gi" }) }, milli: 170n },
    { shows: "huge pages as a pod's own request",     spec: { containers: two, ...pod({ "hugepages-2Mi": "4Mi" }) }, resource: "hugepages-2Mi", milli: 4_194_304_000n },
    { shows: "nothing of a pod that requests storage", spec: { containers: two, ...pod({ "ephemeral-storage": "1Gi" }) },    milli: 150n },
    { shows: "parts summed before rounding",          spec: { containers: [], overhead: { memory: "400u" }, ...pod({ memory: "400u" }) }, resource: "memory", milli: 1n },
  ])("counts $shows", ({ spec, of: name = null, resource = "cpu", milli }) => {
    expect(requestOf(podRequests(spec), resource, name)).toEqual({ ok: true, value: milli });
  });

  // prettier-ignore
  it.each<{ when: string; spec: RawPodSpec; of?: string; says: string }>([
    { when: "one container has none",       spec: { containers: [...two, container("c3")] },                        says: "no request for cpu in container c3" },
    { when: "a sidecar has none",           spec: { containers: two, initContainers: [sidecar("s", {})] },          says: "no request for cpu in container s" },
    { when: "the named container has none", spec: { containers: [container("c1"), ...two.slice(1)] }, of: "c1",     says: "no request for cpu in container c1" },
    { when: "there is no such container",   spec: { containers: two }, of: "c9",                                    says: "no container c9" },
    { when: "neither pod nor containers have one", spec: { containers: [container("c1")], ...pod({ memory: "1Gi" }) },    says: "no request for cpu" },
    { when: "a quantity cannot be read",    spec: { containers: [container("c1", cpu("much"))] },                   says: "no request for cpu in container c1" },
  ])("fails when $when", ({ spec, of: name = null, says }) => {
    expect(requestOf(podRequests(spec), "cpu", name)).toEqual({ ok: false, error: says });
  });
});
