import { parse } from "yaml";

import { err, ok, type Result } from "../../engine/model/values/result.ts";
import { isPodJob } from "../simulate/job.ts";
import type { SimulateOptions } from "../simulate/options.ts";
import type { Prepared } from "../simulate/prepare.ts";
import { Progress } from "../simulate/run.ts";
import { readRequest } from "../simulate/request.ts";
import type { Setting } from "../simulate/result.ts";
import { Runner } from "../simulate/search/runner.ts";
import type { PodJob } from "../simulate/world/pod-job.ts";
import { printableJson } from "../terminal/printable.ts";
import { complain, ExitCode, type Terminal } from "../terminal/terminal.ts";
import type { Load } from "../simulate/load/load.ts";
import { type Halves, halvesOf } from "./halves.ts";
import type { Group } from "./parameter.ts";
import { groupsOf } from "./parameters.ts";
import { patchedForm, patchOf, patchText } from "./patch.ts";
import { type LatencyOptions, safeShareOf } from "./safe-share.ts";
import { lessLostWork, runsOf, Search, type Simulate, type Suggestion } from "./search.ts";
import { type RunJob, simulating } from "./simulating.ts";
import { type Report, suggestionText } from "./text.ts";

export interface SuggestOptions
  extends Omit<SimulateOptions, "output" | "check" | "grid" | "report">, LatencyOptions {
  readonly output: "text" | "patch" | "json";
}

/** Reads, searches and prints. Returns the exit code. */
export async function runSuggest(terminal: Terminal, options: SuggestOptions): Promise<number> {
  const report = await reportFor(terminal, options);
  if (!report.ok) return complain(terminal, ExitCode.Usage, report.error);
  terminal.stdout.write(outputs[options.output](report.value));
  return ExitCode.Ok;
}

const outputs: Readonly<Record<SuggestOptions["output"], (report: Report) => string>> = {
  text: suggestionText,
  patch: ({ patch }) => (patch ? patchText(patch) : "[]\n"),
  json: report => `${printableJson(jsonOf(report), 2)}\n`,
};

async function reportFor(
  terminal: Terminal,
  options: SuggestOptions,
): Promise<Result<Report, string>> {
  const prepared = await readRequest(terminal, { ...options, output: "json", check: [] });
  if (!prepared.ok) return prepared;
  const { load, setting } = prepared.value;
  const job = onlyJob(prepared.value);
  if (!job.ok) return job;
  const halves = halvesOf(load);
  if (!halves.ok) return halves;
  const safe = safeShareOf(load, options);
  if (!safe.ok) return safe;
  const given = { columns: load.columns, factors: options.metric };
  const found = await search(terminal, halves.value, {
    groupsFor: half => groupsOf(job.value, half, { safe: safe.value.share, whole: 1 }),
    simulatingWith: run => simulating(job.value, given, run),
  });
  const { name, kind } = job.value.object;
  return ok({
    ...{ ...found, name, kind, safe: safe.value, notes: setting.notes },
    past: `${setting.load.unit} from ${load.source}`,
    spanMs: load.end - (load.times[0] ?? 0),
    patch: found.suggestion ? patchFor(found.suggestion, setting, job.value) : null,
  });
}

function onlyJob({ jobs: [job, second] }: Prepared): Result<PodJob, string> {
  if (!job || !isPodJob(job)) return err("suggest needs an object that scales pods by a load");
  return second
    ? err(`${second.object.name}: suggest takes one object; leave out the others`)
    : ok(job);
}

interface Ports {
  /** What may change, from the half that chooses. */
  readonly groupsFor: (half: Load) => readonly Group[];
  readonly simulatingWith: (run: RunJob) => Simulate;
}

async function search(terminal: Terminal, halves: Halves, { groupsFor, simulatingWith }: Ports) {
  const runs = halves.flatMap(half => groupsFor(half).map(runsOf));
  const total = runs.reduce((sum, each) => sum + each, 0);
  const progress = new Progress(terminal.stderr);
  const runner = new Runner();
  let done = 0;
  const run: RunJob = async (job, load, kept) => {
    const simulated = await runner.one({ job, load }, kept);
    done += 1;
    progress.show(done, Math.max(done, total));
    return simulated;
  };
  try {
    return await new Search(halves, simulatingWith(run), lessLostWork).find(groupsFor);
  } finally {
    await runner.end();
    progress.end();
  }
}

function patchFor({ changes }: Suggestion, { manifests = [] }: Setting, job: PodJob) {
  const manifest: unknown = parse(manifests[0] ?? "");
  const edited = changes.flatMap(({ setting }) => setting.edits);
  return patchOf(patchedForm(manifest, job.object), edited);
}

/** For programs: what the text says. */
function jsonOf({ suggestion, patch, rejected, ...report }: Report): object {
  const changes = suggestion?.changes.map(({ parameter, setting, without }) => ({
    ...{ parameter: parameter.name, today: parameter.today.text, suggested: setting.text, without },
  }));
  return {
    ...report,
    suggestion: suggestion ? { ...suggestion, changes } : null,
    rejected: rejected.map(({ choice, ...rest }) => ({
      ...rest,
      settings: Object.fromEntries([...choice].map(([{ name }, { text }]) => [name, text])),
    })),
    patch: patch?.operations ?? null,
  };
}
