import { aligned } from "../../host/aligned.ts";
import { caused, ownBusy, requestsPerSync, type Comparison, type Round } from "./report.ts";
import { reactionOf } from "./starts.ts";

/** What the last contender may cost: a number, or a share of what another one costs in the same run. */
const goals = {
  perSync: 0.013,
  /** The time from a change of load to the scale write, as a share of HPA's: the median and the p99 of the changes. */
  reaction: { peer: "HPA", shares: { 0.5: 0.75, 0.99: 0.9 } },
  /** By the peer's name. */
  controller: { HPA: 8 },
  caused: { HPA: 20, KEDA: 20 },
} as const;

type Cost = (round: Round) => number;

/** The figures of the last contender next to their goals. */
export function goalTable(comparison: Comparison): string {
  const { idle, rounds } = comparison;
  const last = rounds.at(-1);
  if (!last) return "";
  const perSync = requestsPerSync(comparison, last.steady);
  const own: Cost = ({ contender, steady }) => ownBusy(idle, contender.processes, steady);
  const all: Cost = ({ steady }) => caused(idle, steady);
  const ratios = (what: string, cost: Cost, goals: Readonly<Record<string, number>>) =>
    rounds.flatMap(peer => {
      const { name } = peer.contender;
      const goal = goals[name];
      if (goal === undefined) return [];
      const measured = [cost(peer), cost(last)] as const;
      return [[`${what}, ${name} / ${last.contender.name}`, ...ratioCells(...measured, goal)]];
    });
  return aligned([
    ["goals, steady", "measured", "goal", ""],
    [
      ...["requests per sync", perSync.toFixed(3), `at most ${goals.perSync}`],
      verdict(perSync <= goals.perSync),
    ],
    ...ratios("controller CPU", own, goals.controller),
    ...ratios("caused in all", all, goals.caused),
    ...reactionRows(rounds, last),
  ]);
}

function reactionRows(rounds: readonly Round[], last: Round): string[][] {
  const { peer: name, shares } = goals.reaction;
  const peer = rounds.find(({ contender }) => contender.name === name);
  if (!peer) return [];
  return Object.entries(shares).map(([share, goal]) => {
    const ratio = reactionOf(last, Number(share)) / reactionOf(peer, Number(share));
    const what = `load to scale write, ${last.contender.name} / ${name}, ${100 * Number(share)}%`;
    return [what, ratio.toFixed(2), `at most ${goal}`, verdict(ratio <= goal)];
  });
}

const verdict = (isReached: boolean): string => (isReached ? "reached" : "missed");

function ratioCells(peer: number, own: number, goal: number): string[] {
  // A difference from the idle cluster can be zero or less.
  const ratio = own > 0 ? `${(peer / own).toFixed(1)}x` : "no cost";
  return [ratio, `at least ${goal}x`, verdict(own * goal <= peer)];
}
