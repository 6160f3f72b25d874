import { expect, it } from "vitest";

import { ok } from "../../engine/model/values/result.ts";
import { ScriptedTransport } from "../testing/scripted-transport.ts";
import { clearMark, markPod } from "./deletion-cost.ts";

const pod = { namespace: "ns", name: "web-1", deadlineMs: 500, mayWrite: () => true };
const cost = "controller.kubernetes.io/pod-deletion-cost";
const mark = "autoscaling.trimtab.dev/removed-first";

it("marks a pod by an apply that takes nothing from another client", async () => {
  const transport = new ScriptedTransport(() => ok({}));
  await markPod(transport, pod);
  expect(transport.requests).toMatchObject([
    {
      ...{ method: "PATCH", path: "/api/v1/namespaces/ns/pods/web-1", deadlineMs: 500 },
      query: { fieldManager: "trimtab" },
      contentType: "application/apply-patch+yaml",
      body: { metadata: { annotations: { [cost]: "-1000", [mark]: "true" } } },
    },
  ]);
  expect(transport.requests[0]?.query).not.toHaveProperty("force");
});

it("clears a mark only while the cost is its own", async () => {
  const transport = new ScriptedTransport(() => ok({}));
  await clearMark(transport, pod);
  const at = (name: string) => `/metadata/annotations/${name.replace("/", "~1")}`;
  expect(transport.requests[0]?.body).toEqual([
    { op: "test", path: at(cost), value: "-1000" },
    { op: "remove", path: at(cost) },
    { op: "test", path: at(mark), value: "true" },
    { op: "remove", path: at(mark) },
  ]);
});
