import { join } from "node:path";

import { buildPrograms, moduleFolder } from "../build.ts";

const module = import.meta.dirname;
const source = "github.com/fluxcd/source-controller";
const kustomize = "github.com/fluxcd/kustomize-controller";

/** Flux's source and kustomize controllers, from their modules. */
export const buildFlux = () =>
  buildPrograms(module, { "source-controller": source, "kustomize-controller": kustomize });

/** The folders of their CRDs. */
export const fluxCrds = (): Promise<readonly string[]> =>
  Promise.all(
    [source, kustomize].map(async path =>
      join(await moduleFolder(module, path), "config/crd/bases"),
    ),
  );
