import { sleep as wait } from "../../kube/clock.ts";
import { ForecastRecords } from "../../controller/forecasts/forecast-records.ts";
import { Forecasts } from "../../controller/forecasts/forecasts.ts";
import type { Dependencies } from "../../controller/process/dependencies.ts";
import { MetricCache } from "../../controller/metrics/metric-cache.ts";
import { ClusterPodMetrics } from "../../controller/metrics/cluster-pod-metrics.ts";
import { PodMetrics } from "../../controller/metrics/pod-metrics-cache.ts";
import { PodInformers } from "../../controller/pods/pod-informers.ts";
import { PacedStarts } from "../../controller/workqueue/event-loop-turn.ts";
import { releaseBySource, type Topic } from "../../controller/workqueue/subscriptions.ts";
import { CustomMetrics } from "../../kube/metrics/custom-metrics.ts";
import { Discovery } from "../../kube/api/discovery.ts";
import { listClusterPodMetrics, listPodMetrics } from "../../kube/metrics/pod-metrics.ts";
import { validateProposal } from "../admission/review-spec.ts";
import { admissionPorts } from "../admission/admission-ports.ts";
import { runCapability, type RunningCapability } from "../wire-controller.ts";
import { rulesWith } from "./admit.ts";
import { autoscalers } from "./capability.ts";
import { autoscalerResource, claimedBy, gvk, monitoredBy } from "./resource.ts";
import { SomePods } from "./some-pods.ts";
import type { ObservedAutoscaler, StoredAutoscaler } from "./observed-spec.ts";

/** The next leader waits for it. */
const savingMs = 2_000;

/** The parts that are specific to this resource, besides the loop. Does no I/O before `start`. */
export function autoscalerController(dependencies: Dependencies): RunningCapability {
  const { config, reflectors, clock, log, sleep, metricsTransport: transport } = dependencies;
  const { admissionTransport, participants, pools, targets } = dependencies;
  const ports = admissionPorts(dependencies);
  // A separate discovery: requests for metrics must not use the connections of admission.
  const custom = new CustomMetrics(transport, new Discovery(transport, clock));
  const apis = { custom, transport, sources: dependencies.metricSources };
  const { requestTimeoutMs: deadlineMs, settings, rails } = config;
  return runCapability<StoredAutoscaler, ObservedAutoscaler>(
    dependencies,
    gvk,
    ({ countIn, total, namespaces, waiting, wake }) => {
      // The pods of the whole cluster may be listed only where all namespaces are watched.
      const most = config.watchNamespaces === null ? undefined : Infinity;
      const pods = new PodInformers(reflectors, wake, most);
      const forReviews = { transport: admissionTransport, clock, watched: pods.known.bind(pods) };
      const rules = rulesWith({ ...forReviews, pods: new SomePods(forReviews) });
      const askedAt = (topic: Topic) => Math.min(metrics.askedAt(topic), answers.askedAt(topic));
      const onAnswer = (topic: Topic, isPushed: boolean) =>
        wake(topic, isPushed ? undefined : askedAt);
      const polling = { deadlineMs, starts: new PacedStarts(clock), onAnswer, clock };
      const cluster = new ClusterPodMetrics({
        askAll: question => listClusterPodMetrics(transport, question),
        podsInCluster: () => pods.total,
        ...{ namespaces, waiting, clock },
      });
      const metrics = new PodMetrics({
        cluster,
        ask: question => listPodMetrics(transport, question),
        count: (namespace, selector) => pods.count(namespace, selector),
        objects: countIn,
        total,
        ...polling,
      });
      const answers = new MetricCache({
        ...polling,
        podMoments: namespace => metrics.momentsIn(namespace),
      });
      const forecasts = new Forecasts({
        records: new ForecastRecords({
          ...{ transport: dependencies.transport, namespaces: config.watchNamespaces },
          mayWrite: key => dependencies.writeFence.mayWrite(key),
        }),
        ...{ clock, log, sleep, sources: dependencies.metricSources },
        onFault: () => dependencies.telemetry.fault("forecasts"),
      });
      if (rails.permitted.has("forecast")) {
        const onStoppedLeading = (): Promise<void> => {
          forecasts.leave();
          return Promise.resolve();
        };
        const onStartedLeading = (): void => void forecasts.lead();
        participants.join({ leaderCallbacks: { onStartedLeading, onStoppedLeading } });
      }
      const measured = { pods, pools, metrics, answers, apis, clock, forecasts };
      const released = { pods, owners: pods.owners, podmetrics: metrics, metric: answers };
      return {
        resource: autoscalerResource({ ...measured, settings, rails }),
        caches: [],
        release: releaseBySource({ ...released, selected: targets.caches }),
        claims: claimedBy,
        monitors: monitoredBy,
        stop: () => Promise.race([forecasts.saveAll(savingMs), wait(savingMs)]),
        bind: enqueue =>
          autoscalers({ admit: proposal => validateProposal(ports, proposal, rules), enqueue }),
      };
    },
  );
}
