import { join } from "node:path";

import { buildPrograms } from "../neighbours/build.ts";

/** Cosign, crane and a registry, from their modules. */
export const buildReleasePrograms = () =>
  buildPrograms(join(import.meta.dirname, "programs"), {
    cosign: "github.com/sigstore/cosign/v3/cmd/cosign",
    crane: "github.com/google/go-containerregistry/cmd/crane",
    registry: "github.com/distribution/distribution/v3/cmd/registry",
  });
