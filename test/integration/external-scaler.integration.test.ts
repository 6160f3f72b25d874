import { X509Certificate } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, inject } from "vitest";

import type { AutoscalerSpec } from "../../crds/generated/autoscaler.ts";
import {
  type ExternalScaler,
  type ScalerAnswers,
  startExternalScaler,
} from "../../hack/cluster/external-scaler/external-scaler.ts";
import { makeCertificate } from "../../hack/cluster/operator/certificate.ts";
import { it, type Workloads } from "./cluster/workloads.ts";
import { eventually } from "./eventually.ts";
import { mountSecret, scalerSecretName } from "./prometheus/metric-sources.ts";

const asking = (source: string, fields: object = {}): Partial<AutoscalerSpec> => ({
  metrics: [
    { type: "ExternalScaler", externalScaler: { source, metadata: { queue: "jobs" }, ...fields } },
  ],
  behavior: { scaleDown: { stabilizationWindowSeconds: 0 } },
});
const waiting = (value: number, more: ScalerAnswers = {}): ScalerAnswers => ({
  ...{ active: value > 0, metrics: [{ name: "queueLength", target: 10, values: [value] }] },
  ...more,
});
const unavailable = { code: 14, message: "the queue is away" };

const replicasBecome = (workloads: Workloads, want: number, name = "web") =>
  eventually(async () => {
    expect(await workloads.replicas(name)).toBe(want);
  });

const problemBecomes = (workloads: Workloads, says: string) =>
  eventually(async () => {
    const { conditions = [] } = await workloads.scalerStatus("web");
    const active = conditions.find(({ type }) => type === "ScalingActive");
    expect(active).toMatchObject({ status: "False", reason: "FailedGetExternalScalerMetric" });
    expect(active?.message).toContain(says);
  });

const idle = { replicas: 1, usage: {} };

let scaler: ExternalScaler;
const start = () =>
  startExternalScaler({ address: `127.0.0.1:${inject("metricSources").queuesPort}` });
beforeAll(async () => {
  scaler = await start();
});
afterAll(async () => {
  await scaler.stop();
});

describe("an Autoscaler with an external scaler of KEDA", () => {
  it("follows its values and targets, and tells it who asks", async ({ workloads }) => {
    await scaler.set(waiting(40), `${workloads.namespace}/web`);
    await workloads.run("web", idle);
    await workloads.scaler("web", asking("queues"));
    await replicasBecome(workloads, 4);
    const { currentMetrics, decision } = await workloads.scalerStatus("web");
    expect(currentMetrics).toEqual([
      {
        type: "ExternalScaler",
        externalScaler: { source: "queues", current: { averageValue: "40" } },
      },
    ]);
    expect(decision?.votes).toMatchObject([{ source: "external scaler queues" }]);
    expect((await scaler.counts()).metadata).toEqual({ queue: "jobs" });

    const target = { type: "AverageValue" as const, averageValue: 8 };
    await workloads.editScaler("web", asking("queues", { metricName: "queueLength", target }));
    await replicasBecome(workloads, 5);
  });

  it("keeps its size while the scaler is slow, wrong or fails, and delays no other object", async ({
    workloads,
  }) => {
    const { namespace } = workloads;
    const own = `${namespace}/web`;
    await scaler.set(waiting(30), own);
    await workloads.run("web", idle);
    await workloads.scaler("web", asking("queues"));
    await workloads.run("other", idle);
    await workloads.scaler("other", asking("queues"));
    await replicasBecome(workloads, 3);
    for (const [wrong, says] of [
      [{ delayMs: { GetMetrics: 60_000 } }, "no answer in time"],
      [{ errors: { GetMetrics: unavailable } }, "the queue is away"],
      [{ metrics: [{ name: "queueLength", target: 10 }] }, "the scaler returned no value"],
    ] as const) {
      await scaler.set(waiting(0, { active: true, ...wrong }), own);
      await problemBecomes(workloads, says);
      expect(await workloads.replicas("web")).toBe(3);
    }
    await scaler.set(waiting(20), `${namespace}/other`);
    await replicasBecome(workloads, 2, "other");
    await scaler.set(waiting(10), own);
    await replicasBecome(workloads, 1);
    expect((await scaler.counts()).connections).toBe(1);
  });

  it("wakes from 0 on the scaler's announcement, long before it would ask again", async ({
    workloads,
  }) => {
    const syncPeriodSeconds = 60;
    const own = `${workloads.namespace}/web`;
    const pushed = { ...asking("queues", { push: true }), minReplicas: 0 };
    await scaler.set(waiting(0), own);
    await workloads.run("web", idle);
    await workloads.scaler("web", { ...pushed, syncPeriodSeconds });
    await replicasBecome(workloads, 0);
    const before = await eventually(async () => {
      const counts = await scaler.counts();
      expect(counts.streams).toBe(1);
      return counts;
    });
    const since = performance.now();
    await scaler.set(waiting(25), own);
    // Not a time limit, which a busy machine exceeds, but a share of the period.
    while ((await workloads.replicas("web")) === 0) {
      expect((performance.now() - since) / (syncPeriodSeconds * 1_000)).toBeLessThan(1 / 4);
    }
    const { calls, connected } = await scaler.counts();
    expect(connected).toBe(1);
    // What follows is about the replica that now runs.
    expect((calls["IsActive"] ?? 0) - (before.calls["IsActive"] ?? 0)).toBeLessThanOrEqual(1);
    await workloads.editScaler("web", { syncPeriodSeconds: 3 });
    await replicasBecome(workloads, 3);
    await eventually(async () => {
      expect((await scaler.counts()).streams).toBe(0);
    });
  });

  it("goes on when the scaler comes back", async ({ workloads }) => {
    const own = `${workloads.namespace}/web`;
    await scaler.set(waiting(20), own);
    await workloads.run("web", idle);
    await workloads.scaler("web", asking("queues"));
    await replicasBecome(workloads, 2);
    await scaler.stop();
    await problemBecomes(workloads, "the server cannot be reached (ECONNREFUSED)");
    expect(await workloads.replicas("web")).toBe(2);
    scaler = await start();
    await scaler.set(waiting(50), own);
    await replicasBecome(workloads, 5);
  });
});

