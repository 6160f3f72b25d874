import { stringify } from "yaml";

import type { Simulated } from "../../simulate/result.ts";
import { mergePatchOf, patchedForm } from "../../suggest/patch.ts";
import { lessLostWork } from "../../suggest/search.ts";
import { printableJson } from "../../terminal/printable.ts";
import { spanText } from "../../terminal/times.ts";
import { gainOf } from "../model/gain.ts";
import type { Outcome, Ranked } from "../model/report.ts";
import type { Past } from "../past/past-of.ts";
import type { Improvement } from "../rank/improvement.ts";
import type { Accuracy } from "../replay/accuracy.ts";
import type { Subject } from "./subjects.ts";

interface Confirmed {
  readonly subject: Subject;
  readonly past: Past;
  readonly accuracy: Accuracy;
  readonly improvement: Improvement;
  readonly today: Simulated;
  readonly suggested: Simulated;
}

const dayMs = 86_400_000;
const monthHours = 730;

/** What the report says of an object with better settings. */
export function rankedOf(confirmed: Confirmed): Ranked {
  const { subject, past, accuracy, improvement } = confirmed;
  const { cluster, kind, namespace, name, manifest } = subject.object;
  const { changes } = improvement.suggestion;
  const today = outcomeOf(confirmed.today, past, subject.price);
  const suggested = outcomeOf(confirmed.suggested, past, subject.price);
  const edits = changes.flatMap(({ setting }) => setting.edits);
  const patch = mergePatchOf(patchedForm(manifest, improvement.job.object), edits);
  return {
    object: { cluster, kind, namespace, name },
    ...gainOf(today, suggested),
    accuracy: { near: accuracy.near, days: accuracy.days },
    ...{ today, suggested },
    changes: changes.map(({ parameter, setting }) => ({
      ...{ parameter: parameter.name, today: parameter.today.text, suggested: setting.text },
    })),
    // YAML of ASCII characters alone: names come from other people.
    patch: stringify(JSON.parse(printableJson(patch)), { lineWidth: 0 }),
    evidence: evidenceFor(confirmed),
  };
}

function outcomeOf({ measures }: Simulated, { load }: Past, price: number | null): Outcome {
  const days = (load.end - (load.times[0] ?? load.end)) / dayMs;
  const { replicaHours, lostWork = 0, shortMinutes = 0 } = measures;
  const perDay = replicaHours / days;
  const monthlyCost = price === null ? null : (perDay / 24) * monthHours * price;
  return { replicaHours: perDay, lostWork, shortMinutes, monthlyCost };
}

function evidenceFor({ past, accuracy, improvement }: Confirmed): readonly string[] {
  const { suggestion, goal } = improvement;
  const other = suggestion.chosenBy === "first" ? "second" : "first";
  const near = `${(accuracy.near * 100).toFixed(0)}%`;
  return [
    goal === lessLostWork
      ? "At least a fifth less lost work at the same cost."
      : "The same work with fewer replicas: the lost work stays within a fifth of today's, which is the noise of a replay.",
    `The ${suggestion.chosenBy} half of the past chose these settings, and the ${other} half confirms them; both were then replayed over ${spanText(past.load.end - (past.load.times[0] ?? past.load.end))}.`,
    `A replay of today's settings is within one replica or 10% of the record in ${near} of the time.`,
    `The load is ${past.method}.`,
  ];
}
