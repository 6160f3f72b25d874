import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

import type { ApiTarget } from "../../cluster/api.ts";
import { smallProgram } from "../../cluster/controlplane/go-program.ts";
import { atExit } from "../../host/at-exit.ts";
import { makeCertificate } from "../../cluster/operator/certificate.ts";

/** What the replay API server holds at the start. */
export interface Population {
  readonly namespaces: number;
  /** Deployments with an Autoscaler each. */
  readonly objects: number;
  /** Pods of each Deployment. */
  readonly pods: number;
  readonly nodes: number;
  /** Other pods of each namespace. */
  readonly bystanders: number;
}

export type Counts = Readonly<Record<string, number>>;

/** The requests since the start. */
export interface Replayed {
  /** By `verb resource`, in the terms of an audit log; pod metrics are `podmetrics`. */
  readonly requests: Counts;
  /** By `resource namespace`. */
  readonly lists: Counts;
  /** Pages of lists, likewise. */
  readonly pages: Counts;
}

/** A process that serves lists, watches, pod metrics and `/scale` for a large population. */
export interface Replay {
  readonly target: ApiTarget;
  readonly pid: number;
  readonly replayed: () => Promise<Replayed>;
  /** Sets the share of their requests that all pods use; 0.5 at the start. */
  readonly use: (used: number) => Promise<void>;
  /** Adds fields to the specs of all Autoscalers. Otherwise they, the load and all sizes are as at the start. */
  readonly give: (fields: object) => Promise<void>;
  /** Ends all watches; if their versions are gone, clients must list again. */
  readonly cut: (options?: { readonly gone: boolean }) => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** @param bookmarksEverySeconds by default as often as a real API server sends them */
export async function startReplay(
  population: Population,
  bookmarksEverySeconds = 60,
): Promise<Replay> {
  const program = await smallProgram(import.meta.dirname, ".");
  const folder = mkdtempSync(join(tmpdir(), "trimtab-replay-"));
  const { ca, cert, key } = await makeCertificate();
  const [certFile, keyFile] = [join(folder, "tls.crt"), join(folder, "tls.key")];
  writeFileSync(certFile, cert);
  writeFileSync(keyFile, key, { mode: 0o600 });
  const counts = Object.entries(population).map(([name, count]) => `-${name}=${String(count)}`);
  const shapes = `-shapes=${join(import.meta.dirname, "shapes")}`;
  const files = [`-cert=${certFile}`, `-key=${keyFile}`];
  const args = [...counts, shapes, ...files, `-bookmarks=${bookmarksEverySeconds}s`];
  const child = spawn(program, args, { stdio: ["ignore", "inherit", "pipe"] });
  const forget = atExit(() => child.kill("SIGKILL"));
  const exited = once(child, "exit");
  // Its first line is its address; what follows are errors.
  const lines = createInterface({ input: child.stderr });
  const [line] = (await once(lines, "line")) as [string];
  lines.on("line", text => {
    console.error(text);
  });
  const server = `https://${(JSON.parse(line) as { address: string }).address}`;
  const control = (path: string, body?: object) => ask(`${server}/replay/${path}`, ca, body);
  return {
    target: { server, ca },
    pid: child.pid ?? 0,
    replayed: async () => JSON.parse(await control("requests")) as Replayed,
    use: async used => {
      await control("load", { used });
    },
    give: async fields => {
      await control("fields", fields);
    },
    cut: async ({ gone } = { gone: false }) => {
      await control(gone ? "cut?gone" : "cut", {});
    },
    stop: async () => {
      child.kill("SIGTERM");
      await exited;
      forget();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function ask(url: string, ca: string, body?: object): Promise<string> {
  const method = body === undefined ? "GET" : "POST";
  return new Promise((resolve, reject) => {
    const sent = request(url, { ca, method }, response => {
      let text = "";
      response.setEncoding("utf8").on("data", (part: string) => (text += part));
      response.once("end", () => {
        resolve(text);
      });
    });
    sent.once("error", reject);
    sent.end(body === undefined ? undefined : JSON.stringify(body));
  });
}
