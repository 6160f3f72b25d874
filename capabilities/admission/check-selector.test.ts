import { describe, expect, it } from "vitest";

import { ClaimIndex, type Claimed } from "../../controller/claims/claim-index.ts";
import { operationsOf } from "../../controller/testing/operations.ts";
import { poolMember } from "../autoscaler/testing/pool-member.ts";
import type { AdmissionContext } from "./admission-context.ts";
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

const review = async (monitors: ClaimIndex, context: AdmissionContext, isTarget = false) => {
  const members = [poolMember("blue", 2), poolMember("green", 2)];
  const pools = { read: () => Promise.resolve({ kind: "known", members } as const) };
  const ports = portsOf(problem("TargetNotFound"), { monitors, pools });
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
    expect(await review(monitorsOf(objects), proposing(context), isTarget)).toEqual(want);
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
