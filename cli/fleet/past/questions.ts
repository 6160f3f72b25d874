import { type Discovered, type Names, quoted } from "./names.ts";

/**
 * What is asked for each namespace.
 *
 * status  what the autoscalers measured
 * counts  replicas and ready pods, and whether an autoscaler is active, by the label `what`
 * spec    bounds, targets and generation, by the label `what`
 * starts  how long each pod took until it was ready
 * usage   of the ready pods of each workload, from cAdvisor
 */
export type QuestionName = "status" | "counts" | "spec" | "starts" | "usage";

export interface Question {
  readonly query: string;
  readonly step: number;
  /** How much later than its time a value is asked for. */
  readonly shiftMs: number;
}

const minuteMs = 60_000;

/** The questions about a namespace. */
export function questionsFor(
  { names, stepMs }: Discovered,
  namespace: string,
): Readonly<Record<QuestionName, Question>> {
  const { prefix, autoscaler, container } = names;
  const by = selecting(names, namespace);
  const own = (series: string): string => `${prefix}${series}`;
  const labels = `${autoscaler}, metric_name, metric_target_type, ${container}`;
  const counted = ["deployment", "statefulset"].flatMap(kind => [
    marked("ready", by(kind, `kube_${kind}_status_replicas_ready`)),
    marked(
      "replicas",
      by(
        kind,
        kind === "deployment" ? "kube_deployment_spec_replicas" : "kube_statefulset_replicas",
      ),
    ),
  ]);
  const active = [`condition="ScalingActive"`, `status="true"`];
  return {
    status: { query: by(labels, own("status_target_metric")), step: stepMs, shiftMs: 0 },
    counts: {
      query: anyOf([
        ...counted,
        marked("current", by(autoscaler, own("status_current_replicas"))),
        marked("active", by(autoscaler, own("status_condition"), active)),
      ]),
      ...{ step: stepMs, shiftMs: 0 },
    },
    spec: {
      query: anyOf([
        marked("min", by(autoscaler, own("spec_min_replicas"))),
        marked("max", by(autoscaler, own("spec_max_replicas"))),
        marked("generation", by(autoscaler, own("metadata_generation"))),
        marked("target", by(labels, own("spec_target_metric"))),
      ]),
      ...{ step: 5 * minuteMs, shiftMs: 0 },
    },
    starts: {
      query: `${by(names.pod, "kube_pod_status_ready_time")} - on (${names.pod}) ${by(names.pod, "kube_pod_created")}`,
      ...{ step: 60 * minuteMs, shiftMs: 0 },
    },
    // Over two samples, around its time.
    usage: {
      query: usageOf(names, namespace, 2 * Math.max(30, stepMs / 1000)),
      step: Math.max(30_000, stepMs),
      shiftMs: Math.max(30_000, stepMs),
    },
  };
}

/** The largest of the replicas of kube-state-metrics, which all have the same. */
const selecting =
  ({ matchers, namespace: label }: Names, namespace: string) =>
  (by: string, series: string, more: readonly string[] = []): string =>
    `max by (${by}) (${series}{${[...matchers, `${label}=${quoted(namespace)}`, ...more].join(",")}})`;

const marked = (what: string, query: string): string =>
  `label_replace(${query}, "what", "${what}", "", "")`;

const anyOf = (queries: readonly string[]): string => queries.join(" or ");

/**
 * By workload and container. Each pod has its owner at that time: old ReplicaSets are gone now. The sums of pods and
 * pause containers are left out.
 */
function usageOf(names: Names, namespace: string, windowSeconds: number): string {
  const { matchers, pod, usage } = names;
  const by = selecting(names, namespace);
  const own = [...matchers, `namespace=${quoted(namespace)}`].join(",");
  const plain = (query: string): string =>
    pod === "pod" ? query : `label_replace(${query}, "pod", "$1", "${pod}", "(.+)")`;
  const named = (query: string, from: string, to: string): string =>
    `label_replace(${query}, "${to}", "$1", "${from}", "(.+)")`;
  const podOwner = (kind: string): string =>
    by(`${pod}, owner_name`, "kube_pod_owner", [`owner_kind="${kind}"`]);
  const owners = by("replicaset, owner_name", "kube_replicaset_owner", [`owner_kind="Deployment"`]);
  const throughReplicaSet = `${named(podOwner("ReplicaSet"), "owner_name", "replicaset")} * on (replicaset) group_left(workload) ${named(owners, "owner_name", "workload")}`;
  const workloads = [throughReplicaSet, named(podOwner("StatefulSet"), "owner_name", "workload")];
  const ready = by(pod, "kube_pod_status_ready", [`condition="true"`]);
  return `sum by (workload, container) (round(sum by (pod, container) (rate(${usage}{${own},container!="",container!="POD"}[${windowSeconds}s])), 0.001) * on (pod) group_left(workload) max by (pod, workload) (${workloads.map(plain).join(" or ")}) * on (pod) group_left() ${plain(`(${ready} == 1)`)})`;
}
