import { err, ok, type Result } from "../../engine/model/values/result.ts";
import { usableSource } from "../../engine/validate/named-sources.ts";
import type { Clock } from "../../kube/clock.ts";
import { ScalerClient } from "../../kube/external-scaler/scaler-client.ts";
import type { QuerySample } from "../../kube/transport/kube-request.ts";
import { oncePerObject } from "../memoize-by-object.ts";
import { CredentialFiles, type SourceCredentials } from "./credential-files.ts";
import type { MetricSource, MetricSources } from "./read-metric-sources.ts";

interface ScalerClientsOptions {
  readonly sources: MetricSources;
  /** Of all credentials. */
  readonly folder: string;
  readonly clock: Pick<Clock, "monotonic">;
  readonly onQuery: (sample: QuerySample) => void;
}

const type = "ExternalScaler";
const defaultCalls = 32;
/** With these calls, fewer than the 100 that many servers allow on a connection. */
const defaultStreams = 64;

/** One client for each source of type ExternalScaler, made when an object first names it. */
export class ScalerClients {
  readonly clock: Pick<Clock, "monotonic">;
  readonly #options: ScalerClientsOptions;
  readonly #clients = new Map<string, ScalerClient>();

  constructor(options: ScalerClientsOptions) {
    this.#options = options;
    this.clock = options.clock;
  }

  /** Errors: a sentence that says why objects of the namespace cannot use this source. */
  of(name: string, namespace: string): Result<ScalerClient, string> {
    const { sources } = this.#options;
    const source = usableSource(sources, { name, type, namespace });
    if (!source.ok) return err(`${source.error.message}; ${source.error.remedy}`);
    const client = this.#clients.get(name) ?? this.#make(source.value);
    this.#clients.set(name, client);
    return ok(client);
  }

  close(): void {
    for (const client of this.#clients.values()) client.close();
  }

  #make(source: MetricSource): ScalerClient {
    const { folder, clock, onQuery: onCall } = this.#options;
    const { name, credentialsSecret, externalScaler } = source;
    const files = new CredentialFiles(folder, credentialsSecret, clock);
    const endpoint = oncePerObject((given: SourceCredentials) => endpointOf(source, given));
    return new ScalerClient({
      ...{ source: name, clock, onCall },
      mostCalls: externalScaler?.maxConcurrentCalls ?? defaultCalls,
      mostStreams: externalScaler?.maxStreams ?? defaultStreams,
      mostWaitMs: (externalScaler?.timeoutSeconds ?? Infinity) * 1000,
      endpoint: async () => {
        const found = await files.get();
        return found.ok ? ok(endpoint(found.value)) : found;
      },
    });
  }
}

function endpointOf({ externalScaler, tls }: MetricSource, { ca, cert, key }: SourceCredentials) {
  const address = externalScaler?.address ?? "";
  if (externalScaler?.plaintext === true) return { address, tls: null };
  return { address, tls: { ca, cert, key, serverName: tls?.serverName } };
}
