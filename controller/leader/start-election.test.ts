import pino from "pino";
import { expect, it } from "vitest";

import { systemClock } from "../../kube/clock.ts";
import type { Lease } from "../../kube/api/lease.ts";
import type { KubeRequest } from "../../kube/transport/kube-request.ts";
import { ScriptedTransport } from "../../kube/testing/scripted-transport.ts";
import { makeLeadership } from "./start-election.ts";
import { MetricsRegistry } from "../telemetry/metrics-registry.ts";
import { certificateFlags, configOf } from "../testing/config.ts";
import { later, stay, withFakeTimers } from "../testing/fake-timers.ts";
import { LeaseServer } from "../testing/lease-server.ts";
import { LeaseStore } from "../testing/lease-store.ts";
import { Participants } from "../process/participants.ts";

withFakeTimers();

/** A replica that starts, with the calls to its controllers. */
function scene(leaderElect: boolean) {
  const cluster = new LeaseServer();
  const asked: string[] = [];
  const flags = ["--replica-name=a", "--lease-name=one", `--leader-elect=${leaderElect}`];
  const config = configOf(...certificateFlags, ...flags);
  const onStartedLeading = (isFirst: boolean): void => {
    asked.push(isFirst ? "started: no other leader before" : "started: list again first");
  };
  const onStoppedLeading = (): Promise<void> => Promise.resolve(void asked.push("stopped"));
  const telemetry = new MetricsRegistry({ version: "0", objectMetrics: false });
  const participants = new Participants();
  const onNamespacesLeft = (left: readonly string[]): void =>
    void asked.push(`left: ${left.join()}`);
  participants.join({ leaderCallbacks: { onStartedLeading, onStoppedLeading, onNamespacesLeft } });
  const namespaces = new LeaseStore();
  const transport = new ScriptedTransport(request =>
    isOfNamespace(request) ? namespaces.answer(request) : cluster.answer(request),
  );
  const leadership = makeLeadership({
    ...{ config, participants, telemetry },
    ...{ log: pino({ enabled: false }), clock: systemClock, random: () => 0.5 },
    ...{ reflectors: cluster.reflectors(), transport, sleep: stay },
  });
  leadership.start();
  return { cluster, asked, transport, namespaces, telemetry, leadership };
}

const isOfNamespace = ({ path, body }: KubeRequest): boolean =>
  path.endsWith("/trimtab-namespace") ||
  path === "/apis/coordination.k8s.io/v1/leases" ||
  (body as Lease | undefined)?.metadata.name === "trimtab-namespace";

it("lists our objects again when a replica wins the Lease, because another one may have led", async () => {
  const { cluster, asked } = scene(true);
  expect(asked).toEqual([]);
  await later(0);
  expect(asked).toEqual(["started: list again first"]);
  cluster.put({ holderIdentity: "b", leaseDurationSeconds: 15 });
  await later(60_000);
  expect(asked).toEqual(["started: list again first", "stopped", "started: list again first"]);
});

it("creates the Lease with the configured name in its own namespace", async () => {
  const { transport } = scene(true);
  await later(0);
  const leases = "/apis/coordination.k8s.io/v1/namespaces/ns/leases";
  const [asked, made] = transport.requests;
  expect([asked?.path, made?.path]).toEqual([`${leases}/one`, leases]);
  expect(made?.body).toMatchObject({ metadata: { namespace: "ns", name: "one" } });
});

it("leads at once, without another list, if leader election is off", async () => {
  const { asked } = scene(false);
  await later(0);
  expect(asked).toEqual(["started: no other leader before"]);
});

const annotations = { "autoscaling.trimtab.dev/namespaces": "*" };

function another() {
  const renewTime = new Date().toISOString();
  return { holderIdentity: "other/trimtab", leaseDurationSeconds: 60, renewTime };
}

it("does not lead while another installation works in all namespaces, and says so in a metric", async () => {
  const { cluster, namespaces, asked, telemetry } = scene(true);
  namespaces.put("shop", { metadata: { annotations }, spec: another() });
  await later(0);
  expect([cluster.lease?.spec?.holderIdentity, asked]).toEqual(["a", []]);
  const text = await telemetry.exposition();
  expect(text).toContain('trimtab_namespace_conflict{namespace="shop",holder="other/trimtab"} 1');
  expect(text).toContain("trimtab_leader 0");
  await later(120_000);
  expect(asked).toEqual(["started: list again first"]);
  expect(await telemetry.exposition()).not.toContain("trimtab_namespace_conflict{");
});

it("leads while others work in some namespaces, leaves these to them and names each one", async () => {
  const { namespaces, leadership, asked, telemetry } = scene(true);
  const mayWrite = () =>
    ["shop/web", "bank/web", "rest/web"].map(key => leadership.writeFence.mayWrite(key));
  const isLeft = () => ["shop/web", "rest/web"].map(key => leadership.writeFence.isLeft?.(key));
  for (const name of ["shop", "bank"]) namespaces.put(name, { spec: another() });
  await later(0);
  expect(asked).toEqual(["left: shop,bank", "started: list again first"]);
  expect([mayWrite(), isLeft()]).toEqual([
    [false, false, true],
    [true, false],
  ]);
  const text = await telemetry.exposition();
  expect(text).toContain('trimtab_namespace_conflict{namespace="shop",holder="other/trimtab"} 1');
  expect(text).toContain('trimtab_namespace_conflict{namespace="bank",holder="other/trimtab"} 1');
  expect(text).toContain("trimtab_leader 1");
  await later(120_000);
  expect(asked.at(-1)).toBe("left: shop,bank");
  expect(mayWrite()).toEqual([true, true, true]);
  expect(await telemetry.exposition()).not.toContain("trimtab_namespace_conflict{");
});
