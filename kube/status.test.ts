import { describe, expect, it } from "vitest";

import { err, ok } from "../engine/result.ts";
import { kubeError } from "./errors.ts";
import { writeStatus } from "./status.ts";
import { ScriptedTransport } from "./testing/scripted-transport.ts";

const path = "/apis/x/v1/namespaces/a/things/b";
const status = { summary: "fine" };
const sameObject = { op: "test", path: "/metadata/uid", value: "u" };
const write = { op: "add", path: "/status", value: status };

describe("writeStatus", () => {
  it.each([
    { shows: "the object", expected: { uid: "u" }, body: [sameObject, write] },
    {
      shows: "the object and its spec",
      expected: { uid: "u", generation: 4 },
      body: [sameObject, { op: "test", path: "/metadata/generation", value: 4 }, write],
    },
  ])("replaces the whole status if $shows is still the same", async ({ expected, body }) => {
    const transport = new ScriptedTransport(() => ok({}));
    await writeStatus(transport, path, status, expected);
    expect(transport.requests).toEqual([
      {
        method: "PATCH",
        path: `${path}/status`,
        query: { fieldManager: "trimtab" },
        contentType: "application/json-patch+json",
        body,
      },
    ]);
  });

  it("gives back what the server says", async () => {
    const refused = err(kubeError("Invalid", { request: "PATCH", message: "test failed" }));
    expect(
      await writeStatus(new ScriptedTransport(() => refused), path, status, { uid: "u" }),
    ).toEqual(refused);
  });
});
