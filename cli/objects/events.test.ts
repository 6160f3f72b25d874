import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";

import { StubServer } from "../../kube/testing/stub-server.ts";
import { kubeconfigFor } from "../testing/kubeconfig.ts";
import { web } from "../testing/objects.ts";
import { Cluster } from "./cluster.ts";
import { scalingObjectOf } from "./scaling-object.ts";

const folder = mkdtempSync(join(tmpdir(), "trimtab-"));
let server: StubServer;
/** How many Events the server has. */
let stored = 0;

beforeAll(async () => {
  server = await StubServer.start(({ query }, response) => {
    const first = Number(query["continue"] ?? 0);
    const count = Math.min(Number(query["limit"]), stored - first);
    const items = Array.from({ length: count }, (_, index) => ({
      metadata: { name: `event-${first + index}`, resourceVersion: "1" },
    }));
    const next = first + count < stored ? { continue: String(first + count) } : {};
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify({ metadata: { resourceVersion: "1", ...next }, items }));
  });
  writeFileSync(join(folder, "config"), kubeconfigFor(server.url));
});
beforeEach(() => {
  vi.stubEnv("KUBECONFIG", join(folder, "config"));
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await server.close();
});

// prettier-ignore
it.each([
  { shows: "none",                     events: 0,     pages: ["0"],               reads: 0,    says: { ok: true } },
  { shows: "those of several pages",   events: 600,   pages: ["0", "250"],        reads: 600,  says: { ok: true } },
  { shows: "as many as are asked for", events: 1000,  pages: ["0", "250", "750"], reads: 1000, says: { ok: true } },
  { shows: "the page with too many",   events: 90000, pages: ["0", "250", "750"], reads: 1000, says: { ok: false, error: "it has more than 1000 Events; some may be missing" } },
])("reads the Events of an object: $shows", async ({ events, pages, reads, says }) => {
  stored = events;
  server.requests.length = 0;
  const cluster = new Cluster();
  const object = scalingObjectOf(web);
  const seen: object[] = [];
  const read = await cluster.eventsOf(object!, event => void seen.push(event), 1000);
  await cluster.close();
  expect(read).toMatchObject(says);
  const lists = server.requests.filter(({ path }) => path.endsWith("/events"));
  const asked = lists.map(({ query }) => query["continue"] ?? "0");
  expect({ pages: asked, reads: seen.length }).toEqual({ pages, reads });
});
