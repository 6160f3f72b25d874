import { aligned } from "../../host/aligned.ts";
import { quantile } from "../quantiles.ts";
import type { Contender } from "./contenders.ts";
import type { Figures } from "./span.ts";

/** The measurements of one contender. */
export interface Round {
  readonly contender: Pick<Contender, "name" | "process">;
  readonly steady: Figures;
  readonly changing: Figures;
  /** Seconds from the first object to a decision on all of them. */
  readonly allDecidedAfter: number;
}

export interface Comparison {
  readonly objects: number;
  readonly periodSeconds: number;
  /** Without any autoscaler, before the first round and after the last. */
  readonly idle: readonly Figures[];
  readonly rounds: readonly Round[];
}

export const sum = (values: readonly number[]): number =>
  values.reduce((total, each) => total + each, 0);
const mean = (values: readonly number[]): number => sum(values) / values.length;
const core = (threads: number): string => `${(100 * threads).toFixed(1)}%`;
const mebibytes = (bytes = NaN): string => `${Math.round(bytes / 2 ** 20)} MiB`;

const totalBusy = ({ busy }: Figures): number => sum(Object.values(busy));

/** The threads that all processes use beyond an idle cluster. */
export const caused = (idle: readonly Figures[], figures: Figures): number =>
  totalBusy(figures) - mean(idle.map(totalBusy));

/** The threads that a process uses in an idle cluster. */
export const idleBusy = (idle: readonly Figures[], process: string): number =>
  mean(idle.map(({ busy }) => busy[process] ?? 0));

/** The threads that the contender itself uses, without what its process does for others. */
export const ownBusy = (idle: readonly Figures[], process: string, figures: Figures): number =>
  (figures.busy[process] ?? NaN) - idleBusy(idle, process);

/** Requests per object and sync period. */
export const requestsPerSync = ({ objects, periodSeconds }: Comparison, figures: Figures): number =>
  sum(Object.values(figures.requests)) / ((objects * figures.seconds) / periodSeconds);

/** One column for each contender. */
export function table(comparison: Comparison): string {
  const { idle, rounds } = comparison;
  const row = (what: string, cell: (round: Round) => string): string[] => [
    what,
    ...rounds.map(cell),
  ];
  const own = (of: "steady" | "changing") => (round: Round) =>
    core(ownBusy(idle, round.contender.process, round[of]));
  const reactions = (share: number) => (round: Round) => {
    const { reactions: all } = round.changing;
    return all.length === 0 ? "none" : `${(quantile(all, share) / 1_000).toFixed(1)} s`;
  };
  return aligned([
    [`${comparison.objects} objects`, ...rounds.map(({ contender }) => contender.name)],
    row("controller CPU, steady", own("steady")),
    row("controller CPU, 10% change each minute", own("changing")),
    row("caused in all, steady", ({ steady }) => core(caused(idle, steady))),
    row("caused in all, changing", ({ changing }) => core(caused(idle, changing))),
    row("memory of its process", round => mebibytes(round.steady.memory[round.contender.process])),
    row("requests per sync, steady", ({ steady }) =>
      requestsPerSync(comparison, steady).toFixed(3),
    ),
    row("requests per sync, changing", ({ changing }) =>
      requestsPerSync(comparison, changing).toFixed(3),
    ),
    row("changes of load with a scale write", ({ changing: { reactions: all, changes } }) => {
      return `${all.length} of ${changes}`;
    }),
    row("change of load to scale write, median", reactions(0.5)),
    row("change of load to scale write, p99", reactions(0.99)),
    row("all decided after", ({ allDecidedAfter }) => `${allDecidedAfter.toFixed(0)} s`),
  ]);
}

/** The requests of each contender, those that are most frequent while loads change first. */
export const requestTable = ({ rounds }: Comparison): string =>
  aligned(
    rounds.flatMap(({ contender, steady, changing }) =>
      Object.entries(changing.requests)
        .sort(([, a], [, b]) => b - a)
        .slice(0, 8)
        .map(([kind, count]) => [
          ...[contender.name, kind],
          ...[`${steady.requests[kind] ?? 0} steady`, `${count} changing`],
        ]),
    ),
  );
