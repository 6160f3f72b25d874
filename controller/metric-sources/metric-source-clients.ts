import type { RawAnswer } from "../../engine/model/observation/observation.ts";
import { enforceMatchers } from "../../engine/promql/enforce-matchers.ts";
import { err, ok, type Result } from "../../engine/model/values/result.ts";
import { dependsOnNamespace, matchersFor } from "../../engine/sources/named-source.ts";
import type { ScalerQuery } from "../../engine/sources/metric-source.ts";
import { usableSource } from "../../engine/validate/named-sources.ts";
import type { Clock } from "../../kube/clock.ts";
import type { QuerySample } from "../../kube/transport/kube-request.ts";
import { oncePerObject } from "../memoize-by-object.ts";
import type { MetricQuestion } from "../metrics/metric-cache.ts";
import { CredentialFiles } from "./credential-files.ts";
import { PrometheusSource } from "./prometheus-source.ts";
import type { MetricSource, MetricSources } from "./read-metric-sources.ts";
import { ScalerClients } from "./scaler-clients.ts";
import { scalerQuestion, type ScalerUser } from "./scaler-question.ts";

interface Ports {
  readonly sources: MetricSources;
  /** The folder with a folder of files for each Secret. */
  readonly credentials: string;
  readonly clock: Clock;
  readonly random: () => number;
  readonly onQuery: (sample: QuerySample) => void;
}

/** A query of an object; never changed, only replaced. */
interface Asked {
  readonly source: string;
  readonly query: string;
}

/** A client for each metric source; it connects when it is first asked. */
export class MetricSourceClients {
  readonly #sources: MetricSources;
  readonly #prometheus: ReadonlyMap<string, PrometheusSource>;
  readonly #scalers: ScalerClients;
  readonly #random: () => number;

  constructor({ sources, credentials: folder, clock, random, onQuery }: Ports) {
    this.#sources = sources;
    this.#random = random;
    this.#scalers = new ScalerClients({ sources, folder, clock, onQuery });
    const clients = Array.from(sources.values(), (source): [string, PrometheusSource][] => {
      const { name, prometheus: settings, tls, credentialsSecret } = source;
      if (!settings) return [];
      const credentials = new CredentialFiles(folder, credentialsSecret, clock);
      const serverName = tls?.serverName ?? null;
      const ports = { name, settings, serverName, credentials, clock, onQuery };
      return [[name, new PrometheusSource(ports)]];
    });
    this.#prometheus = new Map(clients.flat());
  }

  /**
   * The question for a query in a namespace. It is the same for all namespaces unless the source makes a difference
   * between them. Each pass over an object asks it, and a query is parsed once.
   *
   * Errors  a sentence: the namespace may not use the source, or the source refuses the query.
   */
  readonly prometheusQuestion = oncePerObject((asked: Asked, namespace: string) =>
    this.#prometheusQuestion(asked, namespace),
  );

  /** The same for an external scaler, which learns which object asks. */
  scalerQuestion(query: ScalerQuery, user: ScalerUser): Result<MetricQuestion, string> {
    return scalerQuestion({ clients: this.#scalers, random: this.#random }, query, user);
  }

  async close(): Promise<void> {
    this.#scalers.close();
    await Promise.all(Array.from(this.#prometheus.values(), client => client.close()));
  }

  #prometheusQuestion(
    { source: name, query }: Asked,
    namespace: string,
  ): Result<MetricQuestion, string> {
    const found = usableSource(this.#sources, { name, type: "Prometheus", namespace });
    if (!found.ok) return err(`${found.error.message}; ${found.error.remedy}`);
    const matchers = matchersFor(found.value, namespace);
    const enforced = matchers.length > 0 ? enforceMatchers(query, matchers) : ok(query);
    if (!enforced.ok) return err(`the query ${enforced.error}`);
    const client = this.#prometheus.get(name);
    return ok({
      namespace,
      isShared: isShared(found.value),
      text: JSON.stringify(["Prometheus", name, enforced.value]),
      ask: (deadlineMs, namespaces, range): ReturnType<MetricQuestion["ask"]> =>
        client?.query({ query: enforced.value, namespaces, deadlineMs, range }) ??
        Promise.resolve(ok(unconfigured)),
    });
  }
}

const unconfigured: RawAnswer = { kind: "Failed", message: "the metric source has no address" };

/** Whether all namespaces ask the same, with the same headers. */
const isShared = ({ enforcedMatchers, prometheus }: MetricSource): boolean =>
  ![...enforcedMatchers, ...(prometheus?.headers ?? [])].some(({ value }) =>
    dependsOnNamespace(value),
  );
