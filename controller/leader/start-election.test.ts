import pino from "pino";
import { expect, it } from "vitest";

import { systemClock } from "../../kube/clock.ts";
import { ScriptedTransport } from "../../kube/testing/scripted-transport.ts";
import { makeElection, startElection } from "./start-election.ts";
import { MetricsRegistry } from "../telemetry/metrics-registry.ts";
import { certificateFlags, configOf } from "../testing/config.ts";
import { later, withFakeTimers } from "../testing/fake-timers.ts";
import { LeaseServer } from "../testing/lease-server.ts";
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
  participants.join({ leaderCallbacks: { onStartedLeading, onStoppedLeading } });
  const transport = new ScriptedTransport(cluster.answer);
  const election = makeElection({
    ...{ config, participants, telemetry },
    ...{ log: pino({ enabled: false }), clock: systemClock, random: () => 0.5 },
    ...{ reflectors: cluster.reflectors(), transport },
  });
  startElection({ election, participants, telemetry });
  return { cluster, asked, transport };
}

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

it("leads at once, without another list, if leader election is off", () => {
  expect(scene(false).asked).toEqual(["started: no other leader before"]);
});
