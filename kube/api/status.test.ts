import { describe, expect, it } from "vitest";

import { err, ok } from "../../engine/model/values/result.ts";
import { apiPath } from "../transport/api-path.ts";
import { kubeError } from "../transport/errors.ts";
import { writeStatus } from "./status.ts";
import { ScriptedTransport } from "../testing/scripted-transport.ts";

const path = apiPath("apis", "x", "v1", "namespaces", "a", "things", "b", "status");
const status = { summary: "fine" };
const mayWrite = () => true;
const sameObject = { op: "test", path: "/metadata/uid", value: "u" };
const expected = { uid: "u", resourceVersion: "4", mayWrite };
const sameVersion = { op: "test", path: "/metadata/resourceVersion", value: "4" };
const write = { op: "add", path: "/status", value: status };

describe("writeStatus", () => {
  it("replaces the whole status if the object still has the same version", async () => {
    const transport = new ScriptedTransport(() => ok({}));
    await writeStatus(transport, path, status, expected);
    expect(transport.requests).toEqual([
      {
        method: "PATCH",
        path,
        query: { fieldManager: "trimtab" },
        contentType: "application/json-patch+json",
        body: [sameObject, sameVersion, write],
        mayWrite,
      },
    ]);
  });

  it("returns the server's response", async () => {
    const refused = err(kubeError("Invalid", { request: "PATCH", message: "test failed" }));
    expect(await writeStatus(new ScriptedTransport(() => refused), path, status, expected)).toEqual(
      refused,
    );
  });
});
