import { readdir, readFile } from "node:fs/promises";
import { join, resolve } from "node:path";

import { makeMissing } from "../controlplane/artifacts.ts";
import { cacheKey } from "../controlplane/go-module.ts";
import { cacheFolder } from "../../host/cache.ts";
import { runOrThrow } from "../../host/run.ts";

const module = import.meta.dirname;
const healthScript = resolve(module, "../../../docs/gitops/argo-cd-health.lua");

/** A word, such as Current or Healthy, and the reason. */
export interface Verdict {
  readonly status: string;
  readonly message: string;
}

export interface Verdicts {
  /** The verdict that Flux uses. */
  readonly kstatus: Verdict;
  /** The verdict of Trimtab's health script. */
  readonly argo: Verdict;
}

/** The verdicts of kstatus and Argo CD on each object, by their own code. */
export async function judge(objects: readonly object[]): Promise<Verdicts[]> {
  const program = await buildProgram();
  const stdin = objects.map(object => JSON.stringify(object)).join("\n");
  const stdout = await runOrThrow(program, ["-health", healthScript], { stdin });
  const lines = stdout.split("\n").filter(line => line !== "");
  return lines.map(line => JSON.parse(line) as Verdicts);
}

/** Cached by its sources: half a minute the first time, then nothing. */
export async function buildProgram(): Promise<string> {
  const names = await readdir(module);
  const sources = names.filter(name => /\.go$|^go\./.test(name)).sort();
  const texts = await Promise.all(sources.map(name => readFile(join(module, name), "utf8")));
  const folder = join(cacheFolder(), "gitops", cacheKey([...sources, ...texts]));
  const path = join(folder, "gitops");
  const env = { ...process.env, GOWORK: "off" };
  await makeMissing(folder, [
    {
      path,
      make: async partial => {
        const flags = ["-buildvcs=false", "-trimpath", "-ldflags", "-s -w"];
        await runOrThrow("go", ["build", ...flags, "-o", partial, "."], { cwd: module, env });
      },
    },
  ]);
  return path;
}
