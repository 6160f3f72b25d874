import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { makeMissing } from "../controlplane/artifacts.ts";
import { buildFlags } from "../controlplane/go-module.ts";
import { cacheFolder } from "../host/cache.ts";
import { runOrThrow } from "../host/run.ts";

const command = "k8s.io/kubernetes/cmd/kube-apiserver";
const env = { ...process.env, GOWORK: "off", GOFLAGS: "-mod=mod" };

/** Builds the API server of a Kubernetes release, such as v1.30.14: minutes the first time, then nothing. */
export async function buildApiServer(version: string): Promise<string> {
  const folder = join(cacheFolder(), "versions", version);
  const path = join(folder, "kube-apiserver");
  await makeMissing(folder, [
    {
      path,
      make: async partial => {
        const module = `${partial}-module`;
        await mkdir(module);
        await writeFile(join(module, "go.mod"), await goMod(version, module));
        const args = ["build", ...buildFlags(version), "-o", partial, command];
        await runOrThrow("go", args, { cwd: module, env });
      },
    },
  ]);
  return path;
}

/** The staging modules of `k8s.io/kubernetes` are published separately: v0.30.14 for v1.30.14. */
async function goMod(version: string, cwd: string): Promise<string> {
  const asked = ["mod", "download", "-json", `k8s.io/kubernetes@${version}`];
  const { GoMod } = JSON.parse(await runOrThrow("go", asked, { cwd, env })) as { GoMod: string };
  const upstream = await readFile(GoMod, "utf8");
  const [goVersion = ""] = /^go .*/m.exec(upstream) ?? [];
  const staged = [...upstream.matchAll(/(k8s\.io\/\S+) => \.\/staging/g)].map(([, name]) => name);
  return [
    "module trimtab.dev/hack/versions",
    goVersion,
    `require k8s.io/kubernetes ${version}`,
    ...staged.map(name => `replace ${name} => ${name} ${version.replace(/^v1/, "v0")}`),
    "",
  ].join("\n");
}
