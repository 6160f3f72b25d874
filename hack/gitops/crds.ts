import { join } from "node:path";
import { tmpdir } from "node:os";

import { runOrThrow } from "../host/run.ts";

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
    files: ["manifests/crds/application-crd.yaml"],
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

/** Files of the Go module cache; the first run downloads 62 MB. */
export async function crdFiles(): Promise<string[]> {
  const asked = ["mod", "download", "-json", ...sources.map(({ module }) => module)];
  // Outside of any module, so that no go.mod changes.
  const env = { ...process.env, GOWORK: "off" };
  const printed = await runOrThrow("go", asked, { cwd: tmpdir(), env });
  const downloads = JSON.parse(`[${printed.replaceAll(/^}\n{$/gm, "},{")}]`) as Download[];
  return sources.flatMap(({ module, sum, files }, index) => {
    const { Dir = "", Sum = "" } = downloads[index] ?? {};
    if (Sum !== sum) throw new Error(`${module} is not what it was: ${Sum} and not ${sum}`);
    return files.map(file => join(Dir, file));
  });
}

interface Download {
  readonly Dir: string;
  readonly Sum: string;
}
