import { join } from "node:path";

import { buildPrograms, moduleFolder } from "../build.ts";

const module = import.meta.dirname;
const argo = "github.com/argoproj/argo-cd/v3";

/** Argo CD's one program with all of its components, and the kustomize that its repo server runs. */
export const buildArgo = () =>
  buildPrograms(module, { argocd: `${argo}/cmd`, kustomize: "sigs.k8s.io/kustomize/kustomize/v5" });

/** A script in its image, with which the repo server reads the signature of each commit. */
export const argoScript = async (): Promise<string> =>
  join(await moduleFolder(module, argo), "hack/git-verify-wrapper.sh");

/** Its CRDs for applications and projects. */
export async function argoCrds(): Promise<readonly string[]> {
  const folder = join(await moduleFolder(module, argo), "manifests/crds");
  return ["application-crd.yaml", "appproject-crd.yaml"].map(file => join(folder, file));
}
