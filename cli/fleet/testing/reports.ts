import type { Drawing } from "../../report/model/compact.ts";
import { type Random, seeded } from "../../simulate/random.ts";
import { chartOf } from "../model/chart.ts";
import type { Finding } from "../model/finding.ts";
import { byGain, gainOf, sumsOf } from "../model/gain.ts";
import type { ObjectRef } from "../model/inventory.ts";
import type { FleetReport, Outcome, Ranked } from "../model/report.ts";

export interface ReportShape {
  readonly seed?: number;
  readonly objects: number;
  readonly ranked: number;
  readonly days?: number;
  /** So many of the largest gains have a chart; by default all. */
  readonly charts?: number;
  readonly hasPrice?: boolean;
  readonly hasHistory?: boolean;
  /** Part of each name, label and message of others. */
  readonly hostile?: string;
  /** The file of each object. */
  readonly file?: string;
}

const end = Date.UTC(2026, 10, 29);
const day = 86_400_000;

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
export function reportOf(shape: ReportShape): FleetReport {
  const { seed = 1, hasPrice = true, hasHistory = true } = shape;
  const random = seeded(seed);
  const clusters = ["prod-eu", "prod-us", "staging"].map(name => `${name}${shape.hostile ?? ""}`);
  const refs = Array.from({ length: shape.objects }, (_, at) => refOf(at, clusters, shape));
  const findings = refs.flatMap(object =>
    rules
      .filter((_, at) => random() < 0.4 / (at + 1))
      .map(rule => ({ ...rule, object, ...hostileTexts(rule, shape.hostile ?? "") })),
  );
  const ranked = hasHistory
    ? refs.slice(0, shape.ranked).map(object => rankedOf(object, shape, random, hasPrice))
    : [];
  const excluded = refs
    .slice(shape.ranked, shape.ranked + shape.objects / 10)
    .map(object => ({ object, cause: `A second metric decides${shape.hostile ?? ""}.` }));
  const parts = {
    clusters: clusters.map((cluster, at) => ({
      cluster,
      objects: refs.filter(object => object.cluster === cluster).length,
      unread:
        at === 1
          ? [
              {
                cluster,
                resource: "scaledobjects.keda.sh",
                reason: "The cluster does not serve it.",
              },
            ]
          : [],
    })),
    findings,
    ranked: ranked.sort(byGain).map((each, at) => ({
      ...each,
      chart: at < (shape.charts ?? Infinity) ? chart(each.today, shape.days ?? 28, random) : null,
    })),
  };
  const judged = Math.max(0, shape.objects - excluded.length);
  const assessed = {
    ReplayedWell: Math.floor(judged * 0.8),
    ReplayedRoughly: Math.floor(judged * 0.1),
    ...{ NotReplayed: excluded.length, TooLittle: Math.floor(judged * 0.05) },
  };
  const history = {
    ...{ from: end - 28 * day, to: end, source: "http://prometheus.monitoring:9090" },
    ...{ assessed, excluded, left: 12, accuracy: 0.964 },
  };
  return {
    ...{ generatedAt: end + 3_600_000, ...parts, sums: sumsOf(parts) },
    ...{
      history: hasHistory ? history : null,
      price: hasPrice ? { core: 0.034, gibibyte: 0.0045 } : null,
    },
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

function rankedOf(
  object: ObjectRef,
  shape: ReportShape,
  random: Random,
  hasPrice: boolean,
): Ranked {
  const size = 4 + 60 * random() ** 3;
  const cost = (hours: number) => (hasPrice ? hours * 30.4 * 0.05 : null);
  const outcome = (hours: number, lostWork: number): Outcome => ({
    ...{ replicaHours: hours, lostWork, shortMinutes: lostWork * 4000, monthlyCost: cost(hours) },
  });
  const lost = 0.004 * random();
  const today = outcome(24 * size, lost);
  const suggested = outcome(24 * size * (0.72 + 0.3 * random()), lost * (0.3 + 0.8 * random()));
  const near = 0.88 + 0.11 * random();
  const days = Array.from({ length: shape.days ?? 28 }, (_, at) => ({
    ...{ day: end - (28 - at) * day, near: Math.min(1, near - 0.04 + 0.08 * random()) },
  }));
  return {
    ...{ object, accuracy: { near, days }, today, suggested, ...gainOf(today, suggested) },
    changes: [
      { parameter: "CPU utilization", today: "70%", suggested: "80%" },
      { parameter: "scale-down window", today: "300 s", suggested: `900 s${shape.hostile ?? ""}` },
    ],
    patch: patchOf(object),
    evidence: [
      "The load was rebuilt from what the autoscaler measured, every 30 s.",
      `The first half of the past chose these settings, and the second one confirms them${shape.hostile ?? ""}.`,
    ],
    toAutoscaler:
      random() < 0.3 ? { gains: ["A forecast avoids 12 more minutes short a day."] } : null,
    chart: null,
  };
}

const patchOf = ({ kind, namespace, name }: ObjectRef): string =>
  `apiVersion: autoscaling/v2
kind: ${kind}
metadata:
  name: ${JSON.stringify(name)}
  namespace: ${JSON.stringify(namespace)}
spec:
  metrics:
  - type: Resource
    resource:
      name: cpu
      target:
        type: Utilization
        averageUtilization: 80
  behavior:
    scaleDown:
      stabilizationWindowSeconds: 900
`;

/** Days and nights with noise, and a gap; a sample each five minutes. */
function chart({ replicaHours }: Outcome, days: number, random: Random): Drawing {
  const size = replicaHours / 24;
  const step = 300_000;
  const from = end - days * day;
  const times = Array.from({ length: (days * day) / step }, (_, at) => from + at * step);
  const load = times.map(time => {
    const wave = 1 + 0.6 * Math.sin((2 * Math.PI * (time % day)) / day);
    const isGap = time > from + 0.4 * days * day && time < from + 0.43 * days * day;
    return isGap ? NaN : size * wave * (0.9 + 0.2 * random());
  });
  const replicas = (target: number, noise: number) =>
    load.map(value => Math.max(2, Math.ceil(value / target + noise * (random() - 0.5))));
  const series = (values: readonly number[]) => ({
    ...{ times: Float64Array.from(times), values: Float64Array.from(values) },
  });
  return chartOf(
    { from, to: end },
    { ...series(load), unit: "CPU cores" },
    {
      ...{ Recorded: series(replicas(0.7, 3)), Replayed: series(replicas(0.7, 0)) },
      Suggested: series(replicas(0.85, 0)),
    },
  );
}
