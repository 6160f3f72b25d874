import { amountOf } from "../inventory/workloads.ts";
import type { Amounts, Resources, Workload } from "../model/inventory.ts";
import { error, type Rule, warning } from "./rule.ts";
import { type Metric, type Subject, targetText } from "./subject.ts";
import { valueAt } from "../../../engine/schema/structure.ts";
import { cleanText } from "../../terminal/printable.ts";

type ResourceMetric = Metric & { readonly name: keyof Amounts };

const isResource = (name: string): name is keyof Amounts => name === "cpu" || name === "memory";

/** Those of CPU and memory. */
const resourceMetrics = ({ metrics }: Subject) =>
  metrics.flatMap(metric =>
    isResource(metric.name) && metric.type.endsWith("Resource")
      ? [{ ...metric, name: metric.name }]
      : [],
  );

/** The containers that a metric measures. One that is not in the template is injected, and not known. */
const measured = ({ containers }: Workload, { container }: Metric) =>
  container === null ? containers : containers.filter(({ name }) => name === container);

/** The sum over the containers that a metric measures; null: one of them has none. */
const sumOf = (workload: Workload, metric: ResourceMetric, of: keyof Resources): number | null =>
  (metric.container === null ? workload.pod : measured(workload, metric)[0])?.[of][metric.name] ??
  null;

/** The default of the kube-controller-manager's --horizontal-pod-autoscaler-tolerance. */
const usualTolerance = 0.1;

/** Pods cannot use as much as the target: the limits of their containers are lower. */
export const unreachableTarget: Rule = {
  name: "UnreachableTarget",
  check(subject) {
    const { workload, metrics, object } = subject;
    if (workload === null) return [];
    const tolerance =
      amountOf(valueAt(object.hpa, ["spec", "behavior", "scaleUp", "tolerance"])) ?? usualTolerance;
    // One that was exceeded: a VerticalPodAutoscaler or a webhook has changed the requests of the pods.
    const unmet = resourceMetrics(subject).filter(({ ratio }) => !((ratio ?? 0) > 1 + tolerance));
    return unmet.flatMap(metric => {
      const [limit, request] = [
        sumOf(workload, metric, "limits"),
        sumOf(workload, metric, "requests"),
      ];
      const isShare = metric.utilization !== null;
      const most = limit === null || !isShare ? limit : (limit / (request ?? NaN)) * 100;
      const target = metric.utilization ?? metric.average;
      if (most === null || target === null || !(most <= target * (1 + tolerance))) return [];
      const unit = isShare ? "%" : metric.name === "cpu" ? " cores" : " bytes";
      const [asked, possible] = [target, most].map(each => `${Number(each.toPrecision(4))}${unit}`);
      const highest = Number((most / (1 + tolerance)).toPrecision(3));
      const remark = metrics.length === 1 ? error : warning;
      return [
        remark(
          `its target for ${metric.label} is ${asked}, but the limits allow ${possible}; more pods need usage above the target plus ${Math.round(tolerance * 100)}%`,
          `set the target for ${metric.label} well below ${highest}${unit}, or raise the limits of ${targetText(object)}`,
        ),
      ];
    });
  },
};

/** Usage as a share of nothing: the HPA cannot calculate it. */
export const noRequests: Rule = {
  name: "NoRequests",
  check(subject) {
    const { workload, object } = subject;
    if (workload === null) return [];
    return resourceMetrics(subject).flatMap(metric => {
      // With a value, a webhook sets the requests.
      if (metric.utilization === null || metric.hasValue) return [];
      if (sumOf(workload, metric, "requests") !== null) return [];
      const without = measured(workload, metric).filter(
        ({ requests }) => requests[metric.name] === undefined,
      );
      if (without.length === 0) return [];
      const names = cleanText(without.map(({ name }) => name).join(", "));
      return [
        error(
          `scales by ${metric.name} as a share of the requests, but of ${targetText(object)}, these containers request none: ${names}`,
          `set resources.requests.${metric.name} in each container of ${targetText(object)}`,
        ),
      ];
    });
  },
};

/** A target that the API server does not have. */
export const targetMissing: Rule = {
  name: "TargetMissing",
  check({ object }) {
    if (object.targetExists !== false) return [];
    return [
      error(
        `its target, ${targetText(object)}, does not exist in namespace ${cleanText(object.namespace)}`,
        "correct spec.scaleTargetRef, or delete the autoscaler",
      ),
    ];
  },
};
