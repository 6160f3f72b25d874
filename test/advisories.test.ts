import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";

import { afterAll, beforeAll, expect, it } from "vitest";

import { run } from "../hack/host/run.ts";

const check = join(import.meta.dirname, "../hack/checks/check-advisories.ts");
const advisory = { id: 1, url: "https://example.invalid/1", title: "Code runs" };

/** A registry that knows one advisory, or none at all: no real one can be made to have it. */
let answers = true;
let registry: Server;

beforeAll(async () => {
  registry = createServer((request, response) => {
    response.statusCode = request.method === "POST" ? (answers ? 200 : 405) : 404;
    const about = [{ ...advisory, severity: "low", vulnerable_versions: "*" }];
    response.end(JSON.stringify(answers ? { yaml: about } : {}));
  });
  await new Promise<void>(resolve => registry.listen(0, "127.0.0.1", resolve));
});
afterAll(() => registry.close());

// prettier-ignore
it.each([
  { shows: "reports an advisory about a package of a release", known: true,  required: false, code: 1, says: "yaml (low): Code runs, https://example.invalid/1" },
  { shows: "says that the registry has none",                  known: false, required: false, code: 0, says: "npm audit did not run: 405" },
  { shows: "fails then if it is required",                     known: false, required: true,  code: 1, says: "npm audit did not run: 405" },
])("npm audit $shows", async ({ known, required, code, says }) => {
  answers = known;
  const { port } = registry.address() as AddressInfo;
  const asked = { npm_config_registry: `http://127.0.0.1:${port}/`, AUDIT: required ? "required" : "" };
  const finished = await run(process.execPath, [check], { env: { ...process.env, ...asked } });
  expect(finished.stderr).toContain(says);
  expect(finished.code).toBe(code);
});
