import { err, ok } from "../../../engine/model/values/result.ts";
import { printable } from "../../terminal/printable.ts";
import { LoadBuilder, type Sample } from "./load.ts";
import { isWithoutZone, readAsUtc, sampleTime, WrittenValues } from "./written-samples.ts";

const cpuForm = /^\d+[num]?$/;
const memoryForm = /^\d+([KMGT]i)?$/;
const head = /\bCPU\(cores\)/;
/** The metrics of a metrics server change every 15 s. */
const apartMs = 5_000;

const isTime = (text: string): boolean => sampleTime(text) !== null;

/** Whether the first line is one that `kubectl top pods` prints, with anything before it. */
export function isKubectlTop(text: string): boolean {
  const lines = text.split("\n").map(line => line.trim());
  const first = lines.find(line => line !== "" && !line.startsWith("#") && !isTime(line)) ?? "";
  return head.test(first) || (isPod(first.split(/\s+/)) && !/[,;\t]/.test(first));
}

/**
 * The log of repeated `kubectl top pods`: the CPU and the memory of all its pods together. Each line begins with its
 * time, or a line of its own has the time of the lines below it.
 *
 * Errors  a sentence with the line number; if there is no time, it says what to record.
 */
export async function readKubectlTop(source: string, lines: AsyncIterable<string>) {
  const builder = new LoadBuilder(source, ["cpu", "memory"]);
  builder.note(ofAllPods);
  const addReading = (sample: Sample | null) => sample && builder.add(sample);
  const names = new Set<string>();
  let reading: (Sample & { values: readonly number[] }) | null = null;
  let [line, stamp] = [0, ""];
  for await (const untrimmed of lines) {
    const [text, position] = [untrimmed.trim(), { line: (line += 1) }];
    const { stamp: next, words } = stampAndWords(text);
    stamp = next ?? stamp;
    if (words.length === 0) continue;
    const pod = podIn(words, stamp);
    if (!pod.ok) {
      const shown = `"${printable(text.slice(0, 60))}"`;
      return err(builder.problem(position, `${shown} ${pod.error}`));
    }
    const { name, time, values } = pod.value;
    if (isWithoutZone(stamp)) builder.note(readAsUtc);
    if (reading === null || names.has(name) || time - reading.time >= apartMs) {
      const problem = addReading(reading);
      if (problem !== null) return err(problem);
      reading = { position, time, values: [0, 0] };
      names.clear();
    }
    names.add(name);
    reading.values = reading.values.map((sum, column) => sum + (values[column] ?? 0));
  }
  const problem = addReading(reading);
  return problem === null ? builder.finish() : err(problem);
}

/** The time at the begin of a line, of one or two words, and what follows; nothing of a line without pods. */
function stampAndWords(text: string) {
  if (text === "" || text.startsWith("#") || head.test(text)) return { words: [] };
  const words = text.split(/\s+/);
  const length = [2, 1].find(count => isTime(words.slice(0, count).join(" "))) ?? 0;
  const stamp = length === 0 ? undefined : words.slice(0, length).join(" ");
  return { stamp, words: words.slice(length) };
}

function podIn(words: readonly string[], stamp: string) {
  if (!isPod(words)) return err("is no line of kubectl top pods; remove it");
  const time = sampleTime(stamp);
  if (time === null) return err(noTime);
  return ok({ time, name: words.slice(0, -2).join(" "), values: words.slice(-2).map(amountOf) });
}

function isPod(words: readonly string[]): boolean {
  const [cpu = "", memory = ""] = words.slice(-2);
  return words.length > 2 && cpuForm.test(cpu) && memoryForm.test(memory);
}

function amountOf(text: string): number {
  const value = new WrittenValues().read("", text);
  return value.ok ? (value.value ?? 0) : 0;
}

const ofAllPods =
  "the load is the cpu of all pods in a reading; record the pods of one workload, with --selector";
const noTime =
  'has no time; record one in each line: while sleep 15; do kubectl top pods --selector app=web --no-headers | sed "s/^/$(date -u +%FT%TZ) /"; done';
