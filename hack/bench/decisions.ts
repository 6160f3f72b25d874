/**
 * The cost of a proposal in the engine and in upstream's ReplicaCalculator: `make bench-decisions`. Both read
 * the same file and turn parsed objects into a count, including the grouping of pods; the engine also parses
 * quantities at this stage, which Go's decoder has done before. Both must agree. It also shows the cost of a
 * whole decision of the engine, with all stages.
 *
 * The two take turns for each input, ROUNDS (5) times, SECONDS (0.4) each: a busy moment of the machine
 * affects both. The ratio is the median of the rounds' ratios.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, loadavg, tmpdir } from "node:os";
import { join } from "node:path";

import { buildProgram } from "../cluster/controlplane/build.ts";
import { atExit } from "../host/at-exit.ts";
import { command } from "../host/command.ts";
import { runOrThrow } from "../host/run.ts";
import { inputsFor, type Figures } from "./decisions/inputs.ts";
import { quantile } from "./quantiles.ts";

const rounds = Number(process.env["ROUNDS"] ?? 5);
const seconds = Number(process.env["SECONDS"] ?? 0.4);

/** One turn of each. */
interface Round {
  readonly ours: Figures;
  readonly theirs: Figures;
}

async function main(): Promise<void> {
  const upstream = await buildProgram("replica-calculator");
  const folder = mkdtempSync(join(tmpdir(), "trimtab-bench-"));
  atExit(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  const file = join(folder, "inputs.json");
  const { inputs, ...given } = inputsFor([10, 100], seconds);
  writeFileSync(file, JSON.stringify({ ...given, inputs }));

  const engine = join(import.meta.dirname, "decisions", "engine.ts");
  const turns = async (name: string): Promise<Round> => ({
    ours: read(await runOrThrow(process.execPath, [engine, file, name])),
    theirs: read(await runOrThrow(upstream, [file, name])),
  });
  const load = loadavg()[0]?.toFixed(1) ?? "?";
  console.log(`Node ${process.version}, ${availableParallelism()} cores, load ${load}`);
  console.log(`medians of ${rounds} rounds, a second\n`);
  console.log("                     replicas     ours  upstream  ours/upstream  whole decision");
  for (const { name } of inputs) {
    const played: Round[] = [];
    for (let round = 0; round < rounds; round++) played.push(await turns(name));
    console.log(row(name, played));
  }
}

const read = (printed: string): Figures => JSON.parse(printed) as Figures;

function row(name: string, played: readonly Round[]): string {
  const ours = played.map(({ ours }) => ours.proposal.perSecond);
  const theirs = played.map(({ theirs }) => theirs.proposal.perSecond);
  const ratios = ours.map((our, round) => our / (theirs[round] ?? NaN));
  const whole = played.map(({ ours }) => ours.wholeDecision?.perSecond ?? NaN);
  const cells = [
    name.padEnd(19),
    String(agreed(name, played)).padStart(10),
    perSecond(ours).padStart(9),
    perSecond(theirs).padStart(10),
    quantile(ratios, 0.5).toFixed(2).padStart(15),
    perSecond(whole).padStart(16),
  ];
  return cells.join("");
}

/** The common count of all proposals. */
function agreed(name: string, played: readonly Round[]): number {
  const proposals = played.flatMap(({ ours, theirs }) => [ours.proposal, theirs.proposal]);
  const counts = new Set(proposals.map(({ replicas }) => replicas));
  const [replicas] = counts;
  if (counts.size !== 1 || replicas === undefined) {
    throw new Error(`${name}: the proposals differ: ${[...counts].join(", ")}`);
  }
  return replicas;
}

const perSecond = (rates: readonly number[]): string =>
  Math.round(quantile(rates, 0.5)).toLocaleString("en");

await command(main);
