import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

import { describe, expect } from "vitest";

import type { AutoscalerSpec, AutoscalerStatus } from "../../crds/generated/autoscaler.ts";
import { actingFor, mustRequest } from "../../hack/cluster/api.ts";
import { writeKubeconfig } from "../../hack/cluster/kubeconfig.ts";
import { operatorNamespace, operatorUser } from "../../hack/cluster/operator/chart.ts";
import { tokenFor } from "../../hack/cluster/token.ts";
import { spawnSession } from "../../hack/host/session.ts";
import { bindOperator } from "./bind-operator.ts";
import { loggedRequests } from "./cluster/audit.ts";
import { scaleTarget } from "./cluster/objects.ts";
import { type EventObject, it, type Sandbox } from "./cluster/sandbox.ts";
import { sharedOperator } from "./cluster/shared-operator.ts";
import { eventually } from "./eventually.ts";

const group = "apis/autoscaling.trimtab.dev/v1alpha1";
const scalers = `${group}/autoscalers`;
const records = `${group}/forecastrecords`;
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const periodSeconds = 1_800;
const program = join(
  import.meta.dirname,
  "../../capabilities/autoscaler/testing/virtual-operator.ts",
);

/** The next Monday: the object is older than what it decides. */
const start = (() => {
  const monday = Date.parse("2026-03-02T00:00:00Z");
  return monday + Math.ceil((Date.now() - monday) / (7 * dayMs)) * 7 * dayMs;
})();
const at = (day: number, hour = 0): number => start + day * dayMs + hour * hourMs;

/** All at once: there is one sync in the half hour before the rise. */
const policies = [{ type: "Pods" as const, value: 100, periodSeconds: 60 }];
const target = { type: "AverageValue" as const, averageValue: "1" };
const forecasting = (fields: Partial<AutoscalerSpec>) => ({
  ...{ apiVersion: "autoscaling.trimtab.dev/v1alpha1", kind: "Autoscaler" },
  metadata: { name: "web" },
  spec: {
    scaleTargetRef: scaleTarget("Deployment", "web"),
    ...{ minReplicas: 1, maxReplicas: 100 },
    metrics: [{ type: "External" as const, external: { metric: { name: "load" }, target } }],
    forecast: { mode: "Active", leadSeconds: 240 },
    ...fields,
  },
});

/** Lets another installation own the namespace, which the shared operator then leaves alone. */
async function leaveToAnother(sandbox: Sandbox): Promise<void> {
  const { cluster, namespace } = sandbox;
  await bindOperator(sandbox, "other");
  const other = actingFor(cluster, { user: "other" });
  const lease = {
    ...{ apiVersion: "coordination.k8s.io/v1", kind: "Lease" },
    metadata: { name: "trimtab-namespace" },
    spec: {
      ...{ holderIdentity: "other/trimtab", leaseDurationSeconds: 3_600 },
      acquireTime: "2026-01-01T00:00:00.000000Z",
      renewTime: new Date(Date.now()).toISOString().replace("Z", "000Z"),
    },
  };
  const path = sandbox.path("apis/coordination.k8s.io/v1/leases");
  // Rights and policies take effect a moment later.
  await eventually(() => mustRequest(other, "POST", path, lease));
  await eventually(async () => {
    const text = await (await fetch(`${sharedOperator().metricsUrl}/metrics`)).text();
    expect(text).toMatch(
      new RegExp(`^trimtab_namespace_conflict\\{.*namespace="${namespace}".*\\} 1$`, "m"),
    );
  });
}

interface Count {
  readonly at: number;
  readonly replicas: number;
}

/** An operator in virtual time, with the rights of the chart's service account. */
class VirtualOperator {
  readonly #child;
  readonly #answers: AsyncIterator<string>;
  #log = "";

