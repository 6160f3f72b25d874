import { err, ok, type Result } from "../../../engine/model/values/result.ts";
import type { PodJob } from "../../simulate/world/pod-job.ts";
import type { Accuracy, Past } from "../model/assessment.ts";
import type { Ranked } from "../model/report.ts";
import { pastOf, wantsUsage } from "../past/past-of.ts";
import type { Answers, PastReader, Window } from "../past/reader.ts";
import { confirmed, type Improvement, improvementOf, type RunJob } from "../rank/improvement.ts";
import { accuracyOf } from "../replay/accuracy.ts";
import { calibrated, replayJob, sizesOnly } from "../replay/replay.ts";
import { gainsOfAutoscaler } from "./autoscaler-gains.ts";
import { rankedOf } from "./ranked.ts";
import type { Batch, Subject } from "./subjects.ts";

/** What is known of an object after its replay. */
export interface Judged {
  readonly subject: Subject;
  /** Errors: a sentence: its past could not be rebuilt. */
  readonly accuracy: Result<Accuracy, string>;
  /** null: nothing better is known. */
  readonly ranked: Ranked | null;
}

export interface Ports {
  readonly reader: PastReader;
  /** Runs in other threads. */
  readonly run: RunJob;
  /** Who else writes the replicas of an object, as the end of a sentence; null: nothing is known to. */
  readonly otherWriterOf: (subject: Subject) => string | null;
  /** A shorter past, on which the search runs, and the whole one. */
  readonly windows: { readonly search: Window; readonly whole: Window };
  readonly toAutoscaler: boolean;
}

interface Replayed {
  readonly past: Past;
  readonly job: PodJob;
}

interface Better extends Replayed {
  readonly subject: Subject;
  readonly accuracy: Accuracy;
  readonly improvement: Improvement;
}

/** Replays the objects of a batch, and searches what is better for those that replay well. */
export async function judge(batch: Batch, ports: Ports): Promise<readonly Judged[]> {
  const answers = await answersFor(batch, ports, ports.windows.search);
  const better: Better[] = [];
  const judged = await Promise.all(
    batch.subjects.map(async (subject): Promise<Judged> => {
      if (!answers.ok) return { subject, accuracy: answers, ranked: null };
      const replayed = await assess(subject, answers.value, ports);
      if (!replayed.ok) return { subject, accuracy: replayed, ranked: null };
      const { past, job, accuracy } = replayed.value;
      const isGood = accuracy.verdict === "ReplayedWell" || accuracy.verdict === "ReplayedRoughly";
      const improvement = isGood ? await improvementOf(job, past, ports.run) : null;
      if (improvement) better.push({ subject, past, job, accuracy, improvement });
      return { subject, accuracy: ok(accuracy), ranked: null };
    }),
  );
  const ranked = await confirmAll(batch, better, ports);
  return judged.map(each => ({ ...each, ranked: ranked.get(each.subject) ?? null }));
}

async function answersFor(
  { namespace, subjects }: Batch,
  { reader }: Ports,
  window: Window,
): Promise<Result<Answers, string>> {
  const asked = { namespace, objects: subjects.length };
  const answers = await reader.read(asked, window);
  if (!answers.ok) return answers;
  if (!subjects.some(subject => wantsUsage(subject, answers.value))) return answers;
  const usage = await reader.read(asked, window, ["usage"]);
  return usage.ok ? ok({ ...answers.value, ...usage.value }) : usage;
}

async function assess(subject: Subject, answers: Answers, ports: Ports) {
  const replayed = await replayOf(subject, answers, ports.windows.search, ports.run);
  if (!replayed.ok) return replayed;
  const { past, job } = replayed.value;
  const replay = await ports.run(job, past.load, sizesOnly);
  const otherWriter = ports.otherWriterOf(subject);
  return ok({ past, job, accuracy: accuracyOf(past, job, replay, { otherWriter }) });
}

async function replayOf(
  subject: Subject,
  answers: Answers,
  window: Window,
  run: RunJob,
): Promise<Result<Replayed, string>> {
  const { simulated } = subject.object;
  if (!simulated.ok) return simulated;
  const rebuilt = pastOf(subject, answers, window);
  if (!rebuilt.ok) return rebuilt;
  const first = replayJob(simulated.value, rebuilt.value);
  if (!first.ok) return err(first.error);
  if (!rebuilt.value.evidence.needsGain) return ok({ past: rebuilt.value, job: first.value });
  const past = await calibrated(rebuilt.value, first.value, ({ job, load }) =>
    run(job, load, sizesOnly),
  );
  const job = replayJob(simulated.value, past);
  return job.ok ? ok({ past, job: job.value }) : err(job.error);
}

/** On the whole past, which is read only for batches that have something to confirm. */
async function confirmAll(batch: Batch, better: readonly Better[], ports: Ports) {
  const ranked = new Map<Subject, Ranked>();
  if (better.length === 0) return ranked;
  const only = { ...batch, subjects: better.map(({ subject }) => subject) };
  const answers = await answersFor(only, ports, ports.windows.whole);
  for (const each of better) {
    const whole = answers.ok
      ? await replayOf(each.subject, answers.value, ports.windows.whole, ports.run)
      : answers;
    // A change of the object before the shorter past says nothing against the suggestion.
    const isSettled = whole.ok && whole.value.past.evidence.lastChange === null;
    const { past, job } = isSettled ? whole.value : each;
    const both = await confirmed(each.improvement, job, past.load, ports.run);
    if (!both) continue;
    const gains = ports.toAutoscaler ? await gainsOfAutoscaler(job, past, ports.run) : null;
    ranked.set(each.subject, rankedOf({ ...each, past, job, ...both, gains }));
  }
  return ranked;
}
