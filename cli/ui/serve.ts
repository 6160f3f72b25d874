import type { Readable } from "node:stream";

import { err, ok, type Result } from "../../engine/result.ts";
import { Cluster } from "../objects/cluster.ts";
import { stopOnSignal, type Terminal } from "../terminal/terminal.ts";
import { Access } from "./access.ts";
import { LiveObjects } from "./live-objects.ts";
import { openBrowser } from "./open-browser.ts";
import { readPageFiles } from "./page-files.ts";
import { UiServer } from "./server.ts";

export interface UiOptions {
  readonly allNamespaces?: true;
  readonly namespace?: string;
  readonly port: number;
  readonly open: boolean;
}

/** Serves the page until Ctrl-C. Errors are sentences. */
export async function serve(terminal: Terminal, options: UiOptions): Promise<Result<null, string>> {
  const cluster = new Cluster();
  const stopped = stopOnSignal();
  try {
    const current = cluster.currentNamespace();
    if (!current.ok) return current;
    const namespace = options.allNamespaces ? null : (options.namespace ?? current.value);
    const objects = new LiveObjects();
    const [access, files] = [new Access(), await readPageFiles()];
    const server = new UiServer({ access, files, objects, cluster, namespace });
    const listening = await server.listen(options.port);
    if (!listening.ok) return err(`no page on port ${options.port}: ${listening.error}`);
    objects.follow(cluster, namespace, stopped);
    const newLink = (): string => `http://127.0.0.1:${listening.value}/#token=${access.newToken()}`;
    const link = newLink();
    terminal.stdout.write(`${link}\n${usage}\n`);
    if (isTerminal(terminal.stdin)) {
      terminal.stdin.on("data", () => terminal.stdout.write(`${newLink()}\n`));
    }
    const isOpened = options.open && terminal.stdout.isTTY === true;
    const closeBrowserFile = isOpened ? await openBrowser(link) : () => undefined;
    await aborted(stopped);
    server.close();
    terminal.stdin.destroy();
    await closeBrowserFile();
    return ok(null);
  } finally {
    await cluster.close();
  }
}

const usage = "The address works once; Enter prints another one. Ctrl-C ends the page.";

const isTerminal = (stream: Readable): boolean => "isTTY" in stream && stream.isTTY === true;

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise(resolve => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
