import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";

import { atExit } from "../../host/at-exit.ts";
import { expectedKeys, type Delivery, type Report, type Snapshot } from "./protocol.ts";

/** One way to feed the bindings, as a separate program. */
export interface Variant {
  readonly name: string;
  /** In this folder, without .ts */
  readonly program: string;
  readonly environment: Readonly<Record<string, string>>;
  /** True if it is also tested with updates and a restart of the API server. */
  readonly isFull: boolean;
}

export const variants: readonly Variant[] = [
  { name: "PeprModule", program: "pepr-module", environment: {}, isFull: true },
  { name: "own host, client's watchers", program: "client-watcher", environment: {}, isFull: true },
  { name: "own host, reflector", program: "reflector", environment: {}, isFull: true },
  {
    ...{ name: "own host, trimming reflector", program: "reflector", isFull: false },
    environment: { TRIMTAB_BENCH_TRIM: "1" },
  },
];

const patienceMs = 60_000;

/** A running variant. */
export class VariantProcess {
  readonly #child: ChildProcess;
  readonly #deliveries = new Map<number, number>();
  readonly #complete: Promise<unknown>;
  readonly #forget: () => void;

  constructor(file: string, environment: NodeJS.ProcessEnv, keys: number) {
    this.#child = fork(file, {
      env: { ...environment, [expectedKeys]: String(keys) },
      execArgv: ["--expose-gc"],
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    });
    this.#forget = atExit(() => this.#child.kill("SIGKILL"));
    this.#child.on("message", (report: Report) => {
      if (report.type === "delivery") this.#note(report.delivery);
    });
    this.#complete = this.#next("complete");
  }

  async complete(): Promise<void> {
    await this.#complete;
  }

  async snapshot(): Promise<Snapshot> {
    const answer = this.#next("snapshot");
    this.#child.send("snapshot");
    return ((await answer) as Extract<Report, { type: "snapshot" }>).snapshot;
  }

  /** When an update arrived, in milliseconds since the epoch. */
  async arrival(sequence: number): Promise<number> {
    const deadline = performance.now() + patienceMs;
    for (;;) {
      const at = this.#deliveries.get(sequence);
      if (at !== undefined) return at;
      if (performance.now() > deadline) throw new Error(`Update ${sequence} never arrived.`);
      await sleep(20);
    }
  }

  async stop(): Promise<void> {
    const exited = once(this.#child, "exit");
    this.#child.kill("SIGKILL");
    await exited;
    this.#forget();
  }

  #note({ sequence, at }: Delivery): void {
    // A new list delivers known objects again: the first time counts.
    if (!this.#deliveries.has(sequence)) this.#deliveries.set(sequence, at);
  }

  #next(type: Report["type"]): Promise<Report> {
    return new Promise((resolve, reject) => {
      const timeout = setTimeout(() => {
        finish(() => {
          reject(new Error(`No "${type}" after ${patienceMs} ms.`));
        });
      }, patienceMs);
      const onMessage = (report: Report): void => {
        if (report.type !== type) return;
        finish(() => {
          resolve(report);
        });
      };
      const onExit = (code: number | null): void => {
        finish(() => {
          reject(new Error(`The variant ended with ${String(code)} before its "${type}".`));
        });
      };
      const finish = (settle: () => void): void => {
        clearTimeout(timeout);
        this.#child.off("message", onMessage).off("exit", onExit);
        settle();
      };
      this.#child.on("message", onMessage).on("exit", onExit);
    });
  }
}
