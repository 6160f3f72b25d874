import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

import { atExit } from "../host/at-exit.ts";
import { choosePorts, claimIfFree, releasePorts, searchStart } from "../host/ports.ts";
import { spawnSession } from "../host/session.ts";

/** A program of a neighbour, as a separate process. */
export interface Program {
  readonly pid: number;
  /** What it has printed so far. */
  readonly log: () => string;
  readonly stop: () => Promise<void>;
}

interface Start {
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** The port on which it listens as soon as it works. */
  readonly port: number;
}

const startMs = 60_000;

/** Starts a program and waits until it listens. It ends with this process. */
export async function startProgram(path: string, { args, env, port }: Start): Promise<Program> {
  const child = spawnSession(path, args, {
    env: { PATH: process.env["PATH"] ?? "", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let log = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8").on("data", (text: string) => (log += text));
  }
  const forget = atExit(() => child.kill("SIGKILL"));
  const ended = new AbortController();
  const exited = new Promise<void>(resolve => {
    const end = () => {
      ended.abort();
      forget();
      resolve();
    };
    child.once("exit", end).once("error", end);
  });
  const stop = async (): Promise<void> => {
    child.kill("SIGTERM");
    const late = sleep(10_000, undefined, { ref: false }).then(() => child.kill("SIGKILL"));
    await Promise.race([exited, late]);
    await exited;
  };
  const giveUpAt = performance.now() + startMs;
  while (!(await answers(port))) {
    if (ended.signal.aborted || performance.now() > giveUpAt) {
      await stop();
      throw new Error(`${path} ${args.join(" ")} does not listen on ${port}:\n${log}`);
    }
    await sleep(100);
  }
  return { pid: child.pid ?? 0, log: () => log, stop };
}

function answers(port: number): Promise<boolean> {
  return new Promise(resolve => {
    const socket = connect({ host: "127.0.0.1", port });
    const end = (isOpen: boolean) => () => {
      socket.destroy();
      resolve(isOpen);
    };
    socket.once("connect", end(true)).once("error", end(false));
  });
}

interface Ports {
  readonly ports: readonly number[];
  readonly release: () => void;
}

export async function freePorts(count: number): Promise<Ports> {
  const start = searchStart.other();
  const ports = await choosePorts(count, { taken: new Set(), isFree: claimIfFree, start });
  return {
    ports,
    release: () => {
      releasePorts(ports);
    },
  };
}
