import { describe, expect, it } from "vitest";

import { ClaimIndex, type Claimed } from "../../controller/claims/claim-index.ts";
import { operationsOf } from "../../engine/testing/operations.ts";
import { poolMember } from "../autoscaler/testing/pool-member.ts";
import { err, ok, type Result } from "../../engine/model/values/result.ts";
import { kubeError, type KubeError } from "../../kube/transport/errors.ts";
import type { AdmissionContext, AdmissionPorts } from "./admission-ports.ts";
import { checkSelector } from "./check-selector.ts";
import { portsOf, problem } from "./testing/ports.ts";

const deployments = { apiVersion: "apps/v1", kind: "Deployment" };
const serving = { ...deployments, selector: { matchLabels: { service: "web" } } };
const labels = { service: "web" };

/** What the watches know of monitors: the objects of these names, each with a selector. */
function monitorsOf(objects: Readonly<Record<string, Claimed>>): ClaimIndex {
  const monitors = new ClaimIndex(
    () => undefined,
    () => labels,
  );
  const changes = Object.keys(objects).map((name, index) => {
    const creationTimestamp = `2026-01-01T00:00:0${index % 10}Z`;
    const metadata = {
      name,
      namespace: "shop",
      uid: name,
      resourceVersion: "1",
      creationTimestamp,
    };
    return { key: `shop/${name}`, current: { metadata }, previous: undefined };
  });
  monitors.update({ kind: "Autoscaler", isForeign: false }, changes, ({ metadata }) => {
    const monitored = objects[metadata.name];
    return monitored ? [monitored] : [];
  });
  return monitors;
}

const proposing = (fields: Partial<AdmissionContext> = {}): AdmissionContext => ({
  ...{ namespace: "shop", requester: { username: "ann" }, mode: "Active" },
  proposed: { kind: "Autoscaler", name: "green", uid: undefined },
  ...{ wasNamed: false, wasClaimed: false, wasScaled: false },
  ...fields,
});

const selected = [poolMember("blue", 2), poolMember("green", 2)];

const review = async (
  given: Partial<AdmissionPorts>,
  context: AdmissionContext,
  { isTarget = false, members = selected } = {},
) => {
  const pools = { read: () => Promise.resolve({ kind: "known", members } as const) };
  const ports = portsOf(problem("TargetNotFound"), { pools, ...given });
  const selector = { path: "spec.monitorSelectors[0]", selector: serving, isTarget };
  const { errors } = await checkSelector(ports, selector, context);
  return errors.map(({ code, severity, message }) => `${severity} ${code}: ${message}`);
};

describe("an object that monitors workloads", () => {
  const warning =
    "warning MonitoringOverlap: Autoscaler blue monitors Deployment blue as well, so both add replicas for the same load";

  // prettier-ignore
  it.each<{ when: string; objects: Record<string, Claimed>; context?: Partial<AdmissionContext>; isTarget?: boolean; want: string[] }>([
    { when: "no other object monitors anything",       objects: {},                                              want: [] },
    { when: "another object monitors the same",        objects: { blue: serving },                               want: [warning] },
    { when: "another one monitors another kind",       objects: { blue: { ...serving, kind: "StatefulSet" } },   want: [] },
    { when: "another one monitors other labels",       objects: { blue: { ...deployments, selector: { matchLabels: { service: "api" } } } }, want: [] },
    { when: "it is itself the other one",              objects: { green: serving }, context: { proposed: { kind: "Autoscaler", name: "green", uid: "green" } }, want: [] },
    { when: "it replaces a deleted object of its name", objects: { green: serving },                             want: [] },
    { when: "it scales nothing",                       objects: { blue: serving },  context: { mode: "DryRun" }, want: [] },
    { when: "the selector chooses its target",         objects: { blue: serving },  isTarget: true,              want: [] },
  ])("gets the warnings $want if $when", async ({ objects, context, isTarget, want }) => {
    const monitors = monitorsOf(objects);
    expect(await review({ monitors }, proposing(context), { isTarget: isTarget ?? false })).toEqual(want);
  });

  it("costs no more if ten thousand objects monitor other workloads", () => {
    const others = (count: number) =>
      Object.fromEntries(
        Array.from({ length: count }, (_, index) => {
          const selector = { matchLabels: { service: `other-${index}` } };
          return [`scaler-${index}`, { ...deployments, selector }];
        }),
      );
    const work = (count: number): number => {
      const monitors = monitorsOf(others(count));
      const { ref } = poolMember("blue", 2);
      return operationsOf(() => void monitors.firstOther(undefined, "shop", ref));
    };
    expect(work(10_000)).toBeLessThanOrEqual(work(10) + 5);
  });
});

describe("a user who selects the target by labels", () => {
  const denied =
    "error AccessDenied: ann may not update every gadgets.example.dev/scale in shop, and so may not have them selected by labels";
  const unknown = "error AccessUnknown: whether you may scale it could not be found out: no answer";
  const silent = kubeError("Timeout", { request: "review", message: "no answer" });

  // prettier-ignore
  it.each<{ when: string; may: Result<boolean, KubeError>; isTarget: boolean; members?: typeof selected; want: string[]; asked: number }>([
    { when: "may scale every object of the kind",        may: ok(true),     isTarget: true,              want: [],        asked: 1 },
    { when: "may not scale every object of the kind",    may: ok(false),    isTarget: true,              want: [denied],  asked: 1 },
    { when: "may not, and nothing has the labels yet",   may: ok(false),    isTarget: true, members: [], want: [denied, "warning TargetNotFound: no Deployment has these labels yet"], asked: 1 },
    { when: "has rights that cannot be looked up",           may: err(silent),  isTarget: true,              want: [unknown], asked: 1 },
    { when: "only counts what the selector matches",     may: ok(false),    isTarget: false,             want: [],        asked: 0 },
  ])("$when: $want", async ({ may, isTarget, members, want, asked }) => {
    const reviews: unknown[] = [];
    const mayScale: AdmissionPorts["access"]["mayScale"] = (requester, scale) => {
      reviews.push([requester.username, scale.namespace, scale.name]);
      return Promise.resolve(may);
    };
    const found = await review({ access: { mayScale } }, proposing(), { isTarget, ...(members && { members }) });
    expect(found).toEqual(want);
    expect(reviews).toEqual(Array(asked).fill(["ann", "shop", null]));
  });
});
