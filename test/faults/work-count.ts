import { setTimeout as sleep } from "node:timers/promises";

import type { Operator } from "../../hack/cluster/operator/operator.ts";
import { eventually } from "../integration/eventually.ts";

/** Options of Node.js with which the work of an operator can be counted. */
export const countable = ["--inspect=127.0.0.1:0"];

interface Coverage {
  readonly result: readonly {
    readonly url: string;
    readonly functions: readonly { readonly ranges: readonly { readonly count: number }[] }[];
  }[];
}

interface Reply {
  readonly id: number;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

/** Counts how often each block of the operator's code runs: with little noise, on any machine. */
export interface WorkCount {
  /** The executions of blocks since the last call. */
  readonly take: () => Promise<number>;
  readonly close: () => void;
}

export async function countWork({ log }: Operator): Promise<WorkCount> {
  const url = await eventually(() => {
    const found = /Debugger listening on (ws:\S+)/.exec(log())?.[1];
    if (found === undefined) throw new Error("start the operator with `countable`");
    return Promise.resolve(found);
  });
  const socket = new WebSocket(url);
  await new Promise((resolve, reject) => {
    socket.addEventListener("open", resolve, { once: true });
    socket.addEventListener("error", reject, { once: true });
  });
  const send = sender(socket);
  await send("Profiler.enable");
  await send("Profiler.startPreciseCoverage", { callCount: true, detailed: true });
  const take = async (): Promise<number> => {
    const { result } = (await send("Profiler.takePreciseCoverage")) as Coverage;
    return result
      .filter(script => script.url.endsWith("/trimtab.cjs"))
      .flatMap(({ functions }) => functions.flatMap(({ ranges }) => ranges))
      .reduce((sum, { count }) => sum + count, 0);
  };
  await take();
  return {
    take,
    close: () => {
      socket.close();
    },
  };
}

/** Sends commands of the Chrome DevTools Protocol, one at a time. */
function sender(socket: WebSocket) {
  let id = 0;
  return (method: string, params: object = {}): Promise<unknown> =>
    new Promise((resolve, reject) => {
      id += 1;
      const own = id;
      const receive = ({ data }: MessageEvent): void => {
        const reply = JSON.parse(String(data)) as Reply;
        if (reply.id !== own) return;
        socket.removeEventListener("message", receive);
        if (reply.error) reject(new Error(`${method}: ${reply.error.message}`));
        else resolve(reply.result);
      };
      socket.addEventListener("message", receive);
      socket.send(JSON.stringify({ id: own, method, params }));
    });
}

/** How often the operator has considered an Autoscaler so far, also while it did not lead. */
export async function passesOf({ get }: Pick<Operator, "get">): Promise<number> {
  // One exposition serves all scrapes of a second.
  await sleep(1_000);
  const { text } = await get("/metrics");
  const counts = text.matchAll(/^trimtab_reconcile_total\{kind="Autoscaler".*\} (\d+)$/gm);
  return [...counts].reduce((sum, [, count]) => sum + Number(count), 0);
}
