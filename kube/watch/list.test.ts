import { afterEach, describe, expect, it } from "vitest";

import { mostBytes } from "../transport/response-size.ts";
import { apiPath } from "../transport/api-path.ts";
import { listAll } from "./list.ts";
import { cleanUp } from "../testing/cleanups.ts";
import { json, type Handler } from "../testing/stub-server.ts";
import { stubbed } from "../testing/stub-transport.ts";

afterEach(cleanUp);

const kib = 1024;
const mebibyte = kib ** 2;

/** Pages as an API server returns them: up to `limit` items; everything without a limit. */
const paging =
  (objects: readonly { readonly name: string; readonly kib: number }[], pages: number[]): Handler =>
  ({ query }, response) => {
    const { limit = Infinity, continue: resume = 0 } = query;
    const from = Number(resume);
    const items = objects.slice(from, from + Number(limit));
    pages.push(items.length);
    const next = from + items.length;
    const metadata = {
      resourceVersion: "7",
      ...(next < objects.length ? { continue: String(next) } : {}),
    };
    json(response, 200, {
      metadata,
      items: items.map(({ name, kib: size }) => ({
        metadata: { name, uid: name, resourceVersion: "1" },
        text: "x".repeat(size * kib),
      })),
    });
  };

const objects = (count: number, size: number, prefix = "n") =>
  Array.from({ length: count }, (_, index) => ({ name: `${prefix}-${index}`, kib: size }));

async function list(stored: ReturnType<typeof objects>, pageBytes?: number) {
  const pages: number[] = [];
  const { transport } = await stubbed(paging(stored, pages));
  const read: string[] = [];
  const { signal } = new AbortController();
  const collect = ({ metadata: { name } }: { metadata: { name: string } }) => read.push(name);
  const from = { path: apiPath("api", "v1", "nodes"), ...(pageBytes && { pageBytes }) };
  const listed = await listAll(transport, from, collect, signal);
  return { listed, read, pages };
}

const pageKib = mostBytes.page / kib;

// prettier-ignore
describe("a long list", () => {
  it.each([
    { shows: "is read in pages, larger ones of small objects",    stored: objects(1_200, 0),            pages: [250, 500, 450] },
    { shows: "is read in pages of a mebibyte",                    stored: objects(300, kib / 100),      pages: [250, 50] },
    { shows: "of large objects is read in smaller pages",         stored: objects(100, pageKib / 100),  pages: [100, 100, 63, 12, 12, 12, 1] },
    { shows: "is read in larger pages again after large objects", stored: [...objects(32, pageKib / 20, "l"), ...objects(600, 0)], pages: [250, 125, 63, 32, 16, 2, 2, 2, 2, 2, 2, 2, 2, 2, 4, 8, 16, 32, 64, 128, 256, 90] },
    { shows: "of the largest objects is read one by one",         stored: objects(2, pageKib + 1),      pages: [2, 2, 2, 2, 2, 2, 2, 2, 1, 1] },
  ])("$shows, in order, and with each object once", async ({ stored, pages: want }) => {
    const { listed, read, pages } = await list(stored);
    expect(listed).toEqual({ ok: true, value: "7" });
    expect(read).toEqual(stored.map(({ name }) => name));
    expect(pages).toEqual(want);
  });
});

it("may be read in larger pages", async () => {
  const stored = objects(1_000, 8);
  expect((await list(stored)).pages).toEqual([250, 127, 127, 127, 127, 127, 115]);
  expect((await list(stored, 4 * mebibyte)).pages).toEqual([250, 500, 250]);
});

it.each([
  { shows: "an unknown object", answer: { hello: "world" } },
  { shows: "null", answer: null },
  { shows: "a list without items", answer: { metadata: { resourceVersion: "7" }, items: {} } },
  { shows: "a list of other values", answer: { metadata: { resourceVersion: "7" }, items: [1] } },
])("$shows is not a list", async ({ answer }) => {
  const { transport } = await stubbed((_, response) => {
    json(response, 200, answer);
  });
  const path = apiPath("api", "v1", "nodes");
  const listed = await listAll(transport, { path }, () => undefined, new AbortController().signal);
  const why = { request: "GET /api/v1/nodes", message: "the answer is not a list" };
  expect(listed).toMatchObject({ ok: false, error: { code: "Malformed", ...why } });
});

it("an object beyond the maximum size is an error", async () => {
  const { listed } = await list(objects(1, mostBytes.object / kib));
  expect(listed).toMatchObject({ ok: false, error: { code: "TooLarge" } });
});
