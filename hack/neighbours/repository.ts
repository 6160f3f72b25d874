import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { atExit } from "../host/at-exit.ts";
import { runOrThrow } from "../host/run.ts";

/** Texts by their paths; undefined removes a file. */
export type Files = Readonly<Record<string, string | undefined>>;

/** A Git repository with a branch `main`, served by Git's own program for HTTP. */
export interface Repository {
  readonly url: string;
  /** The working tree, for what is more than a few texts. */
  readonly folder: string;
  /** Returns the commit's hash. */
  readonly commit: (message: string, files: Files) => Promise<string>;
  readonly stop: () => Promise<void>;
}

const name = "shop.git";
const author = ["-c", "user.name=shop", "-c", "user.email=shop@example.com"];

export async function startRepository(): Promise<Repository> {
  const root = mkdtempSync(join(tmpdir(), "trimtab-repository-"));
  const forget = atExit(() => {
    rmSync(root, { recursive: true, force: true });
  });
  const folder = join(root, "files");
  await mkdir(folder);
  const bare = join(root, name);
  await runOrThrow("git", ["init", "--quiet", "--bare", "--initial-branch=main", bare]);
  const git = (args: readonly string[]) =>
    runOrThrow("git", [`--git-dir=${bare}`, `--work-tree=${folder}`, ...author, ...args], {
      cwd: folder,
    });
  const server = createServer((asked, answer) => {
    void serve(root, asked, answer);
  });
  await new Promise<void>(resolve => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    folder,
    url: `http://127.0.0.1:${port}/${name}`,
    commit: async (message, files) => {
      for (const [path, text] of Object.entries(files)) await write(join(folder, path), text);
      await git(["add", "--all"]);
      await git(["commit", "--quiet", `--message=${message}`]);
      return (await git(["rev-parse", "HEAD"])).trim();
    },
    stop: async () => {
      server.closeAllConnections();
      await new Promise(closed => server.close(closed));
      forget();
      rmSync(root, { recursive: true, force: true });
    },
  };
}

async function write(path: string, text: string | undefined): Promise<void> {
  if (text === undefined) return rm(path, { force: true });
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
}

/** Runs `git http-backend`, a CGI program, for one request. */
async function serve(root: string, asked: IncomingMessage, answer: ServerResponse): Promise<void> {
  const { pathname, searchParams } = new URL(asked.url ?? "/", "http://127.0.0.1");
  const header = (of: string): string => String(asked.headers[of] ?? "");
  const child = spawn("git", ["http-backend"], {
    env: {
      PATH: process.env["PATH"] ?? "",
      GIT_PROJECT_ROOT: root,
      GIT_HTTP_EXPORT_ALL: "1",
      REQUEST_METHOD: asked.method ?? "GET",
      PATH_INFO: pathname,
      QUERY_STRING: searchParams.toString(),
      CONTENT_TYPE: header("content-type"),
      HTTP_CONTENT_ENCODING: header("content-encoding"),
      GIT_PROTOCOL: header("git-protocol"),
    },
    stdio: ["pipe", "pipe", "inherit"],
  });
  // It may answer without reading the request.
  child.stdin.on("error", () => undefined);
  asked.pipe(child.stdin);
  const parts: Buffer[] = [];
  for await (const part of child.stdout) parts.push(part as Buffer);
  const output = Buffer.concat(parts);
  const end = output.indexOf("\r\n\r\n");
  for (const line of output.toString("latin1", 0, end).split("\r\n")) {
    const [key = "", value = ""] = line.split(/: (.*)/s);
    if (key === "Status") answer.statusCode = parseInt(value);
    else if (key !== "") answer.setHeader(key, value);
  }
  answer.end(output.subarray(end + 4));
}
