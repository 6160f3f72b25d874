import { describe, expect, it } from "vitest";

import {
  podRequests,
  type RawContainer,
  type RawPodResources,
  type RawPodSpec,
  requestOf,
} from "./pod-requests.ts";

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
    { shows: "the pod's own request without overhead", spec: { containers: two, overhead: cpu("10m"), ...pod(cpu("800m")) }, milli: 800n },
    { shows: "containers' cpu with a pod's memory",   spec: { containers: two, overhead: cpu("10m"), ...pod({ memory: "1Gi" }) }, milli: 150n },
    { shows: "only containers that request the resource", spec: { containers: [container("c1"), container("c2", cpu("50m"))], ...pod({ memory: "1Gi" }) }, milli: 50n },
    { shows: "a plain init container with a larger request", spec: { containers: two, initContainers: [container("i", cpu("900m"))], ...pod({ memory: "1Gi" }) }, milli: 900n },
    { shows: "an init container and the sidecars before it", spec: { containers: two, initContainers: [sidecar("s", cpu("20m")), container("i", cpu("900m")), sidecar("t", cpu("5m"))], ...pod({ memory: "1Gi" }) }, milli: 920n },
    { shows: "containers and sidecars, if that is more", spec: { containers: two, initContainers: [sidecar("s", cpu("20m")), container("i", cpu("90m"))], ...pod({ memory: "1Gi" }) }, milli: 170n },
    { shows: "huge pages as a pod's own request",     spec: { containers: two, ...pod({ "hugepages-2Mi": "4Mi" }) }, resource: "hugepages-2Mi", milli: 4_194_304_000n },
    { shows: "nothing of a pod that requests storage", spec: { containers: two, ...pod({ "ephemeral-storage": "1Gi" }) },    milli: 150n },
    { shows: "parts summed before rounding",          spec: { containers: [container("c1", { memory: "400u" }), container("c2", { memory: "400u" })], ...pod(cpu("1")) }, resource: "memory", milli: 1n },
  ])("counts $shows", ({ spec, of: name = null, resource = "cpu", milli }) => {
    expect(requestOf(podRequests(spec), resource, name)).toEqual({ ok: true, value: milli });
  });

  const status = (name: string, fields: object) => ({ name, ...fields });
  const inEffect = (requests: Record<string, string>) => ({ resources: { requests } });
  const sidecars = { containers: two, initContainers: [sidecar("s", cpu("20m"))] };

  // prettier-ignore
  it.each<{ shows: string; spec: RawPodSpec; of?: string; reported: RawPodResources; running: bigint; specified: bigint }>([
    { shows: "a resize that the node cannot do",      spec: { containers: two }, reported: { containerStatuses: [status("c1", inEffect(cpu("10m")))] },                                     running: 60n, specified: 150n },
    { shows: "a resize that is not done yet",         spec: { containers: two }, reported: { containerStatuses: [status("c1", { allocatedResources: cpu("100m"), ...inEffect(cpu("400m")) })] }, running: 450n, specified: 150n },
    { shows: "what the node has admitted, if nothing else is known", spec: { containers: two }, reported: { containerStatuses: [status("c1", { allocatedResources: cpu("10m") })] },          running: 60n, specified: 150n },
    { shows: "the spec where nothing is reported",    spec: { containers: two }, reported: { containerStatuses: [status("c1", inEffect({ memory: "1Gi" })), status("c9", inEffect(cpu("9")))] }, running: 150n, specified: 150n },
    { shows: "the same, written otherwise",           spec: { containers: two }, reported: { containerStatuses: [status("c1", inEffect(cpu("0.1")))] },                                     running: 150n, specified: 150n },
    { shows: "one container",                         spec: { containers: two }, of: "c1", reported: { containerStatuses: [status("c1", inEffect(cpu("10m")))] },                           running: 10n, specified: 100n },
    { shows: "a sidecar",                             spec: sidecars,            reported: { initContainerStatuses: [status("s", inEffect(cpu("5m")))] },                                   running: 155n, specified: 170n },
    { shows: "the pod's own request",                 spec: { containers: two, ...pod(cpu("800m")) }, reported: inEffect(cpu("400m")),                                                      running: 400n, specified: 800n },
    { shows: "the pod's own request that the node has admitted", spec: { containers: two, ...pod(cpu("800m")) }, reported: { allocatedResources: cpu("300m") },                              running: 300n, specified: 800n },
    { shows: "no request of the pod that its spec lacks", spec: { containers: two }, reported: { allocatedResources: cpu("300m") },                                                         running: 150n, specified: 150n },
    { shows: "overhead only in what is specified",    spec: { containers: two, overhead: cpu("10m"), ...pod(cpu("800m")) }, reported: {},                                                   running: 800n, specified: 810n },
    { shows: "overhead with a pod's memory",          spec: { containers: two, overhead: cpu("10m"), ...pod({ memory: "1Gi" }) }, reported: {},                                             running: 150n, specified: 160n },
    { shows: "no overhead next to requests of containers", spec: { containers: two, overhead: cpu("10m") }, reported: {},                                                                   running: 150n, specified: 150n },
  ])("counts $shows", ({ spec, of: name = null, reported, running, specified }) => {
    const requests = podRequests(spec, reported);
    expect(requestOf(requests, "cpu", name)).toEqual({ ok: true, value: running });
    expect(requestOf(requests, "cpu", name, "Specified")).toEqual({ ok: true, value: specified });
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
