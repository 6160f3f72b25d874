import type { Readable } from "node:stream";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { err, ok, type Result } from "../../engine/model/values/result.ts";
import { withCluster } from "../objects/one-object.ts";
import { stopOnSignal, type Terminal } from "../terminal/terminal.ts";
import { Access } from "./access.ts";
import { LiveObjects } from "./live-objects.ts";
import { readPageFiles, UiServer } from "./server.ts";

export interface UiOptions {
  readonly allNamespaces?: true;
  readonly namespace?: string;
  readonly port: number;
  readonly open: boolean;
}

/** Serves the page until Ctrl-C. Errors are sentences. */
export const serve = (terminal: Terminal, options: UiOptions): Promise<Result<null, string>> =>
  withCluster(async cluster => {
    const stopped = stopOnSignal();
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
    if (!stopped.aborted) await once(stopped, "abort");
    server.close();
    terminal.stdin.destroy();
    await closeBrowserFile();
    return ok(null);
  });

const usage = "The address works once; Enter prints another one. Ctrl-C ends the page.";

const isTerminal = (stream: Readable): boolean => "isTTY" in stream && stream.isTTY === true;

const openers: Readonly<Record<string, string>> = { darwin: "open", win32: "explorer.exe" };

/**
 * Opens the link in the user's browser, if there is one. Arguments of processes are public on a machine, so the
 * browser gets the name of a private file that leads to the link. Returns what removes the file.
 */
async function openBrowser(link: string): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), "trimtab-ui-"));
  const file = join(folder, "open.html");
  const page = `<!doctype html><meta http-equiv="refresh" content="0;url=${link}">\n`;
  await writeFile(file, page, { mode: 0o600 });
  const program = openers[process.platform] ?? "xdg-open";
  const opener = spawn(program, [file], { stdio: "ignore", detached: true });
  // Without a browser, the printed address is enough.
  opener.once("error", () => undefined);
  opener.unref();
  return () => rm(folder, { recursive: true, force: true });
}
