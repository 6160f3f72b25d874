import { err, ok, type Result } from "../../../engine/model/values/result.ts";
import { systemClock } from "../../../kube/clock.ts";
import {
  type Context,
  contexts,
  CredentialSource,
  loadCredentials,
} from "../../../kube/transport/credentials.ts";
import type { RequestSample } from "../../../kube/transport/kube-request.ts";
import { fromKubeconfig, transportWith } from "../../objects/cluster.ts";
import type { Inventory } from "../model/inventory.ts";
import { readCluster } from "./cluster.ts";
import { inParallel } from "./in-parallel.ts";

export interface ClusterOptions {
  /** Names of contexts; empty: the current one; `all`: one for each API server. */
  readonly contexts: readonly string[];
  /** Empty: all. */
  readonly namespaces: readonly string[];
  readonly onRequest?: (sample: RequestSample) => void;
}

const clustersAtATime = 4;
const requestsAtATime = 8;
/** For a page of large objects over a slow connection. */
const deadlineMs = 60_000;

/**
 * Reads clusters, and never writes. A cluster without an answer has an empty inventory that says why.
 *
 * Errors  a sentence about the kubeconfig.
 */
export async function readClusters(
  options: ClusterOptions,
): Promise<Result<readonly Inventory[], string>> {
  const names = namesOf(options.contexts);
  if (!names.ok) return names;
  const inventories = await inParallel(names.value, clustersAtATime, async name => {
    const transport = transportOf(name, options);
    try {
      return await readCluster(name, { transport, namespaces: options.namespaces });
    } finally {
      await transport.close();
    }
  });
  return ok(inventories);
}

const transportOf = (context: string, { onRequest = () => undefined }: ClusterOptions) =>
  transportWith({
    credentials: new CredentialSource(systemClock, () => loadCredentials(context)),
    ...{ onRequest, deadlineMs, connections: requestsAtATime },
  });

function namesOf(wanted: readonly string[]): Result<readonly string[], string> {
  const known = knownContexts();
  if (!known.ok) return known;
  if (wanted.includes("all")) return ok(onePerServer(known.value));
  const names = known.value.map(({ name }) => name);
  if (wanted.length === 0) {
    const current = known.value.find(({ isCurrent }) => isCurrent);
    if (current) return ok([current.name]);
    return err(`the kubeconfig has no current context; name one of ${names.join(", ")}`);
  }
  const unknown = wanted.find(name => !names.includes(name));
  if (unknown === undefined) return ok([...new Set(wanted)]);
  return err(`the kubeconfig has no context ${unknown}; it has ${names.join(", ")}`);
}

function knownContexts(): Result<readonly Context[], string> {
  const known = fromKubeconfig(contexts);
  return known.ok && known.value.length === 0 ? err("the kubeconfig has no contexts") : known;
}

/** Contexts often differ only in their namespace or user. */
function onePerServer(known: readonly Context[]): string[] {
  const first = new Map<string, string>();
  for (const { name, server } of known) if (!first.has(server)) first.set(server, name);
  return [...first.values()];
}
