import { afterEach, expect, it } from "vitest";

import { apiPath } from "./api-path.ts";
import { listAll } from "./list.ts";
import { json, StubServer, type Handler } from "./testing/stub-server.ts";
import { transportTo } from "./testing/stub-transport.ts";

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

const names = Array.from({ length: 1_200 }, (_, index) => `n-${index}`);

/** Pages as an API server makes them: as long as `limit` says; without a limit, everything. */
const paging =
  (sizes: number[]): Handler =>
  ({ query }, response) => {
    const { limit = Infinity, continue: resume = 0 } = query;
    const from = Number(resume);
    const items = names.slice(from, from + Number(limit));
    sizes.push(items.length);
    const next = from + items.length;
    const metadata = {
      resourceVersion: "7",
      ...(next < names.length ? { continue: String(next) } : {}),
    };
    const objects = items.map(name => ({ metadata: { name, uid: name, resourceVersion: "1" } }));
    json(response, 200, { metadata, items: objects });
  };

it("reads a long list in pages, in order, and each object once", async () => {
  const sizes: number[] = [];
  const server = await StubServer.start(paging(sizes));
  const transport = transportTo(server);
  cleanups.push(
    () => server.close(),
    () => transport.close(),
  );
  const read: string[] = [];
  const listed = await listAll(
    transport,
    { path: apiPath("api", "v1", "nodes") },
    ({ metadata: { name } }) => read.push(name),
    new AbortController().signal,
  );
  expect(listed).toEqual({ ok: true, value: "7" });
  expect(read).toEqual(names);
  expect(sizes).toEqual([500, 500, 200]);
});
