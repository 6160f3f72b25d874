import type { MetricQuestion } from "../../controller/metrics/metric-cache.ts";
import type { MetricIdentifier } from "../../engine/spec/metric.ts";
import type { MetricQuery } from "../../engine/sources/metric-query.ts";
import { formatSelector } from "../../engine/observation/selectors/format-selector.ts";
import type { RawAnswer } from "../../engine/observation/observation.ts";
import { ok, type Result } from "../../engine/result.ts";
import type { CustomMetrics } from "../../kube/metrics/custom-metrics.ts";
import type { MetricQuestion as NamedMetric } from "../../kube/metrics/metric-list.ts";
import type { KubeError } from "../../kube/transport/errors.ts";
import { listExternalMetric } from "../../kube/metrics/external-metrics.ts";
import type { Transport } from "../../kube/transport/transport.ts";

export interface MetricApis {
  readonly custom: CustomMetrics;
  readonly transport: Transport;
}

/** The question for a query to custom.metrics.k8s.io or external.metrics.k8s.io; null: pod metrics. */
export function questionOf(
  { custom, transport }: MetricApis,
  query: MetricQuery,
  { namespace, selector }: { readonly namespace: string; readonly selector: string },
): MetricQuestion | null {
  const question = (about: readonly unknown[], ask: MetricQuestion["ask"]): MetricQuestion => ({
    ...{ namespace, ask },
    text: JSON.stringify([query.kind, ...about]),
  });
  switch (query.kind) {
    case "PodMetrics":
      return null;
    case "PodValues": {
      const metric = nameOf(query.metric);
      return question([metric, selector], async deadlineMs =>
        toAnswer(
          await custom.ofPods({ namespace, podSelector: selector, metric, deadlineMs }),
          items => ({ kind: "PodValues", items }),
        ),
      );
    }
    case "ObjectValue": {
      const metric = nameOf(query.metric);
      const { apiVersion, kind, name } = query.object;
      const object = { kind, name, ...(apiVersion ? { apiVersion } : {}) };
      return question([metric, apiVersion ?? "", kind, name], async deadlineMs =>
        toAnswer(await custom.ofObject({ namespace, object, metric, deadlineMs }), value => ({
          kind: "ObjectValue",
          ...value,
        })),
      );
    }
    case "ExternalValues": {
      const metric = nameOf(query.metric);
      return question([metric], async deadlineMs =>
        toAnswer(
          await listExternalMetric(transport, { namespace, metric, deadlineMs }),
          values => ({
            ...{ kind: "ExternalValues", values },
          }),
        ),
      );
    }
  }
}

const nameOf = ({ name, selector }: MetricIdentifier): NamedMetric["metric"] => ({
  name,
  selector: selector ? formatSelector(selector) : "",
});

const toAnswer = <T>(
  given: Result<T, KubeError>,
  answer: (value: T) => RawAnswer,
): Result<RawAnswer, KubeError> => (given.ok ? ok(answer(given.value)) : given);
