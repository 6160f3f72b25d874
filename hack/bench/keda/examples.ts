// `node hack/bench/keda/examples.ts` converts every example manifest that KEDA's Go module contains, and prints the
// table of docs/convert.md, with the triggers of docs/convert/keda-manifests.md. Its tests hold most of them, as Go templates.

import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

import { go } from "../../cluster/controlplane/go-module.ts";
import { run } from "../../host/run.ts";

const command = join(import.meta.dirname, "../../../bin/trimtab");

interface Field {
  readonly verdict: "same" | "changed" | "lost";
  readonly from: string | null;
  readonly reason: string;
}

interface Converted {
  readonly fields: readonly Field[];
  readonly errors: readonly unknown[];
  readonly result: object | null;
}

/** The ScaledObjects in a file: a manifest, or raw strings of Go. */
function manifestsIn(name: string, text: string): string[] {
  const texts = name.endsWith(".go")
    ? [...text.matchAll(/`([^`]*)`/g)].map(([, raw = ""]) => filledIn(raw))
    : [text];
  return texts
    .flatMap(each => each.split(/^---.*$/m))
    .filter(each => /^kind: *ScaledObject *$/m.test(each));
}

/** Values for the variables of a template: a number where the field needs one. */
const filledIn = (template: string): string =>
  template
    // Of two branches, the first.
    .replaceAll(/\{\{-? *else[^}]*\}\}[^]*?\{\{-? *end *-?\}\}/g, "")
    .replaceAll(/\{\{-? *(if|end|range|with)[^}]*\}\}/g, "")
    .replaceAll(
      /: *"?\{\{ *\.(\w*(Count|Replicas|Period|Interval|Value|Threshold)\w*) *\}\}"?/g,
      ': "5"',
    )
    .replaceAll(/((?:Count|Period|Interval|Replicas|Threshold): )"5"/g, "$15")
    .replaceAll(/\{\{ *\.StartMin *\}\}/g, "5")
    .replaceAll(/\{\{ *\.EndMin *\}\}/g, "50")
    .replaceAll(/\{\{[^}]*\}\}/g, "x");

async function filesOf(): Promise<string[]> {
  const list = ["list", "-m", "-f", "{{.Dir}}", "github.com/kedacore/keda/v2"];
  const module = (await go(list, import.meta.dirname)).trim();
  const folders = ["config/samples", "tests"].map(folder => join(module, folder));
  const entries = await Promise.all(
    folders.map(folder => readdir(folder, { recursive: true, withFileTypes: true })),
  );
  return entries
    .flat()
    .filter(({ name }) => /\.(go|ya?ml)$/.test(name))
    .map(({ parentPath, name }) => join(parentPath, name));
}

interface Row {
  readonly triggers: Map<string, number>;
  /** Manifests, by what became of them. */
  readonly counts: Record<Outcome, number>;
}

type Outcome = "whole" | "partial" | "none" | "unread";

/** By what is missing. */
const rows = new Map<string, Row>();

function count(triggers: string, outcome: Outcome, missing: string): void {
  const none = { whole: 0, partial: 0, none: 0, unread: 0 };
  const row = rows.get(missing) ?? { triggers: new Map<string, number>(), counts: none };
  rows.set(missing, row);
  row.counts[outcome] += 1;
  row.triggers.set(triggers, (row.triggers.get(triggers) ?? 0) + 1);
}

/** The types of the triggers: those of metrics and conditions begin with a capital letter. */
const triggersOf = (manifest: string): string => {
  const types = manifest.matchAll(/^ *(?:- )?type: *"?([a-z][\w-]*)"? *$/gm);
  return [...new Set(Array.from(types, ([, type = ""]) => type))].toSorted().join(" + ") || "none";
};

async function convert(manifest: string): Promise<void> {
  const triggers = triggersOf(manifest);
  const { stdout, stderr } = await run(command, ["convert", "-", "-o", "json"], {
    stdin: manifest,
  });
  const [converted] = stdout === "" ? [] : (JSON.parse(stdout) as { objects: Converted[] }).objects;
  if (!converted || converted.errors.length > 0) {
    const [, sentence = "the result is invalid"] = /^trimtab: -:\d+: (.*?);/.exec(stderr) ?? [];
    count(triggers, "unread", sentence);
    return;
  }
  const { fields, result } = converted;
  const lost = fields.filter(({ verdict }) => verdict === "lost");
  const outcome = result === null ? "none" : lost.length > 0 ? "partial" : "whole";
  const reason = lost.find(({ from }) => from?.includes("triggers[") ?? false) ?? lost[0];
  count(triggers, outcome, reason?.reason.replace(/^trigger [\w-]+: /, "") ?? "nothing");
}

for (const file of await filesOf()) {
  for (const manifest of manifestsIn(file, await readFile(file, "utf8"))) await convert(manifest);
}
console.log(
  "| what is missing | without loss | in part | not | triggers, with the number of manifests |",
);
console.log("| --- | --- | --- | --- | --- |");
const all = { whole: 0, partial: 0, none: 0 };
for (const [missing, { triggers, counts }] of rows) {
  const names = [...triggers]
    .toSorted()
    .map(([name, times]) => `${name} ${times}`)
    .join(", ");
  const { whole, partial, none, unread } = counts;
  console.log(`| ${missing} | ${whole} | ${partial} | ${none + unread} | ${names} |`);
  all.whole += whole;
  all.partial += partial;
  all.none += none + unread;
}
console.log(`| all of them | ${all.whole} | ${all.partial} | ${all.none} | |`);
