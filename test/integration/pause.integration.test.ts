import { resolve } from "node:path";

import { describe, expect } from "vitest";

import { apiRequest, mustRequest } from "../../hack/cluster/api.ts";
import { run } from "../../hack/host/run.ts";
import { scaleWritesTo } from "./cluster/audit.ts";
import { scaleTarget } from "./cluster/objects.ts";
import { it, type Sandbox } from "./cluster/sandbox.ts";
import { unguarded } from "./cluster/unguarded.ts";
import { eventually } from "./eventually.ts";

const program = resolve(import.meta.dirname, "../../bin/trimtab");
const autoscalers = "apis/autoscaling.trimtab.dev/v1alpha1/autoscalers";
const proportional = "apis/autoscaling.trimtab.dev/v1alpha1/clusterproportionalautoscalers";
const perNode = { linear: { nodesPerReplica: 1 } };

/** RFC 3339, in whole seconds. */
const inSeconds = (seconds: number): string =>
  new Date(Date.now() + seconds * 1000).toISOString().replace(/\.\d+/, "");

const annotations = (given: Readonly<Record<string, string | null>>) => ({
  metadata: {
    annotations: Object.fromEntries(
      Object.entries(given).map(([key, value]) => [`autoscaling.trimtab.dev/${key}`, value]),
    ),
  },
});

const becomes = (sandbox: Sandbox, count: number, name = "dns") =>
  eventually(async () => {
    expect(await sandbox.replicas(name)).toBe(count);
  });

const pauseIs = (sandbox: Sandbox, want: object | undefined) =>
  eventually(async () => {
    const { Paused } = await sandbox.conditions("dns");
    if (want === undefined) expect(Paused).toBeUndefined();
    else expect(Paused).toMatchObject(want);
  });

describe.concurrent("a pause by annotation", () => {
  it("stops the object and ends by itself, without a write or an event", async ({ sandbox }) => {
    await Promise.all([sandbox.nodes.add(2), sandbox.deployments({ dns: 1, other: 1 })]);
    await Promise.all([sandbox.autoscaler("dns", perNode), sandbox.autoscaler("other", perNode)]);
    await becomes(sandbox, 2);
    const until = inSeconds(12);
    const paused = annotations({ "paused-until": until, "paused-reason": "INC-7" });
    expect((await sandbox.tryEdit("dns", paused)).code).toBe(200);
    const message = `nothing is scaled until ${until}: INC-7`;
    await pauseIs(sandbox, { status: "True", reason: "PausedUntil", message });
    expect(await sandbox.status("dns")).toMatchObject({
      summary: `paused until ${until}`,
      message: `Paused until ${until}: INC-7`,
    });
    expect(await sandbox.targetConditions("dns")).toMatchObject({
      ScalingActive: { status: "False", reason: "Paused" },
    });

    await sandbox.nodes.add(3);
    // The same change of the cluster reaches both at once.
    await becomes(sandbox, 5, "other");
    const writes = await scaleWritesTo(sandbox, "dns");
    await becomes(sandbox, 5);
    expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(until));
    // The audit log has the write a moment after the Deployment.
    await eventually(async () => {
      expect(await scaleWritesTo(sandbox, "dns")).toBe(writes + 1);
    });
    await pauseIs(sandbox, undefined);
    await eventually(async () => {
      const events = await sandbox.events("dns");
      const told = events.map(({ type, reason }) => `${type} ${reason}`);
      expect(told).toEqual(expect.arrayContaining(["Normal PausedUntil", "Normal Resumed"]));
    });
    // The expired annotation is still there, and prevents nothing.
    const resized = await sandbox.tryEdit("dns", { spec: { linear: { nodesPerReplica: 5 } } });
    expect(resized.code).toBe(200);
  });

  it("of scale-down holds decreases only, until trimtab resume", async ({ sandbox }) => {
    const env = { ...process.env, KUBECONFIG: sandbox.cluster.kubeconfig };
    const trimtab = (...args: readonly string[]) =>
      run(program, [...args, "--namespace", sandbox.namespace], { env });
    const sized = (nodesPerReplica: number) => ({
      linear: { nodesPerReplica },
      behavior: { scaleDown: { stabilizationWindowSeconds: 0 } },
    });
    await Promise.all([sandbox.nodes.add(6), sandbox.deployments({ dns: 1 })]);
    await sandbox.autoscaler("dns", sized(2));
    await becomes(sandbox, 3);
    const reason = "a sale";
    const paused = await trimtab("pause", "dns", "--for=1h", "--scale-down", `--reason=${reason}`);
    expect(paused).toMatchObject({ code: 0, stderr: "" });
    await pauseIs(sandbox, { status: "True", reason: "ScaleDownPausedUntil" });
    await sandbox.edit("dns", sized(6));
    await eventually(async () => {
      expect(await sandbox.targetConditions("dns")).toMatchObject({
        AbleToScale: { status: "True", reason: "ScaleDownPaused" },
      });
    });
    expect((await trimtab("explain", "dns")).stdout).toContain(reason);
    expect(await sandbox.replicas("dns")).toBe(3);
    await sandbox.edit("dns", sized(1));
    await becomes(sandbox, 6);
    await sandbox.edit("dns", sized(6));
    expect(await trimtab("resume", "dns")).toMatchObject({ code: 0, stderr: "" });
    await becomes(sandbox, 1);
    expect(await trimtab("pause", "absent", "--for=1h")).toMatchObject({ code: 1, stdout: "" });
  });

  it("that is invalid is refused with what to write, and ignored with a condition", async ({
    sandbox,
  }) => {
    await Promise.all([sandbox.nodes.add(2), sandbox.deployments({ dns: 1 })]);
    const zoneless = inSeconds(3600).replace("Z", "");
    const zonelessPause = annotations({ "paused-until": zoneless });
    await sandbox.autoscaler("dns", perNode);
    await unguarded(sandbox, () => sandbox.patch(proportional, "dns", zonelessPause));
    const told = expect.stringContaining("has no time zone; append the zone") as string;
    await pauseIs(sandbox, { status: "False", reason: "InvalidAnnotation", message: told });
    await becomes(sandbox, 2);
    const refused = [
      { value: inSeconds(-60), says: "has passed" },
      { value: `${zoneless}.5`, says: "has no time zone; append the zone: " },
      { value: "tomorrow", says: "is not an RFC 3339 time; write date, time and zone: " },
      { value: inSeconds(31 * 86_400), says: "is more than 30 days ahead; write a time until " },
    ];
    for (const { value, says } of refused) {
      // The webhook reviews this namespace again a moment later.
      const { body } = await eventually(async () => {
        const path = `${sandbox.path(proportional, "dns")}?dryRun=All`;
        const edit = annotations({ "paused-until": value });
        const answer = await apiRequest(sandbox.cluster, "PATCH", path, edit);
        expect(answer.code).toBe(422);
        return answer;
      });
      expect(body.message).toContain("metadata.annotations[autoscaling.trimtab.dev/paused-until]");
      expect(body.message).toContain(says);
    }
    const removed = await sandbox.tryEdit("dns", annotations({ "paused-until": null }));
    expect(removed.code).toBe(200);
    await pauseIs(sandbox, undefined);
  });

  it("that is invalid is refused in a new Autoscaler, too, and of scale-down", async ({
    sandbox,
  }) => {
    const spec = { scaleTargetRef: scaleTarget("Deployment", "web"), maxReplicas: 9 };
    const path = `${sandbox.path(autoscalers)}?dryRun=All`;
    for (const { value, says } of [
      { value: inSeconds(-60), says: "has passed" },
      { value: inSeconds(3600).replace("Z", ""), says: "has no time zone" },
      { value: inSeconds(31 * 86_400), says: "is more than 30 days ahead" },
    ]) {
      for (const name of ["paused-until", "scale-down-paused-until"]) {
        const { metadata } = annotations({ [name]: value });
        const { code, text } = await apiRequest(sandbox.cluster, "POST", path, {
          ...{ apiVersion: "autoscaling.trimtab.dev/v1alpha1", kind: "Autoscaler" },
          ...{ metadata: { name: "web", ...metadata }, spec },
        });
        expect([code, text]).toEqual([422, expect.stringContaining(says)]);
        expect(text).toContain(`metadata.annotations[autoscaling.trimtab.dev/${name}]`);
      }
    }
  });
});

