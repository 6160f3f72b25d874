// test/promql/: the parser of Prometheus 3, built from its Go module. test/promql/ compares the product's with it.

import { smallProgram } from "../../hack/cluster/controlplane/go-program.ts";
import { runOrThrow } from "../../hack/host/run.ts";

/** A query, and the matchers that each of its selectors must have. */
export interface Query {
  readonly query: string;
  readonly matchers: readonly { readonly label: string; readonly value: string }[];
}

/** What one parser understands of a query. */
export interface Reading {
  /** Why it is not a query; empty if it is one. */
  readonly error: string;
  /** All selectors, as Prometheus writes them. */
  readonly selectors: readonly string[];
  /** Those that lack one of the matchers. */
  readonly unrestricted: readonly string[];
  /** The names of the functions. */
  readonly calls: readonly string[];
}

/** Builds the parser if it is not in the cache, and returns its path. */
export const buildParser = (): Promise<string> => smallProgram(import.meta.dirname, ".");

/** What each of the parsers in `main.go` understands of each query. */
export async function readQueries(queries: readonly Query[]): Promise<(readonly Reading[])[]> {
  const stdin = queries.map(query => `${JSON.stringify(query)}\n`).join("");
  const stdout = await runOrThrow(await buildParser(), [], { stdin });
  const lines = stdout.split("\n").filter(line => line !== "");
  return lines.map(line => JSON.parse(line) as readonly Reading[]);
}
