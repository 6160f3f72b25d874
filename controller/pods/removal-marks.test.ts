import { setTimeout as sleep } from "node:timers/promises";

import { afterEach, describe, expect, it } from "vitest";

import { cleanUp } from "../../kube/testing/cleanups.ts";
import { json } from "../../kube/testing/stub-server.ts";
import { stubbed } from "../../kube/testing/stub-transport.ts";
import { RemovalMarks } from "./removal-marks.ts";

afterEach(cleanUp);

const namesOf = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => `p${index}`);
const web = "shop/web";

/** An API server that answers the first marks at once and the others never. */
async function scene({ answered = Infinity, workers = 16, limitMs = 100, mayWrite = true } = {}) {
  let requests = 0;
  const { server, transport } = await stubbed(
    (_, response) => {
      if (requests++ < answered) json(response, 200, { metadata: {} });
    },
    { connections: 8, waitShare: 0.5 },
  );
  const writeFence = { mayWrite: () => mayWrite };
  return { server, marks: new RemovalMarks({ transport, writeFence, workers, limitMs }) };
}

describe("marks", () => {
  it("are set and cleared with one request each", async () => {
    const { server, marks } = await scene({ limitMs: 10_000 });
    expect(await marks.order(web, { mark: ["a", "b"], clear: ["c"] })).toBeNull();
    expect(server.requests.map(({ path }) => path.split("/").at(-1)).sort()).toEqual([
      "a",
      "b",
      "c",
    ]);
  });

  it("that a slow API server does not answer are given up in time, and a sentence says how many", async () => {
    const { marks } = await scene({ answered: 0 });
    expect(await marks.order(web, { mark: namesOf(100), clear: [] })).toBe(
      "100 of 100 pods were not marked to be removed first: the API server did not answer within 100 ms, and the count does not wait longer",
    );
  });

  it("are never sent after the change that they precede", async () => {
    const { server, marks } = await scene({ answered: 0 });
    await marks.order(web, { mark: namesOf(100), clear: [] });
    // The server, in the same process, may still have to read what was sent in time.
    await sleep(50);
    const before = server.requests.length;
    await sleep(50);
    expect(server.requests.length).toBe(before);
    expect(before).toBeLessThanOrEqual(8);
  });

  it("to clear are given up in time, too", async () => {
    const { marks } = await scene({ answered: 0 });
    await expect(marks.clear(web, namesOf(100))).resolves.toBeUndefined();
  });

  it("of a replica that does not lead are not sent, and are no failure", async () => {
    const { server, marks } = await scene({ mayWrite: false });
    expect(await marks.order(web, { mark: ["a"], clear: [] })).toBeNull();
    expect(server.requests).toEqual([]);
  });
});

describe("of 10,000 targets that shrink at the same time", () => {
  it.each([
    { workers: 1, waiting: 1 },
    { workers: 16, waiting: 12 },
  ])(
    "with $workers workers, $waiting wait for marks, and the others go on",
    async ({ workers, waiting }) => {
      const { marks } = await scene({ answered: 0, workers, limitMs: 500 });
      const sentences = new Map<number, string | null>();
      const all = Array.from({ length: 10_000 }, async (_, index) => {
        sentences.set(
          index,
          await marks.order(`ns${index}/web`, { mark: namesOf(100), clear: [] }),
        );
      });
      await Promise.resolve();
      await Promise.resolve();
      await Promise.resolve();
      expect(sentences.size).toBe(10_000 - waiting);
      expect(sentences.get(9_999)).toBe(
        "100 of 100 pods were not marked to be removed first: pods of many other workloads are being marked",
      );
      await Promise.all(all);
      expect(await marks.order(web, { mark: [], clear: [] })).toBeNull();
    },
  );
});
