import { PassThrough } from "node:stream";

import { ok, type Result } from "../../engine/model/values/result.ts";
import { failure } from "../../kube/testing/failure.ts";
import { ManualClock } from "../../kube/testing/manual-clock.ts";
import { ScriptedTransport } from "../../kube/testing/scripted-transport.ts";
import { until } from "../../kube/testing/until.ts";
import type { KubeError, KubeErrorCode } from "../../kube/transport/errors.ts";
import type { ByteStream, KubeRequest } from "../../kube/transport/kube-request.ts";
import { Reflectors } from "../../kube/watch/reflectors.ts";

export type Answer = Result<unknown, KubeError>;

const pluralOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1);

/** Its watches stay open, and deliver what is written to their feeds. */
class WatchedTransport extends ScriptedTransport {
  /** By the paths of the resources. */
  readonly feeds = new Map<string, PassThrough>();
  /** The failure of every new watch; null: it opens. */
  refusal: KubeErrorCode | null = null;

  override stream({ path }: KubeRequest): Promise<Result<ByteStream, KubeError>> {
    if (this.refusal) return Promise.resolve(failure(this.refusal));
    const feed = new PassThrough();
    this.feeds.set(path, feed);
    return Promise.resolve(ok({ chunks: feed, close: () => feed.destroy() }));
  }
}

/**
 * An API server whose answers the test defines. Its watches deliver what the test sends. `resource` is the
 * path of a list, or its plural if there is one watch of it.
 */
export function watchedServer(answer: (request: KubeRequest) => Answer | Promise<Answer>) {
  const clock = new ManualClock();
  const transport = new WatchedTransport(answer);
  /** Each call ends a pause: the failed request is retried. Nothing else ends one. */
  const pauses: (() => void)[] = [];
  const reflectors = new Reflectors({
    ...{ transport, clock, random: () => 0, onHealth: () => undefined },
    sleep: () => new Promise<void>(resolve => pauses.push(resolve)),
  });
  const feedOf = (resource: string): Promise<PassThrough> =>
    until(() => {
      const isIts = (path: string): boolean => path === resource || pluralOf(path) === resource;
      const feed = [...transport.feeds].find(([path]) => isIts(path))?.[1];
      if (!feed) throw new Error(`there is no watch of ${resource}`);
      return feed;
    });
  const send = async (resource: string, type: string, object: object): Promise<void> => {
    (await feedOf(resource)).write(`${JSON.stringify({ type, object })}\n`);
  };
  const endWatch = async (resource: string): Promise<void> => {
    (await feedOf(resource)).end();
  };
  /** Ends a watch and refuses the next one; after a second: one that ends at once is a failure itself. */
  const breakWatch = async (resource: string, code: KubeErrorCode): Promise<void> => {
    const feed = await feedOf(resource);
    transport.refusal = code;
    clock.advance(1_000);
    feed.end();
  };
  return { clock, transport, pauses, reflectors, send, endWatch, breakWatch };
}

/** The objects of a list, or why it cannot be read. */
export type Listed = readonly object[] | ReturnType<typeof failure>;

/** An API server with a list for each given plural; the test may replace lists. */
export function watchedLists(lists: Readonly<Record<string, Listed>>) {
  return watchedServer(({ path }) => {
    const list = lists[pluralOf(path)] ?? failure("NotFound", "no such kind");
    return "ok" in list ? list : ok({ metadata: { resourceVersion: "1" }, items: list });
  });
}
