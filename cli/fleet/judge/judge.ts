import { err, ok, type Result } from "../../../engine/model/values/result.ts";
import type { RunJob } from "../../suggest/simulating.ts";
import type { PodJob } from "../../simulate/world/pod-job.ts";
import type { Ranked } from "../model/report.ts";
import type { Answers, Window } from "../past/answers.ts";
import { type Past, pastOf } from "../past/past-of.ts";
import { confirmed, type Improvement, improvementOf } from "../rank/improvement.ts";
import { type Accuracy, accuracyOf } from "../replay/accuracy.ts";
import { replayJob, sizesOnly } from "../replay/replay.ts";
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
  readonly read: (batch: Batch, window: Window) => Promise<Result<Answers, string>>;
  /** Runs in other threads. */
  readonly run: RunJob;
  /** A shorter past, on which the search runs, and the whole one. */
  readonly windows: { readonly search: Window; readonly whole: Window };
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
  const answers = await ports.read(batch, ports.windows.search);
  const better: Better[] = [];
  const judged = await Promise.all(
    batch.subjects.map(async (subject): Promise<Judged> => {
      const replayed = answers.ok ? replayOf(subject, answers.value) : answers;
      if (!replayed.ok) return { subject, accuracy: replayed, ranked: null };
      const { past, job } = replayed.value;
      const accuracy = accuracyOf(past, job, await ports.run(job, past.load, sizesOnly));
      const isGood = accuracy.verdict === "ReplayedWell" || accuracy.verdict === "ReplayedRoughly";
      const improvement = isGood ? await improvementOf(job, past, ports.run) : null;
      if (improvement) better.push({ subject, past, job, accuracy, improvement });
      return { subject, accuracy: ok(accuracy), ranked: null };
    }),
  );
  const ranked = await confirmAll(batch, better, ports);
  return judged.map(each => ({ ...each, ranked: ranked.get(each.subject) ?? null }));
}

function replayOf(subject: Subject, answers: Answers): Result<Replayed, string> {
  const { simulated } = subject;
  if (typeof simulated === "string") return err(simulated);
  const past = pastOf(subject, simulated, answers);
  if (!past.ok) return past;
  const job = replayJob(simulated, past.value);
  return job.ok ? ok({ past: past.value, job: job.value }) : job;
}

/** On the whole past, which is read only for batches that have something to confirm. */
async function confirmAll(batch: Batch, better: readonly Better[], { read, run, windows }: Ports) {
  const ranked = new Map<Subject, Ranked>();
  if (better.length === 0) return ranked;
  const only = { ...batch, subjects: better.map(({ subject }) => subject) };
  const answers = await read(only, windows.whole);
  for (const each of better) {
    const whole = answers.ok ? replayOf(each.subject, answers.value) : answers;
    // A change of the object before the shorter past says nothing against the suggestion.
    const isSettled = whole.ok && whole.value.past.lastChange === null;
    const { past, job } = isSettled ? whole.value : each;
    const both = await confirmed(each.improvement, job, past.load, run);
    if (both) ranked.set(each.subject, rankedOf({ ...each, past, ...both }));
  }
  return ranked;
}
