import type { Contender } from "./contender.ts";
import type { Reactions } from "./sent.ts";
import type { Figures } from "./span.ts";

/** The measurements of one contender. */
export interface Round {
  readonly contender: Pick<Contender, "name" | "processes">;
  readonly steady: Figures;
  readonly changing: Figures;
  /** After further starts: from a change of load to the scale write. */
  readonly starts: readonly Reactions[];
  /** Seconds from the first object to a decision on all of them. */
  readonly allDecidedAfter: number;
  /** From the start of the process that decides to scale writes for loads that rose before. */
  readonly restart: Reactions;
}

export interface Comparison {
  readonly objects: number;
  readonly periodSeconds: number;
  /** Without any autoscaler, before the first round and after the last. */
  readonly idle: readonly Figures[];
  readonly rounds: readonly Round[];
}

const sum = (values: readonly number[]): number => values.reduce((total, each) => total + each, 0);
const mean = (values: readonly number[]): number => sum(values) / values.length;

const totalBusy = ({ busy }: Figures): number => sum(Object.values(busy));

/** The threads that all processes use beyond an idle cluster. */
export const caused = (idle: readonly Figures[], figures: Figures): number =>
  totalBusy(figures) - mean(idle.map(totalBusy));

/** The threads that a process uses in an idle cluster. */
export const idleBusy = (idle: readonly Figures[], process: string): number =>
  mean(idle.map(({ busy }) => busy[process] ?? 0));

/** The threads that the contender itself uses, without what its processes do for others. */
export const ownBusy = (
  idle: readonly Figures[],
  processes: readonly string[],
  { busy }: Figures,
): number => sum(processes.map(process => (busy[process] ?? NaN) - idleBusy(idle, process)));

/** Resident bytes of all its processes. */
export const ownMemory = (processes: readonly string[], { memory }: Figures): number =>
  sum(processes.map(process => memory[process] ?? NaN));

/** The requests of all clients beyond those in an idle cluster, per object and sync period. */
export function countedPerSync(
  { idle, objects, periodSeconds }: Pick<Comparison, "idle" | "objects" | "periodSeconds">,
  { counted, seconds }: Pick<Figures, "counted" | "seconds">,
): number {
  const perSecond = counted / seconds - mean(idle.map(each => each.counted / each.seconds));
  return (perSecond * periodSeconds) / objects;
}

/** Requests per object and sync period. */
export const requestsPerSync = (
  { objects, periodSeconds }: Pick<Comparison, "objects" | "periodSeconds">,
  { requests, seconds }: Pick<Figures, "requests" | "seconds">,
): number => sum(Object.values(requests)) / ((objects * seconds) / periodSeconds);
