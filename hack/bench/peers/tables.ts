import { aligned } from "../../host/aligned.ts";
import { markdown } from "../ceiling/markdown.ts";
import { quantile } from "../quantiles.ts";
import type { Lateness } from "./lateness.ts";
import {
  caused,
  countedPerSync,
  idleBusy,
  ownBusy,
  ownMemory,
  requestsPerSync,
  type Comparison,
  type Round,
} from "./report.ts";
import type { Reactions } from "./sent.ts";
import type { Figures } from "./span.ts";
import { reactionOf } from "./starts.ts";

type Span = "steady" | "changing";

const core = (threads: number): string => `${(100 * threads).toFixed(1)}%`;
const mebibytes = (bytes: number): string => `${Math.round(bytes / 2 ** 20)} MiB`;
const seconds = (value: number): string =>
  Number.isNaN(value) ? "none" : `${(value / 1_000).toFixed(1)} s`;
const milliseconds = (value: number): string => `${value.toFixed(0)} ms`;

/** `24x`; nothing if there is none to compare with. */
function times(peer: number, own: number): string {
  const ratio = peer / own;
  if (!Number.isFinite(ratio) || ratio <= 0) return "";
  return `${ratio.toFixed(ratio < 10 ? 1 : 0)}x`;
}

/** One column for each contender, and for each but the last one the ratio of its costs to those of the last. */
export function table(comparison: Comparison): string {
  const { idle, rounds, objects } = comparison;
  const last = rounds.at(-1);
  const peers = rounds.slice(0, -1);
  const row = (what: string, cell: (round: Round) => string) => [what, ...rounds.map(cell)];
  const cost = (
    what: string,
    of: (round: Round) => number,
    show: (value: number) => string,
  ): string[] => [
    ...row(what, round => show(of(round))),
    ...(last ? peers.map(peer => times(of(peer), of(last))) : []),
  ];
  const own = (span: Span) => (round: Round) =>
    ownBusy(idle, round.contender.processes, round[span]);
  const all = (span: Span) => (round: Round) => caused(idle, round[span]);
  const requests = (span: Span) => (round: Round) => requestsPerSync(comparison, round[span]);
  const after = (share: number, reactionsIn: (round: Round) => Reactions) => (round: Round) => {
    const { reactions } = reactionsIn(round);
    return seconds(quantile(reactions, share));
  };
  const changes = ({ changing }: Round): Reactions => changing;
  const restarts = ({ restart }: Round): Reactions => restart;
  const answered = (reactionsIn: (round: Round) => Reactions) => (round: Round) => {
    const { reactions, unanswered } = reactionsIn(round);
    return `${reactions.length} of ${reactions.length + unanswered.length}`;
  };
  const late =
    (figure: keyof Lateness) =>
    ({ steady: { lateness } }: Round) =>
      lateness && !Number.isNaN(lateness[figure]) ? milliseconds(lateness[figure]) : "none";
  const ratios = peers.map(({ contender }) => `${contender.name} / ${last?.contender.name ?? ""}`);
  return aligned([
    [`${objects} objects`, ...rounds.map(({ contender }) => contender.name), ...ratios],
    cost("controller CPU, steady", own("steady"), core),
    cost("controller CPU, 10% change each minute", own("changing"), core),
    cost("caused in all, steady", all("steady"), core),
    cost("caused in all, changing", all("changing"), core),
    cost(
      "memory of its processes",
      ({ contender, steady }) => ownMemory(contender.processes, steady),
      mebibytes,
    ),
    cost("requests per sync, steady", requests("steady"), value => value.toFixed(3)),
    cost("requests per sync, changing", requests("changing"), value => value.toFixed(3)),
    cost(
      "the API server's own count, steady",
      round => countedPerSync(comparison, round.steady),
      value => value.toFixed(3),
    ),
    row("lateness of syncs, median", late("median")),
    row("lateness of syncs, p99", late("p99")),
    row("lateness of syncs, at most", late("most")),
    row("changes of load with a scale write", answered(changes)),
    cost("change of load to scale write, median", round => reactionOf(round, 0.5), seconds),
    cost("change of load to scale write, p99", round => reactionOf(round, 0.99), seconds),
    row("starts of which these are the medians", ({ starts }) => `${1 + starts.length}`),
    row("first object to all decided", ({ allDecidedAfter }) => `${allDecidedAfter.toFixed(0)} s`),
    row("scale writes due at a restart", answered(restarts)),
    row("restart to scale write, median", after(0.5, restarts)),
    row("restart to scale write, at most", after(1, restarts)),
  ]);
}

/** The CPU that each contender causes, for the page of the results, whose picture it becomes. */
export function causeTable({ idle, rounds }: Comparison): string {
  const spans = (["steady", "changing"] as const).flatMap(span =>
    rounds.map(({ contender: { name, processes }, [span]: figures }) => ({
      ...{ name: `${name}, ${span}`, own: processes, figures },
    })),
  );
  const servers = ["kube-apiserver", "etcd"];
  const row = (name: string, of: (span: (typeof spans)[0]) => number) => [
    ...[name, ...spans.map(span => core(of(span)))],
  ];
  const busy = (processes: readonly string[], figures: Figures): number =>
    ownBusy(
      idle,
      processes.filter(process => process in figures.busy),
      figures,
    );
  const served = ["metrics-server", ...servers];
  return markdown([
    ["CPU caused by", ...spans.map(({ name }) => name)],
    row("the autoscaler", ({ own, figures }) => busy(own, figures)),
    row("API server and etcd", ({ figures }) => busy(servers, figures)),
    row("metrics-server", ({ figures }) => busy(["metrics-server"], figures)),
    row("other processes", ({ own, figures }) => {
      const others = Object.keys(figures.busy).filter(name => ![...own, ...served].includes(name));
      return busy(others, figures);
    }),
    row("in all", ({ figures }) => caused(idle, figures)),
  ]);
}

/** The CPU of each process, also without any autoscaler. */
export function processTable({ idle, rounds }: Comparison): string {
  const spans = ["steady", "changing"] as const;
  const processes = new Set(rounds.flatMap(({ steady }) => Object.keys(steady.busy)));
  const names = rounds.map(({ contender }) => contender.name);
  return aligned(
    spans.flatMap(span => [
      [`CPU, ${span}`, "nothing", ...names],
      ...[...processes].map(process => [
        ...[process, core(idleBusy(idle, process))],
        ...rounds.map(round => {
          const busy = round[span].busy[process];
          return busy === undefined ? "" : core(busy);
        }),
      ]),
    ]),
  );
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