describe("an external scaler with a private authority that demands a client certificate", () => {
  const folder = mkdtempSync(join(tmpdir(), "trimtab-external-scaler-"));
  const file = (name: string): string => join(folder, name);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it("is asked with the certificates of the Secret, also with rotated ones", async ({
    workloads,
  }) => {
    const sources = inject("metricSources");
    const [first, second, stranger] = await Promise.all(
      Array.from({ length: 3 }, () => makeCertificate(["serverAuth", "clientAuth"])),
    );
    if (!first || !second || !stranger) throw new Error("there are three certificates");
    const use = ({ ca, cert, key }: typeof first): void => {
      mountSecret(sources, { "ca.crt": ca, "tls.crt": cert, "tls.key": key }, scalerSecretName);
    };
    const serve = ({ cert, key }: typeof first): void => {
      writeFileSync(file("cert.pem"), cert);
      writeFileSync(file("key.pem"), key);
    };
    serve(first);
    writeFileSync(file("clients.pem"), first.ca + second.ca);
    const guarded = await startExternalScaler({
      address: `127.0.0.1:${sources.guardedPort}`,
      tls: { cert: file("cert.pem"), key: file("key.pem"), clientCa: file("clients.pem") },
    });
    try {
      await guarded.set(waiting(20));
      await workloads.run("web", idle);
      await workloads.scaler("web", asking("guarded"));
      await problemBecomes(workloads, `Secret ${scalerSecretName} is missing`);
      use(first);
      await replicasBecome(workloads, 2);
      expect((await guarded.counts()).clientSerial).toBe(serialOf(first.cert));
      serve(second);
      use(second);
      await guarded.set(waiting(30));
      await eventually(async () => {
        expect((await guarded.counts()).clientSerial).toBe(serialOf(second.cert));
      });
      await replicasBecome(workloads, 3);
      expect((await guarded.counts()).connections).toBe(1);
      use(stranger);
      await problemBecomes(workloads, "the server cannot be reached (");
      expect(await workloads.replicas("web")).toBe(3);
    } finally {
      await guarded.stop();
    }
  });
});

/** As Go writes it. */
const serialOf = (pem: string): string =>
  BigInt(`0x${new X509Certificate(pem).serialNumber}`).toString(16);
