import { spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

const openers: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
  darwin: ["open"],
  win32: ["explorer.exe"],
};

/**
 * Opens the link in the user's browser, if there is one. Arguments of processes are public on a machine, so the
 * browser gets the name of a private file that leads to the link. Returns what removes the file.
 */
export async function openBrowser(link: string): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), "trimtab-ui-"));
  const file = join(folder, "open.html");
  const page = `<!doctype html><meta http-equiv="refresh" content="0;url=${link}">\n`;
  await writeFile(file, page, { mode: 0o600 });
  const [program = "", ...args] = openers[process.platform] ?? ["xdg-open"];
  const opener = spawn(program, [...args, file], { stdio: "ignore", detached: true });
  // Without a browser, the printed address is enough.
  opener.once("error", () => undefined);
  opener.unref();
  return () => rm(folder, { recursive: true, force: true });
}
