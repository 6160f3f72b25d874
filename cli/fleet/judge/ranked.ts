import { stringify } from "yaml";

import type { Simulated } from "../../simulate/result.ts";
import type { PodJob } from "../../simulate/world/pod-job.ts";
import { mergePatchOf, patchedForm } from "../../suggest/patch.ts";
import { printableJson } from "../../terminal/printable.ts";
import { spanText } from "../../terminal/times.ts";
import type { Accuracy, Past } from "../model/assessment.ts";
import { chartOf } from "../model/chart.ts";
import { gainOf } from "../model/gain.ts";
import type { Outcome, Ranked } from "../model/report.ts";
import type { Improvement } from "../rank/improvement.ts";
import { monthHours } from "../rank/price.ts";
import { replayedSizes } from "../replay/replay.ts";
import type { Subject } from "./subjects.ts";

interface Confirmed {
  readonly subject: Subject;
  readonly past: Past;
  readonly job: PodJob;
  readonly accuracy: Accuracy;
  readonly improvement: Improvement;
  readonly today: Simulated;
  readonly suggested: Simulated;
  readonly gains: readonly string[] | null;
}

const dayMs = 86_400_000;

/** What the report says of an object with better settings. */
export function rankedOf(confirmed: Confirmed): Ranked {
  const { subject, past, accuracy, improvement, gains } = confirmed;
  const { cluster, kind, namespace, name, manifest, simulated } = subject.object;
  const { changes } = improvement.suggestion;
  const [today, suggested] = [confirmed.today, confirmed.suggested].map(each =>
    outcomeOf(each, past, subject.price),
  ) as [Outcome, Outcome];
  const edits = changes.flatMap(({ setting }) => setting.edits);
  const form = simulated.ok ? patchedForm(manifest, simulated.value) : manifest;
  const start = past.load.times[0] ?? past.from;
  const [columns] = past.load.values;
  return {
    object: { cluster, kind, namespace, name },
    ...gainOf(today, suggested),
    accuracy: { near: accuracy.near, days: accuracy.days },
    ...{ today, suggested },
    changes: changes.map(({ parameter, setting }) => ({
      ...{ parameter: parameter.name, today: parameter.today.text, suggested: setting.text },
    })),
    patch: yamlOf(mergePatchOf(form, edits)),
    evidence: evidenceFor(confirmed),
    toAutoscaler: gains && { gains },
    chart: chartOf(
      { from: start, to: past.load.end },
      {
        ...{ times: past.load.times, values: columns ?? new Float64Array() },
        unit: past.load.columns[0] ?? "load",
      },
      {
        Recorded: past.replicas,
        Replayed: replayedSizes(confirmed.today, start),
        Suggested: replayedSizes(confirmed.suggested, start),
      },
    ),
  };
}

/** YAML of ASCII characters alone: names come from other people. */
const yamlOf = (patch: object): string =>
  stringify(JSON.parse(printableJson(patch)), { lineWidth: 0 });

function outcomeOf({ measures }: Simulated, { load }: Past, price: number | null): Outcome {
  const days = (load.end - (load.times[0] ?? load.end)) / dayMs;
  const { replicaHours, lostWork = 0, shortMinutes = 0 } = measures;
  const perDay = replicaHours / days;
  return {
    ...{ replicaHours: perDay, lostWork, shortMinutes },
    monthlyCost: price === null ? null : (perDay / 24) * monthHours * price,
  };
}

function evidenceFor({ past, accuracy, improvement }: Confirmed): readonly string[] {
  const { suggestion, goal } = improvement;
  const other = suggestion.chosenBy === "first" ? "second" : "first";
  const near = `${(accuracy.near * 100).toFixed(0)}%`;
  return [
    goal === "LessCost"
      ? "The same work with fewer replicas: the lost work stays within a fifth of that of today, which is the noise of a replay."
      : "At least a fifth less lost work at the same cost.",
    `The ${suggestion.chosenBy} half of the past chose these settings, and the ${other} half confirms them; both were then replayed over ${spanText(past.load.end - (past.load.times[0] ?? past.from))}.`,
    `A replay of today's settings is within one replica or 10% of the record in ${near} of the time.`,
    `The load is ${past.method}.`,
  ];
}
