import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { makeMissing } from "../cluster/controlplane/artifacts.ts";
import { buildFlags } from "../cluster/controlplane/go-module.ts";
import { cacheFolder } from "../host/cache.ts";
import { runOrThrow } from "../host/run.ts";

const command = "k8s.io/kubernetes/cmd/kube-apiserver";
const env = { ...process.env, GOWORK: "off", GOFLAGS: "-mod=mod" };

/** Builds the API server of a Kubernetes release, such as v1.31.14: minutes the first time, then nothing. */
export function buildApiServer(release: string): Promise<string> {
  return buildInRelease(release, "kube-apiserver", {}, command);
}

/**
 * Builds a program with the modules of a Kubernetes release.
 *
 * @param name its name in the cache, where it is built only once
 * @param sources the files of its main package, unless it is one of upstream's
 */
export async function buildInRelease(
  release: string,
  name: string,
  sources: Readonly<Record<string, string>>,
  program: string,
): Promise<string> {
  const folder = join(cacheFolder(), "versions", release);
  const path = join(folder, name);
  await makeMissing(folder, [
    {
      path,
      make: async partial => {
        const module = `${partial}-module`;
        await mkdir(module);
        const files = { ...sources, "go.mod": await goMod(release, module) };
        for (const [file, text] of Object.entries(files)) await writeFile(join(module, file), text);
        const args = ["build", ...buildFlags(release), "-o", partial, program];
        await runOrThrow("go", args, { cwd: module, env });
      },
    },
  ]);
  return path;
}

/** The staging modules of `k8s.io/kubernetes` are published separately: v0.31.14 for v1.31.14. */
async function goMod(release: string, cwd: string): Promise<string> {
  const asked = ["mod", "download", "-json", `k8s.io/kubernetes@${release}`];
  const { GoMod } = JSON.parse(await runOrThrow("go", asked, { cwd, env })) as { GoMod: string };
  const upstream = await readFile(GoMod, "utf8");
  const [goVersion = ""] = /^go .*/m.exec(upstream) ?? [];
  const staged = [...upstream.matchAll(/(k8s\.io\/\S+) => \.\/staging/g)].map(([, name]) => name);
  return [
    "module trimtab.dev/hack/versions",
    goVersion,
    `require k8s.io/kubernetes ${release}`,
    ...staged.map(name => `replace ${name} => ${name} ${release.replace(/^v1/, "v0")}`),
    "",
  ].join("\n");
}
