import type { RawAnswer } from "../../engine/model/observation/observation.ts";
import { type PodUsage, PodUsageReader } from "../../engine/model/observation/pod-usage.ts";
import { ok, type Result } from "../../engine/model/values/result.ts";
import { systemClock } from "../../kube/clock.ts";
import type { PodMetricsQuestion } from "../../kube/metrics/pod-metrics.ts";
import type { KubeError } from "../../kube/transport/errors.ts";
import { MetricCache, type MetricQuestion } from "../metrics/metric-cache.ts";
import {
  MetricPoller,
  type Asked,
  type PollRequest,
  type Round,
} from "../metrics/metric-poller.ts";
import { SampleTimes } from "../metrics/sample-times.ts";
import { ClusterPodMetrics } from "../metrics/cluster-pod-metrics.ts";
import { PodMetrics } from "../metrics/pod-metrics-cache.ts";
import { PacedStarts } from "../workqueue/event-loop-turn.ts";
import type { Topic } from "../workqueue/subscriptions.ts";

/** A metrics API that the test plays. The records are of its requests, and of announcements to objects. */
function metricsApi<Question extends object, Reply>(
  answer: (question: Question) => Reply | Promise<Reply>,
) {
  const asked: (Question & { readonly at: number })[] = [];
  const told: { readonly topic: Topic; readonly at: number }[] = [];
  const play = { answer };
  const at = (): number => systemClock.monotonic();
  const ask = (question: Question) => {
    asked.push({ ...question, at: at() });
    return Promise.resolve(play.answer(question));
  };
  const onAnswer = (topic: Topic) => told.push({ topic, at: at() });
  const starts = new PacedStarts(systemClock);
  const ports = { clock: systemClock, deadlineMs: 10_000, starts, onAnswer };
  return { asked, told, play, ask, ports };
}

/** Metrics of every kind except the usage of pods. */
export function metricCacheScene() {
  const { ask, ports, ...records } = metricsApi<
    { readonly text: string; readonly deadlineMs: number; readonly namespaces: readonly string[] },
    Result<RawAnswer, KubeError>
  >(() => ok({ kind: "ObjectValue", value: "1" }));
  const question = (text = "qps", namespace = "shop"): MetricQuestion => ({
    ...{ namespace, text },
    ask: (deadlineMs, namespaces) => ask({ text, deadlineMs, namespaces: [...namespaces] }),
  });
  return { ...records, question, answers: new MetricCache({ ...ports, podMoments: () => null }) };
}

export const sample = (name: string): PodUsage => new PodUsageReader().read({ metadata: { name } });

/**
 * @param counts of pods by selector; of the whole namespace under ""
 * @param objects in the namespace, whether or not they have asked
 */
export function podMetricsScene(counts: Readonly<Record<string, number>> = {}, objects = 0) {
  const { ask, ports, ...records } = metricsApi<
    PodMetricsQuestion,
    Result<readonly PodUsage[], KubeError>
  >(() => ok([sample("web-1")]));
  const count = (_: string, selector: string | null) => counts[selector ?? ""] ?? 0;
  const consumers = (selector = "app=web", periodSeconds = 15) => ({
    ...{ namespace: "ns", selector, periodSeconds },
  });
  const gaps = (times: readonly { readonly at: number }[]) =>
    times.slice(1).map(({ at }, index) => Math.round(at - (times[index]?.at ?? 0)));
  const askAll = () => Promise.reject(new Error("unexpected"));
  const cluster = new ClusterPodMetrics({
    ...{ clock: systemClock, askAll },
    podsInCluster: () => null,
    namespaces: () => 0,
    waiting: () => 0,
  });
  const metrics = new PodMetrics({
    ...{ ...ports, cluster, ask, count },
    objects: () => objects,
    total: () => objects,
  });
  return { ...records, consumers, gaps, metrics };
}

/**
 * Every query is answered.
 *
 * @param alone the Retry-After of the server, in seconds
 * @param sampled when the samples were measured that it has at a moment
 */
export function pollerScene(alone = 0, sampled: (at: number) => readonly number[] = () => []) {
  const { asked, told, play, ask, ports } = metricsApi<Round<PollRequest>, Asked>(
    ({ askedAt }) => ({
      ...{ retryAfterMs: alone * 1_000, sampledAt: sampled(askedAt) },
    }),
  );
  const isAnswered = () => asked.length > 0;
  const moments = new SampleTimes();
  const named = { ...ports, name: () => "shop", moments };
  const rounds = new MetricPoller<PollRequest>({ ...named, ask, isAnswered });
  return { rounds, asked, told, play };
}
