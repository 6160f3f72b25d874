import type { MetricSourceClients } from "../../controller/metric-sources/metric-source-clients.ts";
import type { ScalerUser } from "../../controller/metric-sources/scaler-question.ts";
import type { MetricQuestion } from "../../controller/metrics/metric-cache.ts";
import type { MetricQuery } from "../../engine/sources/metric-source.ts";
import { formatSelector } from "../../engine/model/selectors/selector-text.ts";
import type { RawAnswer } from "../../engine/model/observation/observation.ts";
import { ok, type Result } from "../../engine/model/values/result.ts";
import { type CustomMetrics, listExternalMetric } from "../../kube/metrics/custom-metrics.ts";
import type { KubeError } from "../../kube/transport/errors.ts";
import type { Transport } from "../../kube/transport/transport.ts";

export interface MetricApis {
  readonly custom: CustomMetrics;
  readonly transport: Transport;
  readonly sources: Pick<MetricSourceClients, "prometheusQuestion" | "scalerQuestion">;
}

/** For whom a query is made. */
export interface Asking extends ScalerUser {
  readonly selector: string;
}

/**
 * The question for a query to custom.metrics.k8s.io, external.metrics.k8s.io or a metric source.
 *
 * Errors  a sentence: the namespace may not ask this.
 */
export function questionOf(
  { custom, transport, sources }: MetricApis,
  query: Exclude<MetricQuery, { readonly kind: "PodMetrics" }>,
  asking: Asking,
): Result<MetricQuestion, string> {
  const { namespace, selector } = asking;
  if (query.kind === "Prometheus") return sources.prometheusQuestion(query, namespace);
  if (query.kind === "ScalerMetrics") return sources.scalerQuestion(query, asking);
  const { metric: wanted } = query;
  const metricSelector = wanted.selector ? formatSelector(wanted.selector) : "";
  const metric = { name: wanted.name, selector: metricSelector };
  const question = <T>(
    about: readonly unknown[],
    ask: (deadlineMs: number) => Promise<Result<T, KubeError>>,
    answer: (value: T) => RawAnswer,
  ): Result<MetricQuestion, never> =>
    ok({
      namespace,
      text: JSON.stringify([query.kind, metric, ...about]),
      ask: async deadlineMs => {
        const given = await ask(deadlineMs);
        return given.ok ? ok(answer(given.value)) : given;
      },
    });
  switch (query.kind) {
    case "PodValues":
      return question(
        [selector],
        deadlineMs => custom.ofPods({ namespace, podSelector: selector, metric, deadlineMs }),
        items => ({ kind: "PodValues", items }),
      );
    case "ObjectValue": {
      const { apiVersion, kind, name } = query.object;
      const object = { kind, name, ...(apiVersion ? { apiVersion } : {}) };
      return question(
        [apiVersion ?? "", kind, name],
        deadlineMs => custom.ofObject({ namespace, object, metric, deadlineMs }),
        value => ({ kind: "ObjectValue", ...value }),
      );
    }
    case "ExternalValues":
      return question(
        [],
        deadlineMs => listExternalMetric(transport, { namespace, metric, deadlineMs }),
        values => ({ kind: "ExternalValues", values }),
      );
  }
}