describe.concurrent("a pause while a rival waits", () => {
  const rival = (minReplicas: number) => ({
    ...{ apiVersion: "autoscaling.trimtab.dev/v1alpha1", kind: "Autoscaler" },
    metadata: { name: "rival" },
    spec: { scaleTargetRef: scaleTarget("Deployment", "dns"), minReplicas, maxReplicas: 9 },
  });
  const rivalIs = (sandbox: Sandbox, generation: number, reason: string) =>
    eventually(async () => {
      const { status } = await sandbox.get(autoscalers, "rival");
      const { observedGeneration, conditions = [] } = status as {
        readonly observedGeneration: number;
        readonly conditions?: readonly { readonly type: string; readonly reason: string }[];
      };
      const ready = conditions.find(({ type }) => type === "Ready");
      expect([observedGeneration, ready?.reason]).toEqual([generation, reason]);
    });

  it("keeps the claim, and DryRun hands the target over", async ({ sandbox }) => {
    await Promise.all([sandbox.nodes.add(2), sandbox.deployments({ dns: 1 })]);
    await sandbox.autoscaler("dns", perNode);
    await becomes(sandbox, 2);
    await unguarded(sandbox, () => sandbox.create(autoscalers, rival(5)));
    await rivalIs(sandbox, 1, "ConflictingAutoscaler");
    for (const [index, pause] of [
      annotations({ "paused-until": inSeconds(600) }),
      { spec: { mode: "Paused" } },
    ].entries()) {
      expect((await sandbox.tryEdit("dns", pause)).code).toBe(200);
      await pauseIs(sandbox, { status: "True" });
      // Each edit makes the rival look again.
      await sandbox.patch(autoscalers, "rival", rival(6 + index));
      await rivalIs(sandbox, 2 + index, "ConflictingAutoscaler");
      expect(await sandbox.replicas("dns")).toBe(2);
    }
    await sandbox.edit("dns", { mode: "DryRun" });
    await becomes(sandbox, 7);
    await rivalIs(sandbox, 3, "Ready");
    // A pause would take the target from the rival, which is younger.
    expect((await sandbox.tryEdit("dns", { spec: { mode: "Paused" } })).code).toBe(422);
    await mustRequest(sandbox.cluster, "DELETE", sandbox.path(autoscalers, "rival"));
  });
});
