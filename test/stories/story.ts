import { stringify } from "yaml";

import type { Decision, Step, Vote } from "../../engine/model/decision.ts";
import { NOON, World, type WorldSpec } from "../world/world.ts";
import type { Load } from "../world/answers.ts";

/** A world and its events. */
export interface Story extends WorldSpec {
  /** One sentence: what it shows. */
  readonly told: string;
  readonly minutes: number;
  /** Everything that is not the autoscaler's doing, in order of time. */
  readonly events: readonly StoryEvent[];
}

export interface StoryEvent {
  /** Seconds after the beginning. */
  readonly at: number;
  /** Text for the reader; default: only the load. */
  readonly told?: string;
  readonly load?: Load;
  readonly happens?: (world: World) => void;
}

/** One sync of a story. */
export interface Told {
  readonly seconds: number;
  readonly load: Load;
  readonly ready: number;
  /** With several workloads: the count of each, and the scaled one. */
  readonly sizes: readonly string[];
  readonly decision: Decision;
  readonly mode: World["mode"];
  /** The events since the previous sync. */
  readonly events: readonly string[];
}

export const PERIOD_SECONDS = 15;

/** Plays a story: a sync every period. */
export function play(
  story: Story,
  periodSeconds = story.spec.syncPeriodSeconds ?? PERIOD_SECONDS,
): Told[] {
  const world = new World(story);
  const upcoming = [...story.events];
  const told: Told[] = [];
  for (let seconds = 0; seconds <= story.minutes * 60; seconds += periodSeconds) {
    const events: string[] = [];
    for (let [next] = upcoming; next && next.at <= seconds; [next] = upcoming) {
      upcoming.shift();
      if (next.load) world.load = { ...world.load, ...next.load };
      next.happens?.(world);
      if (next.told !== undefined) events.push(next.told);
    }
    world.pass(seconds === 0 ? 0 : (NOON + seconds * 1000 - world.now) / 1000);
    const { load, mode } = world;
    const ready = world.measured().readyPods.length;
    const sizes = sizesOf(story, world);
    told.push({ seconds, load, ready, sizes, decision: sync(world), mode, events });
  }
  return told;
}

/** In mode Paused, nothing is decided. */
function sync(world: World): Decision {
  const { mode, now: time, target } = world;
  if (mode === "Paused") {
    world.look();
    return { time, from: target.replicas, to: target.replicas, votes: [], steps: [] };
  }
  const outcome = world.decide();
  world.apply(outcome);
  return outcome.decision;
}

function sizesOf(story: Story, { workloads, target }: World): string[] {
  if (Object.keys(story.workloads).length === 1) return [];
  return workloads.map(one => `${one.name}${one === target ? "*" : ""} ${one.replicas}`);
}

/** The story as a page: one line for every sync that differs from the one before. */
export const tell = (story: Story, told = play(story)): string =>
  page(story, "load, ready pods, votes", told.map(rowOf));

/** One line of a page. */
export interface Row {
  readonly time: string;
  readonly events: readonly string[];
  /** What was observed, what limited the count, and the result. */
  readonly cells: readonly string[];
}

/** A table below its heading, without rows that repeat the one before. */
export function page(
  { told, spec }: { readonly told: string; readonly spec: object },
  observed: string,
  rows: readonly Row[],
): string {
  const widths = [0, 1].map(column =>
    Math.max(...rows.map(({ cells }) => cells[column]?.length ?? 0)),
  );
  const lines: string[] = [];
  let same = 0;
  const fold = (): void => {
    if (same > 0) lines.push(`         ... ${same} ${same === 1 ? "sync" : "syncs"} the same`);
    same = 0;
  };
  for (const [index, { time, events, cells }] of rows.entries()) {
    const isSame = events.length === 0 && cells.join() === rows[index - 1]?.cells.join();
    if (isSame) same += 1;
    else {
      fold();
      lines.push(
        ...events.map(event => `${time}  * ${event}`),
        `${time}  ${padded(cells, widths)}`,
      );
    }
  }
  fold();
  const heading = `   time  ${padded([observed, "limits", "result"], widths)}`;
  return `${told}\n\n${stringify({ spec }).trimEnd()}\n\n${heading}\n${lines.join("\n")}\n`;
}

const padded = (cells: readonly string[], widths: readonly number[]): string =>
  cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ");

function rowOf({ seconds, load, ready, sizes, decision, mode, events }: Told): Row {
  const { from, to, votes, steps } = decision;
  const loads = Object.entries(load).map(([name, total]) => `${name} ${total}`);
  const facts = [loads.join(", "), ...sizes, `${ready} ready`, ...votes.map(wordsOf)].join("; ");
  const arrow = mode === "DryRun" ? ", would be" : " ->";
  const result = from === to ? `${to}` : `${from}${arrow} ${to}`;
  return { time: clock(seconds), events, cells: [facts, limitsOf(steps), result] };
}

export const clock = (seconds: number): string =>
  `${String(Math.floor(seconds / 60)).padStart(3)}:${String(seconds % 60).padStart(2, "0")}`.padStart(
    7,
  );

export const wordsOf = (vote: Vote): string =>
  vote.type === "Failed"
    ? `${vote.source}: ${vote.reason}, ${vote.message}`
    : `${vote.source}: ${vote.message}`;

/** The stages that had a say: what they made of the count, and why. Of a total, where others count, too. */
export function limitsOf(steps: readonly Step[]): string {
  const limits = steps.flatMap(({ step, before, after, reason }) => {
    if (step === "monitor" || reason === "TargetsShare") return [];
    const isHeld = step === "combine" && reason !== "LargestVote";
    if (isHeld) return [reason];
    return step !== "combine" && before !== after ? [`${before} -> ${after} ${reason}`] : [];
  });
  return limits.length === 0 ? "-" : limits.join(", ");
}
