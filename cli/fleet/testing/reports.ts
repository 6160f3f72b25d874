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
    message: "has been at its maximum of 30 replicas for 9 days",
    remedy: "raise maxReplicas above 30, or reduce what each request costs",
  },
  {
    ...{ rule: "TargetMissing", severity: "error" },
    message: "its target, Deployment web, does not exist in namespace shop",
    remedy: "correct spec.scaleTargetRef, or delete the autoscaler",
  },
  {
    ...{ rule: "ReplicasOwned", severity: "warning" },
    message: "argocd-controller also writes spec.replicas of Deployment web",
    remedy: "remove spec.replicas from the manifest of Deployment web",
    snippet:
      "ignoreDifferences:\n- group: apps\n  kind: Deployment\n  jsonPointers:\n  - /spec/replicas",
  },
  {
    ...{ rule: "MinimumEqualsMaximum", severity: "note" },
    message: "never scales, because minReplicas and maxReplicas are both 4",
    remedy: "raise maxReplicas, or delete it",
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
