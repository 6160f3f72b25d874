import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";

import { runOrThrow } from "../../host/run.ts";
import { rect, svg, text } from "./svg.ts";

const root = join(import.meta.dirname, "../../..");
const loads = "docs/loads";
/** A day on which the candidates differ as in the whole month. */
const day = "1995-07-19";

/** What a picture shows of a simulation. */
interface View {
  readonly title: string;
  readonly about: string;
  /** What the load is counted in, and when. */
  readonly load: string;
  /** A line of the grid each. */
  readonly stepOfValues: number;
  readonly stepOfTimes: number;
}

/** The parts of `trimtab simulate -o json` that the picture shows. */
interface Simulated {
  readonly load: Steps & { readonly start: number; readonly end: number };
  readonly world: { readonly podCapacity: number };
  readonly candidates: readonly {
    readonly name: string;
    readonly measures: { readonly replicaHours: number; readonly shortMinutes: number };
    readonly ready: readonly { readonly time: number; readonly pods: number }[];
  }[];
}

/** Each value holds from its time until the next one. */
interface Steps {
  readonly times: readonly number[];
  readonly values: readonly number[];
}

const hour = 3_600_000;
const size = { width: 860, height: 380, left: 48, right: 24, top: 64, foot: 126 };
const plot = {
  width: size.width - size.left - size.right,
  height: size.height - size.top - size.foot,
};

