import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";

import { atExit } from "../../host/at-exit.ts";
import { buildExternalScaler } from "./build.ts";

export interface ScalerMetric {
  readonly name: string;
  /** What each pod should have; absent: the scaler names none. */
  readonly target?: number;
  readonly targetFloat?: number;
  readonly values?: readonly number[];
  readonly floatValues?: readonly number[];
}

/** What the scaler answers. The maps are by the name of a method. */
export interface ScalerAnswers {
  readonly active?: boolean;
  readonly metrics?: readonly ScalerMetric[];
  readonly delayMs?: Readonly<Record<string, number>>;
  readonly errors?: Readonly<Record<string, { readonly code: number; readonly message: string }>>;
  /** Bytes that are no message. */
  readonly garbage?: boolean;
  /** A name of so many bytes in every answer of GetMetricSpec. */
  readonly paddingBytes?: number;
}

export interface ScalerCounts {
  readonly calls: Readonly<Record<string, number>>;
  readonly streams: number;
  readonly streamsOpened: number;
  /** Open now, and opened since the start. */
  readonly connections: number;
  readonly connected: number;
  readonly metadata: Readonly<Record<string, string>> | null;
  /** Of the client's certificate in the latest call, in hexadecimal; empty: it has none. */
  readonly clientSerial: string;
}

export interface ExternalScalerOptions {
  /** 127.0.0.1:PORT; default: a free port. */
  readonly address?: string;
  /** PEM files. The certificate and its key are read at every handshake. */
  readonly tls?: { readonly cert: string; readonly key: string; readonly clientCa?: string };
  readonly maxConcurrentStreams?: number;
}

export interface ExternalScaler {
  readonly address: string;
  readonly pid: number;
  /** @param object namespace/name; absent: all objects, those with answers of their own, too */
  readonly set: (answers: ScalerAnswers, object?: string) => Promise<void>;
  readonly counts: () => Promise<ScalerCounts>;
  readonly stop: () => Promise<void>;
}

/** A scaler on loopback, as a separate process. */
export async function startExternalScaler({
  address,
  tls,
  maxConcurrentStreams,
}: ExternalScalerOptions = {}): Promise<ExternalScaler> {
  const flags = [
    ...(address === undefined ? [] : [`--address=${address}`]),
    ...(tls ? [`--tls-cert=${tls.cert}`, `--tls-key=${tls.key}`] : []),
    ...(tls?.clientCa === undefined ? [] : [`--client-ca=${tls.clientCa}`]),
    `--max-concurrent-streams=${maxConcurrentStreams ?? 0}`,
  ];
  const child = spawn(await buildExternalScaler(), flags, { stdio: ["ignore", "pipe", "inherit"] });
  const forget = atExit(() => child.kill("SIGKILL"));
  const exited = once(child, "exit");
  const lines = createInterface({ input: child.stdout });
  const first = await Promise.race([once(lines, "line"), exited.then(() => null)]);
  if (first === null) throw new Error("the external scaler has ended at its start");
  const at = JSON.parse(String(first[0])) as { address: string; control: string };
  const control = `http://${at.control}/`;
  return {
    address: at.address,
    pid: child.pid ?? 0,
    set: async (answers, object) => {
      const query = object === undefined ? "" : `?object=${encodeURIComponent(object)}`;
      const body = JSON.stringify(answers);
      const given = await fetch(control + query, { method: "PUT", body });
      if (!given.ok) throw new Error(await given.text());
    },
    counts: async () => (await (await fetch(control)).json()) as ScalerCounts,
    stop: async () => {
      forget();
      child.kill("SIGKILL");
      await exited;
    },
  };
}
