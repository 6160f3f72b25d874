/** What says how the files of a release were made, and what they are. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

import { createdAt } from "../image/image.ts";
import { sha256 } from "./oci.ts";
import { owner, repositories } from "./owner.ts";

/** A file of the release, or something in a registry. */
interface Subject {
  readonly name: string;
  readonly digest: { readonly sha256: string };
}

export const subjectsOf = (folder: string, names: readonly string[]): Subject[] =>
  [...names]
    .sort()
    .map(name => ({ name, digest: { sha256: sha256(readFileSync(join(folder, name))) } }));

/** @param digest with its algorithm, as a registry writes it */
export const subjectInRegistry = (repository: string, digest: string): Subject => ({
  name: repository,
  digest: { sha256: digest.replace(/^sha256:/, "") },
});

/** As `sha256sum --check` reads it. */
export const checksums = (subjects: readonly Subject[]): string =>
  subjects.map(({ name, digest }) => `${digest.sha256}  ${name}\n`).join("");

export interface Build {
  readonly version: string;
  readonly commit: string;
  readonly subjects: readonly Subject[];
}

/** What `provenance` writes, as far as later steps read it. */
interface Statement {
  readonly subject: readonly Subject[];
  readonly predicate: {
    readonly buildDefinition: {
      readonly resolvedDependencies: readonly { readonly digest: { readonly gitCommit: string } }[];
    };
  };
}

/** The provenance in a release folder. */
export const provenanceIn = (folder: string): Statement =>
  JSON.parse(readFileSync(join(folder, "provenance.json"), "utf8")) as Statement;

/** A release names the registry that it was made for. */
export function requireOwnRegistry({ subject }: Statement): void {
  const isHere = (repository: string) => subject.some(({ name }) => name === repository);
  if (!isHere(repositories.image) || !isHere(repositories.chart))
    throw new Error(`The release is not for ${repositories.image}: make it with this REGISTRY.`);
}

/** An in-toto statement with SLSA's provenance: https://slsa.dev/spec/v1.0/provenance. */
export function provenance({ version, commit, subjects }: Build): string {
  const statement = {
    _type: "https://in-toto.io/Statement/v1",
    subject: subjects,
    predicateType: "https://slsa.dev/provenance/v1",
    predicate: {
      buildDefinition: {
        buildType: `${owner.homepage}/make-release/v1`,
        externalParameters: { version, registry: owner.registry },
        resolvedDependencies: [{ uri: `git+${owner.homepage}`, digest: { gitCommit: commit } }],
      },
      runDetails: {
        // It claims no level of SLSA, because it runs on any machine that has the key.
        builder: { id: `${owner.homepage}/make-release` },
        // The commit's own time, so that another build has the same statement.
        metadata: { startedOn: createdAt().toISOString() },
      },
    },
  };
  return `${JSON.stringify(statement, null, 2)}\n`;
}