/** An SVG of what `make try` compares, for one day of its load. */
export async function simulationPicture(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "trimtab-picture-"));
  try {
    const lines = gunzipSync(await readFile(join(root, loads, "nasa-http-1995-07.csv.gz")))
      .toString()
      .split("\n");
    const load = join(folder, "load.csv");
    await writeFile(load, lines.filter(line => line.startsWith(day)).join("\n"));
    const simulated = await simulate(["hpa", "autoscaler"], ["--load", load]);
    const names = simulated.candidates.map(({ name }) => name).join(" and ");
    return draw(simulated, {
      title: `A day of load, and the capacity under ${names}`,
      about: "In requests a minute. The capacity is what the ready pods can serve.",
      load: `load on ${day}, in requests a minute`,
      ...{ stepOfValues: 50, stepOfTimes: 4 * hour },
    });
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Three weeks that begin on a Monday, after which the forecast acts for the first time, and that morning. */
const learning = "office:days=22,base=2,peak=20";
const morning = { day: 21, from: 7.5, to: 8.5 };

/** An SVG of a rise with and without a forecast, as docs/foresight.md shows it. */
export async function forecastPicture(): Promise<string> {
  const given = ["--load", learning, "--pod-start", "240s"];
  const simulated = await simulate(["forecast"], given);
  const { day: after, from, to } = morning;
  const start = simulated.load.start + after * 24 * hour;
  return draw(within(simulated, start + from * hour, start + to * hour), {
    title: "A Monday morning with and without a forecast",
    about: "In pods. The load rises at 08:00, and a pod takes four minutes until it is ready.",
    load: "load, in what a pod can serve",
    ...{ stepOfValues: 5, stepOfTimes: hour / 6 },
  });
}

async function simulate(files: readonly string[], more: readonly string[]): Promise<Simulated> {
  const objects = files.flatMap(name => ["-f", `${loads}/${name}.yaml`]);
  const args = ["cli/main.ts", "simulate", ...objects, ...more, "-o", "json"];
  return JSON.parse(await runOrThrow(process.execPath, args, { cwd: root })) as Simulated;
}

/** A part of a simulation, with the measures of that part. */
function within({ load, world, candidates }: Simulated, start: number, end: number): Simulated {
  const part = { ...cut(load, start, end), start, end };
  return {
    ...{ world, load: part },
    candidates: candidates.map(candidate => {
      const { times, values } = cut(stepsOf(candidate.ready, 1), start, end);
      const ready = times.map((time, at) => ({ time, pods: values[at] ?? 0 }));
      const podMs = ready.map(({ time, pods }, at) => pods * ((times[at + 1] ?? end) - time));
      const short = shortagesOf(part, stepsOf(ready, world.podCapacity));
      const measures = {
        replicaHours: sum(podMs) / hour,
        shortMinutes: sum(short.map(({ from, to }) => to - from)) / 60_000,
      };
      return { ...candidate, ready, measures };
    }),
  };
}

const sum = (values: readonly number[]): number => values.reduce((total, each) => total + each, 0);

function cut({ times, values }: Steps, start: number, end: number): Steps {
  const first = times.findLastIndex(time => time <= start);
  const last = times.findLastIndex(time => time < end);
  return {
    times: [start, ...times.slice(first + 1, last + 1)],
    values: values.slice(first, last + 1),
  };
}

const stepsOf = (ready: Simulated["candidates"][number]["ready"], podCapacity: number): Steps => ({
  times: ready.map(({ time }) => time),
  values: ready.map(({ pods }) => pods * podCapacity),
});

function draw({ load, world, candidates }: Simulated, view: View): string {
  const capacities = candidates.map(({ ready }) => stepsOf(ready, world.podCapacity));
  const top = Math.max(...[load, ...capacities].flatMap(({ values }) => values)) * 1.04;
  const x = (time: number) =>
    (size.left + (plot.width * (time - load.start)) / (load.end - load.start)).toFixed(1);
  const y = (value: number) => (size.top + plot.height * (1 - value / top)).toFixed(1);
  const path = ({ times, values }: Steps) =>
    values.map((value, index) => `${index === 0 ? "M" : "H"}${x(times[index] ?? 0)}V${y(value)}`);
  const outline = (steps: Steps) =>
    [...path(steps), `H${x(load.end)}`].join("").replace(/^(M[\d.]+)V/, "$1,");
  const area = `${outline(load)}V${y(0)}H${x(load.start)}Z`;
  const lanes = capacities.flatMap((steps, index) => {
    const lane = size.top + plot.height + 6 + index * 12;
    const short = shortagesOf(load, steps).map(
      ({ from, to }) =>
        `M${x(from)},${lane}h${Math.max(1.5, Number(x(to)) - Number(x(from))).toFixed(1)}v9H${x(from)}Z`,
    );
    return [
      rect("lane", size.left, lane, [plot.width, 9]),
      `<path class="f${index}" d="${short.join("")}"/>`,
    ];
  });
  return svg({
    ...{ width: size.width, height: size.height },
    ...{ title: view.title, about: view.about },
    content: [
      ...gridOf(top, load, view, { x, y }),
      `<path class="load" d="${area}"/>`,
      ...lanes,
      ...capacities.map(
        (steps, index) => `<path class="line ${kinds[index]}" d="${outline(steps)}"/>`,
      ),
      ...legendOf(candidates, view),
    ],
  });
}

/** The lines of the candidates. */
const kinds = ["s0", "s1 dashed"];

/** When the load is above a capacity. */
function shortagesOf(load: Simulated["load"], capacity: Steps) {
  const times = [...new Set([...load.times, ...capacity.times])].sort((a, b) => a - b);
  const at = ({ times, values }: Steps, time: number): number =>
    values[times.findLastIndex(each => each <= time)] ?? 0;
  return times
    .filter(time => at(load, time) > at(capacity, time))
    .map(from => ({ from, to: times[times.indexOf(from) + 1] ?? load.end }));
}

interface Scale {
  readonly x: (time: number) => string;
  readonly y: (value: number) => string;
}

function gridOf(
  top: number,
  { start, end }: Simulated["load"],
  { stepOfValues, stepOfTimes }: View,
  { x, y }: Scale,
): string[] {
  const upTo = (most: number, step: number): number[] =>
    Array.from({ length: Math.floor(most / step) + 1 }, (_, index) => index * step);
  const values = upTo(top, stepOfValues);
  // The last value of a day comes before its end.
  const times = upTo(end - start + stepOfTimes / 8, stepOfTimes);
  return [
    ...values.flatMap(value => [
      `<path class="grid" d="M${size.left},${y(value)}H${size.width - size.right}"/>`,
      text(size.left - 8, Number(y(value)) + 4, String(value), "end"),
    ]),
    ...times.map(after => {
      const label =
        after === 24 * hour ? "24:00" : new Date(start + after).toISOString().slice(11, 16);
      const at = Number(x(Math.min(start + after, end)));
      return text(at, size.top + plot.height + 48, label, "middle");
    }),
  ];
}

function legendOf(candidates: Simulated["candidates"], view: View): string[] {
  const y = size.height - 54;
  const label = (row: number, content: string) => text(size.left + 58, y + 22 * row, content);
  const { left } = size;
  return [
    ...[rect("load", left, y - 11, [30, 12]), label(0, view.load)],
    ...candidates.flatMap(({ name, measures }, index) => {
      const at = y + 22 * (index + 1);
      const { replicaHours, shortMinutes } = measures;
      const about = `capacity of ${name}, ${Math.round(replicaHours)} replica-hours, and the ${Math.round(shortMinutes)} minutes in which the load is above it`;
      return [
        `<path class="line ${kinds[index]}" d="M${left},${at - 4}h30"/>`,
        rect(`f${index}`, left + 38, at - 11, [12, 12]),
        label(index + 1, about),
      ];
    }),
  ];
}
