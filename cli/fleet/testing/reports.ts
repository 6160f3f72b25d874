import { type Random, seeded } from "../../simulate/random.ts";
import type { Finding } from "../model/finding.ts";
import { byGain, gainOf, sumsOf } from "../model/gain.ts";
import type { ObjectRef } from "../model/inventory.ts";
import type { FleetReport, Outcome, Ranked } from "../model/report.ts";

export interface ReportShape {
  readonly seed?: number;
  readonly objects: number;
  /** So many have a suggestion, and a tenth of all has a cause why there is none; absent: there is no past. */
  readonly ranked?: number;
  readonly hasPrice?: boolean;
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
  const { ranked: suggested = 0, hasPrice = true } = shape;
  const ranked = refs
    .slice(0, suggested)
    .map(object => rankedOf(object, shape, random))
    .sort(byGain);
  const excluded = refs
    .slice(suggested, suggested + shape.objects / 10)
    .map(object => ({ object, cause: `a second metric decides${shape.hostile ?? ""}` }));
  const history = {
    ...{ from: end - 28 * day, to: end, source: "http://prometheus.monitoring:9090", excluded },
    assessed: { ReplayedWell: 40, ReplayedRoughly: 5, NotReplayed: excluded.length, TooLittle: 2 },
    ...{ left: 12, accuracy: 0.964 },
  };
  return {
    ...{ generatedAt: end + 3_600_000, clusters, findings, ranked },
    history: shape.ranked === undefined ? null : history,
    price: hasPrice ? { core: 0.034, gibibyte: 0.0045 } : null,
    sums: sumsOf({ clusters, findings, ranked }),
  };
}

const end = Date.UTC(2026, 10, 29);
const day = 86_400_000;

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

function rankedOf(
  object: ObjectRef,
  { hasPrice = true, hostile = "" }: ReportShape,
  random: Random,
): Ranked {
  const hours = 24 * (4 + 60 * random() ** 3);
  const outcome = (replicaHours: number, lostWork: number): Outcome => ({
    ...{ replicaHours, lostWork, shortMinutes: lostWork * 4000 },
    monthlyCost: hasPrice ? replicaHours * 30.4 * 0.05 : null,
  });
  const lost = 0.004 * random();
  const today = outcome(hours, lost);
  const suggested = outcome(hours * (0.72 + 0.3 * random()), lost * (0.3 + 0.8 * random()));
  const near = 0.9 + 0.09 * random();
  const days = Array.from({ length: 7 }, (_, at) => ({ day: end - (7 - at) * day, near }));
  return {
    ...{ object, accuracy: { near, days }, today, suggested, ...gainOf(today, suggested) },
    changes: [
      { parameter: "target", today: "70%", suggested: "80%" },
      { parameter: "scale-down window", today: "300 s", suggested: `900 s${hostile}` },
    ],
    patch: `kind: ${object.kind}\nmetadata:\n  name: ${JSON.stringify(object.name)}\n`,
    evidence: [
      "The load is from what it measured itself, every 30 seconds.",
      `The first half of the past chose these settings, and the second half confirms them${hostile}.`,
    ],
  };
}