  constructor(sandbox: Sandbox, kubeconfig: string, from: number) {
    const { PATH = "" } = process.env;
    const args = [program, `${sandbox.namespace}/web`, `${from}`, `${periodSeconds * 1_000}`];
    this.#child = spawnSession(process.execPath, args, { env: { PATH, KUBECONFIG: kubeconfig } });
    const { stdout, stderr } = this.#child;
    if (!stdout || !stderr) throw new Error("the operator has no output");
    stderr.setEncoding("utf8").on("data", (text: string) => (this.#log += text));
    this.#answers = createInterface({ input: stdout })[Symbol.asyncIterator]();
  }

  /** The counts that it found until then. */
  async until(time: number, quiet: number | null = null): Promise<Count[]> {
    this.#child.stdin?.write(`${JSON.stringify({ until: time, quiet })}\n`);
    const answer = (await this.#answers.next()) as IteratorResult<string, undefined>;
    if (answer.done) throw new Error(`the operator ended:\n${this.#log}`);
    return JSON.parse(answer.value) as Count[];
  }

  /** Resolves with its log once it has saved its record. */
  async end(): Promise<string> {
    const exited = once(this.#child, "exit");
    this.#child.stdin?.end();
    await exited;
    return this.#log;
  }
}

/** The count that was there at 8 o'clock, when the load rises on working days. */
const countAt8 = (counts: readonly Count[], day: number): number | undefined =>
  counts.find(({ at: time }) => time === at(day, 8))?.replicas;

const statusOf = async (sandbox: Sandbox): Promise<AutoscalerStatus> =>
  (await sandbox.get(scalers, "web")).status ?? {};

const verdictOf = ({ conditions = [] }: AutoscalerStatus): string | undefined =>
  conditions
    .filter(({ type }) => type === "ForecastActive")
    .map(({ status, reason }) => `${status}/${reason}`)
    .join();

async function eventsOf(sandbox: Sandbox): Promise<EventObject[]> {
  const path = sandbox.path("api/v1/events");
  const { items = [] } = await mustRequest(sandbox.cluster, "GET", path);
  return items as unknown as EventObject[];
}

describe("an Autoscaler with a forecast", () => {
  it("learns, acts ahead of a rise, survives a handover, and stops once the rise no longer comes", async ({
    sandbox,
  }) => {
    const { cluster, namespace } = sandbox;
    await leaveToAnother(sandbox);
    await sandbox.deployments({ web: 3 });
    const { metadata } = await sandbox.create(
      scalers,
      forecasting({ syncPeriodSeconds: periodSeconds, behavior: { scaleUp: { policies } } }),
    );
    const folder = mkdtempSync(join(tmpdir(), "trimtab-virtual-"));
    const [tokenFile, kubeconfig] = [join(folder, "token"), join(folder, "kubeconfig")];
    const account = operatorUser.split(":").at(-1) ?? "";
    writeFileSync(tokenFile, await tokenFor(cluster, operatorNamespace, account));
    await writeKubeconfig(cluster, { tokenFile }, kubeconfig);

    // Three weeks of learning.
    const first = new VirtualOperator(sandbox, kubeconfig, start);
    const learning = await first.until(at(20, 23));
    expect([7, 8, 14, 15].map(day => countAt8(learning, day))).toEqual([2, 2, 2, 2]);
    const learned = await statusOf(sandbox);
    expect(verdictOf(learned)).toBe("False/Learning");
    expect(learned.forecast).toMatchObject({ gate: "Closed", reason: "Learning" });

    // The gate has opened at midnight.
    const acting = await first.until(at(21, 8));
    expect(await sandbox.replicas("web")).toBeGreaterThanOrEqual(20);
    expect(acting.at(-1)?.replicas).toBe(2);
    const open = await statusOf(sandbox);
    const since = new Date(at(21)).toISOString().slice(0, 10);
    expect(open.forecast).toMatchObject({ gate: "Open", reason: "Worthwhile", since });
    expect(open.forecast?.expected?.replicas).toBeGreaterThanOrEqual(20);
    expect(verdictOf(open)).toBe("True/Worthwhile");
    expect(open.decision?.steps.find(({ step }) => step === "forecast")?.message).toMatch(
      /^on 3 of the last 4 Mondays the load grew (9|10)(\.\d+)?-fold within \d+ minutes from 07:\d\d: 2\d replicas rather than 2$/,
    );
    await first.until(at(22, 12));
    expect(await first.end()).toBe("");

    // Another replica continues from the record.
    const saved = (await sandbox.get(records, "web")) as object;
    expect(saved).toMatchObject({
      metadata: {
        ownerReferences: [
          { kind: "Autoscaler", name: "web", uid: metadata?.uid, controller: true },
        ],
      },
      state: { version: 1, gate: { isOpen: true, verdict: "Worthwhile" } },
    });
    const { state } = saved as { readonly state: object };
    expect(JSON.stringify(state).length).toBeLessThanOrEqual(16 * 1_024);
    const second = new VirtualOperator(sandbox, kubeconfig, at(22, 12));
    await second.until(at(22, 13));
    expect(verdictOf(await statusOf(sandbox))).toBe("True/Worthwhile");
    const week = await second.until(at(28), at(28));
    expect([23, 24, 25].map(day => (countAt8(week, day) ?? 0) >= 20)).toEqual([true, true, true]);
    // A Saturday.
    expect(countAt8(week, 26)).toBe(2);

    // The load stays low from the next Monday on.
    const shifted = await second.until(at(30, 12), at(28));
    expect(countAt8(shifted, 28)).toBeGreaterThanOrEqual(20);
    expect(shifted.find(({ at: time }) => time === at(28, 10))?.replicas).toBe(2);
    expect(countAt8(shifted, 30)).toBe(2);
    const wrong = await statusOf(sandbox);
    expect(wrong.forecast).toMatchObject({ gate: "Open", reason: "WrongTwice" });
    expect(verdictOf(wrong)).toBe("False/WrongTwice");
    const quiet = await second.until(at(41), at(28));
    expect(Math.max(...quiet.map(({ replicas }) => replicas))).toBe(2);
    const closed = await statusOf(sandbox);
    expect(closed.forecast?.gate).toBe("Closed");
    expect(await second.end()).toBe("");

    const told = (await eventsOf(sandbox)).filter(({ reason }) => reason.startsWith("Forecast"));
    expect(told.map(({ type, reason }) => `${type} ${reason}`)).toEqual([
      "Normal ForecastOpened",
      "Normal ForecastClosed",
    ]);

    const requests = (await loggedRequests(cluster, namespace)).filter(
      ({ objectRef, userAgent }) =>
        objectRef?.resource === "forecastrecords" && userAgent.startsWith("trimtab/virtual"),
    );
    const ofVerb = (verb: string) =>
      requests.filter(each => each.verb === verb && each.code < 300).length;
    expect(ofVerb("list")).toBe(2);
    // One more at the end of each process.
    expect(ofVerb("patch")).toBeGreaterThan((40 * 24) / 6);
    expect(ofVerb("patch")).toBeLessThanOrEqual((41 * 24) / 6 + 2);
    expect(requests).toHaveLength(2 + ofVerb("patch"));
    rmSync(folder, { recursive: true });
  });
});

describe("the operator of an Autoscaler with ForecastOnly", () => {
  it("shows that it learns, and its record goes with the object", async ({ sandbox }) => {
    await sandbox.deployments({ web: 3 });
    const forecast = { mode: "ForecastOnly" as const };
    const object = forecasting({ syncPeriodSeconds: 3, forecast });
    const { metadata } = await sandbox.create(scalers, object);
    await eventually(async () => {
      const status = await statusOf(sandbox);
      expect(status.forecast).toMatchObject({ gate: "Closed", reason: "Learning" });
      expect(verdictOf(status)).toBe("False/Learning");
    });
    const owner = {
      ...{ apiVersion: "autoscaling.trimtab.dev/v1alpha1", kind: "Autoscaler", name: "web" },
      ...{ uid: metadata?.uid, controller: true },
    };
    const state = {
      ...{ version: 1, records: [], days: [], week: [], counts: [] },
      gate: { isOpen: false, verdict: "Learning", restDays: 0, isWrongTwice: false },
    };
    // Its own first save is hours away.
    await sandbox.create(records, {
      ...{ apiVersion: "autoscaling.trimtab.dev/v1alpha1", kind: "ForecastRecord", state },
      metadata: { name: "web", ownerReferences: [owner] },
    });
    await sandbox.delete(scalers, "web");
    await eventually(async () => {
      const { items } = await mustRequest(sandbox.cluster, "GET", sandbox.path(records));
      expect(items).toEqual([]);
    });
  });
});
