import { seeded } from "../../simulate/random.ts";
import type { Finding } from "../model/finding.ts";
import type { ObjectRef } from "../model/inventory.ts";
import { type FleetReport, sumsOf } from "../model/report.ts";

export interface ReportShape {
  readonly seed?: number;
  readonly objects: number;
  /** Part of each name, label and message of others. */
  readonly hostile?: string;
  /** The file of each object. */
  readonly file?: string;
}

type Rule = Pick<Finding, "rule" | "severity" | "message" | "remedy" | "snippet">;

const rules: readonly Rule[] = [
  {
    ...{ rule: "AtMaximum", severity: "warning" },
    message: "it was at its maximum of 30 replicas in 91% of the last 28 days",
    remedy: "Raise maxReplicas, or request more CPU for each pod",
  },
  {
    ...{ rule: "MissingTarget", severity: "error" },
    message: "its target, Deployment web, does not exist",
    remedy: "Delete the autoscaler, or correct scaleTargetRef",
  },
  {
    ...{ rule: "ReplicasOwned", severity: "warning" },
    message: "argocd-controller also owns spec.replicas of its target",
    remedy: "Leave replicas out of Git, or ignore the field",
    snippet:
      "ignoreDifferences:\n- group: apps\n  kind: Deployment\n  jsonPointers:\n  - /spec/replicas",
  },
  {
    ...{ rule: "MinimumIsMaximum", severity: "note" },
    message: "minReplicas and maxReplicas are both 4",
    remedy: "Delete the autoscaler, or widen its bounds",
  },
];

/** A report of the form that a run has, without one: the same for the same shape. */
export function madeUpReport(shape: ReportShape): FleetReport {
  const random = seeded(shape.seed ?? 1);
  const names = ["prod-eu", "prod-us", "staging"].map(name => `${name}${shape.hostile ?? ""}`);
  const refs = Array.from({ length: shape.objects }, (_, at) => refOf(at, names, shape));
  const findings = refs.flatMap(object =>
    rules
      .filter((_, at) => random() < 0.4 / (at + 1))
      .map(rule => ({ ...rule, object, ...hostileTexts(rule, shape.hostile ?? "") })),
  );
  const [resource, reason] = ["scaledobjects.keda.sh", "The cluster does not serve it."];
  const clusters = names.map((cluster, at) => ({
    cluster,
    objects: refs.filter(object => object.cluster === cluster).length,
    unread: at === 1 ? [{ cluster, resource, reason }] : [],
  }));
  return {
    ...{ generatedAt: Date.UTC(2026, 10, 29, 1), clusters, findings },
    sums: sumsOf(clusters, findings),
  };
}

const hostileTexts = ({ message, snippet }: Rule, hostile: string) => ({
  message: `${message}${hostile}`,
  ...(snippet === undefined ? {} : { snippet: `${snippet}${hostile}` }),
});

function refOf(
  at: number,
  clusters: readonly string[],
  { hostile = "", file }: ReportShape,
): ObjectRef {
  const kind = at % 7 === 6 ? "ScaledObject" : "HorizontalPodAutoscaler";
  const [team, app] = [
    ["shop", "search", "payments", "media"][at % 4],
    ["web", "api", "worker"][at % 3],
  ];
  return {
    ...{
      cluster: clusters[at % 3] ?? "",
      kind,
      namespace: `${team}${hostile}`,
      name: `${app}-${at}${hostile}`,
    },
    ...(file === undefined ? {} : { file }),
  };
}
