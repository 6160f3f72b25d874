import { parse } from "yaml";

import { isError, err, ok, type Result } from "../../engine/model/values/result.ts";
import { isFields } from "../../engine/model/values/json-values.ts";
import { autoscalerRules } from "../../engine/validate/autoscaler.ts";
import { validateSpec } from "../../engine/validate/validate-object.ts";
import { isPodJob } from "../simulate/job.ts";
import type { SimulateOptions } from "../simulate/options.ts";
import { jobOf, type Prepared } from "../simulate/prepare.ts";
import { Progress } from "../simulate/run.ts";
import { readRequest } from "../simulate/request.ts";
import type { Kept, Setting } from "../simulate/result.ts";
import { Runner } from "../simulate/search/runner.ts";
import type { PodJob } from "../simulate/world/pod-job.ts";
import { printableJson } from "../terminal/printable.ts";
import { complain, ExitCode, type Terminal } from "../terminal/terminal.ts";
import { type Edit, withEdits } from "./edits.ts";
import type { Load } from "../simulate/load/load.ts";
import { type Halves, halvesOf } from "./halves.ts";
import type { Group } from "./parameter.ts";
import { groupsOf } from "./parameters.ts";
import { patchOf, patchText } from "./patch.ts";
import { type LatencyOptions, safeShareOf } from "./safe-share.ts";
import { type Outcome, runsOf, Search, type Simulate, type Suggestion } from "./search.ts";
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
  const given = { load, factors: options.metric };
  const found = await search(terminal, halves.value, {
    groupsFor: half => groupsOf(job.value, half, safe.value.share),
    jobFor: edited => jobWith(job.value, edited, given),
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
  /** null: the object would be invalid. */
  readonly jobFor: (edited: readonly Edit[]) => PodJob | null;
}

async function search(terminal: Terminal, halves: Halves, { groupsFor, jobFor }: Ports) {
  const runs = halves.flatMap(half => groupsFor(half).map(runsOf));
  const total = runs.reduce((sum, each) => sum + each, 0);
  const progress = new Progress(terminal.stderr);
  const onDone = (done: number): void => progress.show(done, Math.max(done, total));
  const runners = new Map(halves.map(half => [half, new Runner(half)]));
  try {
    const simulate = simulating(runners, jobFor, onDone);
    return await new Search(halves, simulate).find(groupsFor);
  } finally {
    for (const runner of runners.values()) await runner.end();
    progress.end();
  }
}

function patchFor({ changes }: Suggestion, { manifests = [] }: Setting, job: PodJob) {
  const manifest: unknown = parse(manifests[0] ?? "");
  const edited = changes.flatMap(({ setting }) => setting.edits);
  return patchOf(patchedForm(manifest, job), edited);
}

/** An HPA of an older version is patched in the form of autoscaling/v2, which is what was simulated. */
function patchedForm(manifest: unknown, { object }: PodJob): unknown {
  if (!isFields(manifest) || object.kind !== "HorizontalPodAutoscaler") return manifest;
  if (manifest["apiVersion"] === "autoscaling/v2") return manifest;
  // The algorithm is that of the simulation.
  const spec = { ...object.spec, algorithm: undefined };
  return { ...manifest, apiVersion: "autoscaling/v2", spec };
}

const nothingKept: Kept = { sizes: false, decisions: 0 };

function simulating(
  runners: ReadonlyMap<Load, Runner>,
  jobFor: Ports["jobFor"],
  onDone: (done: number) => void,
): Simulate {
  let done = 0;
  const caller = { kept: nothingKept, onDone: () => onDone((done += 1)) };
  return async (half, all) => {
    const jobs = all.map(jobFor);
    const tasks = jobs.flatMap(job => (job === null ? [] : [{ job }]));
    const results: Outcome[] = [];
    for await (const { measures } of runners.get(half)?.run(tasks, caller) ?? []) {
      const { replicaHours, changes, lostWork = 0 } = measures;
      results.push({ replicaHours, changes, lostWork });
    }
    return jobs.map(job => (job === null ? null : (results.shift() ?? null)));
  };
}

type Given = Pick<Prepared, "load"> & { readonly factors: SuggestOptions["metric"] };

/** null: validation refuses the object. */
function jobWith(job: PodJob, edited: readonly Edit[], { load, factors }: Given): PodJob | null {
  const { object, world } = job;
  const spec = withEdits(object.spec, edited);
  if (validateSpec(autoscalerRules, spec).some(isError)) return null;
  const changed = jobOf({ ...object, spec }, world, { columns: load.columns, factors });
  return changed.ok ? changed.value : null;
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
