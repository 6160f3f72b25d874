import { copyFile, mkdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";

import { makeMissing } from "../controlplane/artifacts.ts";
import { cacheKey, go } from "../controlplane/go-module.ts";
import { cacheFolder } from "../../host/cache.ts";

interface Source {
  readonly module: string;
  /** As in a go.sum. */
  readonly sum: string;
  readonly files: readonly string[];
}

/** The CRDs of Argo CD and Flux: nothing of these modules is compiled. */
const sources: readonly Source[] = [
  {
    module: "github.com/argoproj/argo-cd/v3@v3.5.7",
    sum: "h1:Xm1BF+I5OgDKUG3SDK49vn2/Y5AMyaNVko+/JT08gj0=",
    files: ["manifests/crds/application-crd.yaml", "manifests/crds/appproject-crd.yaml"],
  },
  {
    module: "github.com/fluxcd/kustomize-controller@v1.9.6",
    sum: "h1:XB+G3A0mky0j5uVHZWv4oSlS2RvZBoNIUhstIvY0JKE=",
    files: ["config/crd/bases/kustomize.toolkit.fluxcd.io_kustomizations.yaml"],
  },
  {
    module: "github.com/fluxcd/source-controller@v1.9.6",
    sum: "h1:nG534/bI6nVpyHra7ONAk6xDB3xPsVT+EOLHZHXPrrc=",
    files: ["config/crd/bases/source.toolkit.fluxcd.io_helmrepositories.yaml"],
  },
  {
    module: "github.com/fluxcd/helm-controller@v1.6.4",
    sum: "h1:u/Ew7LehrwDQaE/NqWdaB3XnNDCxRGDcp1FZl7RKj4g=",
    files: ["config/crd/bases/helm.toolkit.fluxcd.io_helmreleases.yaml"],
  },
];

/**
 * Copies what is not in the cache, because the module cache may be cleaned: the first run downloads 62 MB,
 * and later runs need no network.
 */
export async function crdFiles(): Promise<string[]> {
  const cache = join(cacheFolder(), "gitops-crds", cacheKey([JSON.stringify(sources)]));
  const crds = { path: join(cache, "crds"), make: copyCrds };
  await makeMissing(cache, [crds]);
  return sources.flatMap(({ files }) => files.map(file => join(crds.path, basename(file))));
}

async function copyCrds(target: string): Promise<void> {
  const args = ["mod", "download", "-json", ...sources.map(({ module }) => module)];
  // Outside of any module, so that no go.mod changes.
  const printed = await go(args, tmpdir());
  const downloads = JSON.parse(`[${printed.replaceAll(/^}\n{$/gm, "},{")}]`) as Download[];
  await mkdir(target);
  for (const [index, { module, sum, files }] of sources.entries()) {
    const { Dir = "", Sum = "" } = downloads[index] ?? {};
    if (Sum !== sum) throw new Error(`${module} has the sum ${Sum} instead of ${sum}`);
    for (const file of files) await copyFile(join(Dir, file), join(target, basename(file)));
  }
}

interface Download {
  readonly Dir: string;
  readonly Sum: string;
}
