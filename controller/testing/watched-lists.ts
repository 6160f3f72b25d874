import { PassThrough } from "node:stream";

import { expect, vi } from "vitest";

import { err, ok } from "../../engine/result.ts";
import { kubeError } from "../../kube/transport/errors.ts";
import { Reflectors } from "../../kube/watch/reflectors.ts";
import { ManualClock } from "../../kube/testing/manual-clock.ts";
import { ScriptedTransport } from "../../kube/testing/scripted-transport.ts";
import { until } from "../../kube/testing/until.ts";

const pluralOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1);

/** An API server with a list for each given plural. Its watches deliver what the test sends. */
export function watchedLists(lists: Readonly<Record<string, readonly object[]>>) {
  const feeds = new Map<string, PassThrough>();
  const transport = new ScriptedTransport(({ path }) => {
    const items = lists[pluralOf(path)];
    if (items) return ok({ metadata: { resourceVersion: "1" }, items });
    return err(kubeError("NotFound", { request: path, message: "no such kind" }));
  });
  vi.spyOn(transport, "stream").mockImplementation(({ path }) => {
    const feed = new PassThrough();
    feeds.set(pluralOf(path), feed);
    return Promise.resolve(ok({ chunks: feed, close: () => feed.destroy() }));
  });
  const reflectors = new Reflectors({
    ...{ transport, clock: new ManualClock(), random: () => 0, onHealth: () => undefined },
    // No retries.
    sleep: () => new Promise<void>(() => undefined),
  });
  const send = async (plural: string, type: string, object: object): Promise<void> => {
    await until(() => {
      expect(feeds.has(plural)).toBe(true);
    });
    feeds.get(plural)?.write(`${JSON.stringify({ type, object })}\n`);
  };
  return { transport, reflectors, send };
}
