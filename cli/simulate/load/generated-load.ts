import { err, type Result } from "../../../engine/result.ts";
import {
  generate,
  type GeneratorName,
  generatorNames,
  type GeneratorSettings,
  startOf,
} from "./generators.ts";
import { type Load, LoadBuilder } from "./load.ts";
import { sampleTime } from "./sample-time.ts";

/** Whether a source names a generator: `office` or `office:days=28`. */
export const generatorIn = (source: string): GeneratorName | undefined =>
  generatorNames.find(name => name === source.split(":", 1)[0]);

/**
 * A load made by a generator: `office:days=28,peak=50,timeZone=Europe/Berlin`.
 *
 * Errors  a sentence about a parameter.
 */
export function generatedLoad(
  name: GeneratorName,
  source: string,
  seed: number,
): Result<Load, string> {
  const given = source.slice(name.length + 1);
  const settings: Settings = { ...defaults, seed, start: startOf(name) };
  for (const part of given === "" ? [] : given.split(",")) {
    const problem = problemOf(settings, part);
    if (problem !== null) return err(`${source}: ${problem}`);
  }
  const samples = (Number(settings["days"]) * 86_400) / Number(settings["stepSeconds"]);
  if (samples > mostSamples) return err(`${source}: more than ${mostSamples} samples`);
  const builder = new LoadBuilder(source, ["load"]);
  let line = 0;
  for (const { time, value } of generate(name, settings as unknown as GeneratorSettings)) {
    line += 1;
    const failure = builder.add({ position: { line }, time, values: [value] });
    if (failure !== null) return err(failure);
  }
  return builder.finish();
}

const positives: ReadonlySet<string> = new Set(["days", "stepSeconds"]);
const mostSamples = 50_000_000;

const defaults = { days: 7, stepSeconds: 15, base: 20, peak: 100, timeZone: "UTC" };

type Settings = Record<string, number | string>;

/** Applies `days=28` to the settings; null: it is valid. */
function problemOf(settings: Settings, part: string): string | null {
  const [key = "", value = ""] = part.split("=", 2);
  if (!Object.hasOwn(settings, key))
    return `there is no parameter "${key}"; write ${Object.keys(settings).join(", ")}`;
  const parsed =
    key === "timeZone" ? zone(value) : key === "start" ? sampleTime(value) : number(value);
  if (parsed === null || (parsed === 0 && positives.has(key)))
    return `"${part}" has no valid value`;
  settings[key] = parsed;
  return null;
}

function number(text: string): number | null {
  const value = Number(text);
  return text !== "" && Number.isFinite(value) && value >= 0 ? value : null;
}

function zone(text: string): string | null {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: text }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}
