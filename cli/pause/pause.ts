// cli/pause/: `trimtab pause` and `trimtab resume`, the verbs that write.

import { type Command, InvalidArgumentError, Option } from "commander";

import { durationMs, timestamp } from "../../engine/model/values/time.ts";
import { longestPauseMs, pauseAnnotations } from "../../engine/model/pauses.ts";
import { type EpochMs, err, ok } from "../../engine/model/values/result.ts";
import type { ScalingObject } from "../objects/scaling-object.ts";
import { absoluteTime, relativeTime } from "../terminal/times.ts";
import {
  objectCommand,
  type ObjectOptions,
  failed,
  findInCluster,
  type Query,
  queryOf,
  withCluster,
} from "../objects/one-object.ts";
import { type Terminal, complain } from "../terminal/terminal.ts";
import type { Cluster } from "../objects/cluster.ts";
import { printable } from "../terminal/printable.ts";
import { nameOf } from "../validate/findings.ts";

const PAUSE_HELP = `
Writes annotations with your own rights (patch on the object). GitOps tools leave them alone, and the
pause ends by itself. While an object is paused, no other object scales its workload.

Exit status: 0 paused, 1 not found, refused or no answer, 2 wrong usage.

Examples:
  trimtab pause web -n shop --for 2h --reason "INC-7: the queue is stuck"
  trimtab pause web -n shop --for 1d --scale-down`;

const RESUME_HELP = `
Removes the annotations that \`trimtab pause\` writes.

Exit status: 0 resumed, 1 not found, refused, still in mode Paused or no answer, 2 wrong usage.`;

interface PauseOptions extends ObjectOptions {
  readonly for: number;
  readonly scaleDown?: true;
  readonly reason?: string;
}

export function pauseCommand(terminal: Terminal): Command {
  return objectCommand("pause")
    .summary("stop an autoscaler, or its scale-down, for a time")
    .description("Stops an autoscaler, or only its scale-down, for a time and without a commit.")
    .addOption(
      new Option("--for <duration>", "how long, such as 30m, 2h, 1d; at most 30d")
        .argParser(duration)
        .makeOptionMandatory(),
    )
    .option("--scale-down", "only take no replicas away, and still add some")
    .option("--reason <text>", "shown with the pause")
    .addHelpText("after", PAUSE_HELP)
    .action((name: string, options: PauseOptions) =>
      annotate(terminal, name, options, object => pausing(object, options, Date.now())),
    );
}

export function resumeCommand(terminal: Terminal): Command {
  return objectCommand("resume")
    .summary("end a pause")
    .description("Ends a pause, so that the autoscaler scales again.")
    .addHelpText("after", RESUME_HELP)
    .action((name: string, options: ObjectOptions) => annotate(terminal, name, options, resuming));
}

function pausing(object: ScalingObject, options: PauseOptions, now: EpochMs): Planned {
  const until = Math.floor((now + options.for) / 1000) * 1000;
  const { all, scaleDown, reason } = pauseAnnotations;
  const what = options.scaleDown ? "takes no replicas away" : "is paused";
  const when = `${absoluteTime(until)} (${relativeTime(until, now)})`;
  const command = `trimtab resume ${object.name} --namespace ${object.namespace}`;
  return {
    annotations: {
      [options.scaleDown ? scaleDown : all]: timestamp(until),
      [reason]: options.reason ?? null,
    },
    done: `${nameOf(object)} ${what} until ${when}. \`${command}\` ends this earlier.`,
  };
}

function resuming(object: ScalingObject): Planned {
  const keys = Object.values(pauseAnnotations);
  const present = keys.filter(key => object.annotations[key] !== undefined);
  const isPaused = object.mode === "Paused";
  const mode = "but spec.mode is Paused; set it to Active where the object is defined";
  const what = present.length === 0 ? "has no pause" : "is no longer paused by annotations";
  return {
    annotations: Object.fromEntries(present.map(key => [key, null])),
    done: `${nameOf(object)} ${what}${isPaused ? `, ${mode}` : ""}.`,
    isFailure: isPaused,
  };
}

const DAY_MS = 86_400_000;

function duration(text: string): number {
  const [, days] = /^(\d{1,3})d$/.exec(text) ?? [];
  const value = days === undefined ? durationMs(text) : Number(days) * DAY_MS;
  if (value !== null && value >= 60_000 && value <= longestPauseMs) return value;
  throw new InvalidArgumentError("It is a time from 1m to 30d, such as 2h or 1h30m.");
}

interface Planned {
  /** null: the annotation is removed. */
  readonly annotations: Readonly<Record<string, string | null>>;
  /** What to print afterwards. */
  readonly done: string;
  /** Whether that is not what the user asked for; absent: it is. */
  readonly isFailure?: boolean;
}

/** Finds an object in the cluster and writes annotations to it, and to no other object of its name. */
async function annotate(
  terminal: Terminal,
  name: string,
  options: ObjectOptions,
  plan: (object: ScalingObject) => Planned,
): Promise<void> {
  const done = await withCluster(cluster => annotated(cluster, queryOf(name, options), plan));
  if (done.ok) terminal.stdout.write(`${printable(done.value)}\n`);
  else terminal.exitCode = complain(terminal, done.error.exitCode, done.error.message);
}

async function annotated(cluster: Cluster, query: Query, plan: (object: ScalingObject) => Planned) {
  const found = await findInCluster(cluster, query);
  if (!found.ok) return found;
  const { annotations, done, isFailure = false } = plan(found.value);
  const isNothing = Object.keys(annotations).length === 0;
  const written = isNothing ? ok(null) : await cluster.annotate(found.value, annotations);
  if (!written.ok) return err(failed(written.error));
  return isFailure ? err(failed(done)) : ok(done);
}
