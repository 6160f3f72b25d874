import { expect, it, vi } from "vitest";

import { err, ok } from "../../engine/model/values/result.ts";
import { kubeError } from "../../kube/transport/errors.ts";
import { Transport } from "../../kube/transport/transport.ts";
import { certificateFlags, configOf } from "../testing/config.ts";
import { MetricsRegistry } from "../telemetry/metrics-registry.ts";
import { makeDependencies } from "./dependencies.ts";

function environmentOf(flag: string) {
  return makeDependencies(configOf(...certificateFlags, "--log-level=silent", flag), "0");
}

it.each([true, false])(
  "a replica may not write before it knows that no other installation does, with an election: %s",
  leaderElect => {
    const { writeFence } = environmentOf(`--leader-elect=${leaderElect}`);
    expect(writeFence.mayWrite("ns/web")).toBe(false);
  },
);

it("applies the log level, and adds only the replica name to each line", () => {
  const { log } = environmentOf("--replica-name=a");
  expect([log.level, log.bindings()]).toEqual(["silent", { replica: "a" }]);
});

it("has metrics of its reflectors with the resource as a label", () => {
  const observe = vi.spyOn(MetricsRegistry.prototype, "observe");
  environmentOf("--replica-name=a");
  const labels = Object.fromEntries(observe.mock.calls.map(([name, label]) => [name, label]));
  observe.mockRestore();
  expect(labels).toMatchObject({
    trimtab_kube_reflectors: "resource",
    trimtab_kube_reflector_objects: "resource",
    trimtab_queue_depth: "kind",
  });
});

it("reports an API server outage once, and calls the subscribers when it ends", async () => {
  const away = kubeError("Unreachable", { request: "GET /version", message: "no" });
  const request = vi.spyOn(Transport.prototype, "request").mockResolvedValue(ok({}));
  request.mockResolvedValueOnce(err(away));
  const { log, recovery, participants } = environmentOf("--replica-name=a");
  const [warn, info] = [vi.spyOn(log, "warn"), vi.spyOn(log, "info")];
  const back = new Promise<void>(resolve => {
    participants.join({ reconnected: resolve });
  });
  recovery.suspect();
  await back;
  expect(warn.mock.calls).toEqual([[{ error: away }, expect.stringContaining("does not answer")]]);
  expect(info.mock.calls).toEqual([["the API server answers again"]]);
});
