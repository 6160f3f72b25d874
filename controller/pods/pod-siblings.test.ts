import { describe, expect, it } from "vitest";

import type { RawPod } from "../../engine/model/observation/pod.ts";
import { PodSiblings } from "./pod-siblings.ts";

const raw = (name: string, cpu = "100m", app = "web", generateName = "web-7d9-"): RawPod => ({
  metadata: { name, namespace: "shop", generateName, labels: { app } },
  spec: { containers: [{ name: "main", resources: { requests: { cpu } } }] },
});

describe("two pods", () => {
  // prettier-ignore
  it.each<{ show: string; other: RawPod; labels: boolean; requests: boolean }>([
    { show: "of one template share labels and requests",      other: raw("b"),                          labels: true,  requests: true },
    { show: "of a StatefulSet share requests",                other: raw("b", "100m", "web-1"),         labels: false, requests: true },
    { show: "of which one was resized share labels",          other: raw("b", "200m"),                  labels: true,  requests: false },
    { show: "of different templates share both, if they are equal", other: raw("b", "100m", "web", "api-"), labels: true, requests: true },
    { show: "with other requests share nothing",              other: raw("b", "200m", "web", "api-"),   labels: false, requests: false },
  ])("$show", ({ other, labels, requests }) => {
    const siblings = new PodSiblings();
    const [a, b] = [siblings.trim(raw("a"), undefined), siblings.trim(other, undefined)];
    expect([a.labels === b.labels, a.requests === b.requests]).toEqual([labels, requests]);
    expect([b.name, b.labels]).toEqual(["b", other.metadata?.labels]);
  });

  it("are the same pod after an update, which keeps what has not changed", () => {
    const siblings = new PodSiblings();
    const before = siblings.trim(raw("a"), undefined);
    siblings.trim(raw("b", "300m"), undefined);
    const after = siblings.trim(raw("a", "200m"), before);
    expect(after.labels).toBe(before.labels);
    expect(after.requests).not.toEqual(before.requests);
  });
});
