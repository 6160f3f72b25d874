import { type EpochMs, err } from "../../../engine/model/values/result.ts";
import { timeZoneName } from "../../../engine/model/values/time-zone.ts";
import { WallClock } from "../../../engine/forecast/wall-clock.ts";
import { type Random, seeded } from "../random.ts";
import { normal } from "../world/pod-start.ts";
import { LoadBuilder } from "./load.ts";
import { sampleTime } from "./written-samples.ts";

/** What all generators have in common; the units are those of the load. */
export interface GeneratorSettings {
  readonly days: number;
  readonly stepSeconds: number;
  readonly base: number;
  readonly peak: number;
  readonly seed: number;
  readonly timeZone: string;
  readonly start: EpochMs;
}

interface Moment {
  readonly time: EpochMs;
  /** Since the start. */
  readonly days: number;
  /** The hour of the day in the time zone, and the day of the week from 0 (Sunday). */
  readonly local: { readonly hour: number; readonly weekday: number };
}

type Shape = (settings: GeneratorSettings, random: Random) => (moment: Moment) => number;

const officeHours = ({ local: { hour, weekday } }: Moment): boolean =>
  weekday >= 1 && weekday <= 5 && hour >= 8 && hour < 20;

const wave = ({ local: { hour } }: Moment): number => (1 - Math.cos((hour / 24) * 2 * Math.PI)) / 2;

const office: Shape =
  ({ base, peak }) =>
  moment =>
    officeHours(moment) ? peak : base;

const day: Shape =
  ({ base, peak }) =>
  moment =>
    base + (peak - base) * wave(moment);

/** The shapes that forecasts and reactions are judged by. */
export const generators = {
  /** From base to peak at the middle of the time. */
  step:
    ({ base, peak, days: length }) =>
    ({ days }) =>
      days < length / 2 ? base : peak,
  /** The peak from 8 to 20 on working days. */
  office,
  /** One wave a day. */
  sine: day,
  /** A constant mean with independent errors. */
  noise:
    ({ base, peak }, random) =>
    () =>
      (base + peak) / 2 + ((peak - base) / 6) * normal(random),
  /** A random walk between base and peak. */
  walk: ({ base, peak, stepSeconds }, random) => {
    let value = (base + peak) / 2;
    const stride = (peak - base) * Math.sqrt(stepSeconds / 86_400);
    return () => {
      value = Math.min(peak, Math.max(base, value + stride * normal(random)));
      return value;
    };
  },
  /** The base with, on average, six short peaks a day. */
  spikes: ({ base, peak, stepSeconds }, random) => {
    let left = 0;
    return () => {
      left -= stepSeconds;
      if (left <= 0 && random() < (6 * stepSeconds) / 86_400) left = 120 + 480 * random();
      return left > 0 ? peak : base;
    };
  },
  /** A wave that falls by 60% at the middle of the time. */
  shift: (settings, random) => {
    const usual = day(settings, random);
    return moment => usual(moment) * (moment.days < settings.days / 2 ? 1 : 0.4);
  },
  /** Office hours by a clock that changes. */
  dst: office,
} satisfies Readonly<Record<string, Shape>>;

export type GeneratorName = keyof typeof generators;

export const generatorNames = Object.keys(generators) as readonly GeneratorName[];

/** Where not given: the last Sunday of March, 2026-03-29, lies in the middle of the time of `dst`. */
const startOf = (name: GeneratorName): EpochMs =>
  Date.UTC(2026, name === "dst" ? 2 : 0, name === "dst" ? 16 : 5);

/** Whether a source names a generator: `office` or `office:days=28`. */
export const generatorIn = (source: string): GeneratorName | undefined =>
  generatorNames.find(name => name === source.split(":", 1)[0]);

/**
 * A load made by a generator: `office:days=28,peak=50,timeZone=Europe/Berlin`.
 *
 * Errors  a sentence about a parameter.
 */
export function generatedLoad(name: GeneratorName, source: string, seed: number) {
  const given = source.slice(name.length + 1);
  const settings: Settings = { ...defaults, seed, start: startOf(name) };
  for (const part of given === "" ? [] : given.split(",")) {
    const problem = problemOf(settings, part);
    if (problem !== null) return err(`${source}: ${problem}`);
  }
  return generate(name, source, settings as unknown as GeneratorSettings);
}

function generate(name: GeneratorName, source: string, settings: GeneratorSettings) {
  const { start, days, stepSeconds, timeZone, seed } = settings;
  const count = Math.max(1, Math.round((days * 86_400) / stepSeconds));
  if (count > mostSamples) return err(`${source}: more than ${mostSamples} samples`);
  const value = generators[name](settings, seeded(seed));
  const clock = new WallClock(timeZone);
  const builder = new LoadBuilder(source, ["load"]);
  for (let index = 0; index < count; index += 1) {
    const time = start + index * stepSeconds * 1000;
    const shown = clock.localAt(time);
    const local = { hour: (shown % 86_400_000) / 3_600_000, weekday: new Date(shown).getUTCDay() };
    const at = { time, days: (time - start) / 86_400_000, local };
    const sample = { position: { line: index + 1 }, time, values: [Math.max(0, value(at))] };
    const failure = builder.add(sample);
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
    key === "timeZone" ? timeZoneName(value) : key === "start" ? sampleTime(value) : number(value);
  if (parsed === null || (parsed === 0 && positives.has(key)))
    return `"${part}" has no valid value`;
  settings[key] = parsed;
  return null;
}

function number(text: string): number | null {
  const value = Number(text);
  return text !== "" && Number.isFinite(value) && value >= 0 ? value : null;
}
