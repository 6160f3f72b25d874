import { readFileSync } from "node:fs";
import { resolve } from "node:path";

export const root = resolve(import.meta.dirname, "../..");

/** The pages whose commands install and remove the product, in their order: they get a separate API server. */
export const installPages: readonly string[] = [
  "docs/install.md",
  "docs/upgrading.md",
  "docs/install-options.md",
];

interface Command {
  readonly page: string;
  readonly command: string;
}

/** Every line of every `sh` block: the commands for the reader. */
export function commandsOf(page: string): Command[] {
  const text = readFileSync(`${root}/${page}`, "utf8");
  const blocks = [...text.matchAll(/^```sh\n(.*?)^```/gms)].map(([, body = ""]) => body);
  const lines = blocks.flatMap(body => body.split("\n")).map(line => line.replace(/ #.*$/, ""));
  return lines.filter(line => line.trim() !== "").map(command => ({ page, command }));
}
