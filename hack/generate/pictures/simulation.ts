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
    const objects = ["hpa", "autoscaler"].flatMap(name => ["-f", `${loads}/${name}.yaml`]);
    const args = ["cli/main.ts", "simulate", ...objects, "--load", load, "-o", "json"];
    const json = await runOrThrow(process.execPath, args, { cwd: root });
    return draw(JSON.parse(json) as Simulated);
  } finally {
    await rm(folder, { recursive: true });
  }
}

function draw({ load, world, candidates }: Simulated): string {
  const capacities = candidates.map(({ ready }) => ({
    times: ready.map(({ time }) => time),
    values: ready.map(({ pods }) => pods * world.podCapacity),
  }));
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
    title: `A day of load, and the capacity under ${candidates.map(({ name }) => name).join(" and ")}`,
    about: "In requests a minute. The capacity is what the ready pods can serve.",
    content: [
      ...gridOf(top, load, { x, y }),
      `<path class="load" d="${area}"/>`,
      ...lanes,
      ...capacities.map(
        (steps, index) => `<path class="line ${kinds[index]}" d="${outline(steps)}"/>`,
      ),
      ...legendOf(candidates),
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

function gridOf(top: number, { start, end }: Simulated["load"], { x, y }: Scale): string[] {
  const step = 50;
  const values = Array.from({ length: Math.floor(top / step) + 1 }, (_, index) => index * step);
  const hour = 3_600_000;
  const hours = [0, 4, 8, 12, 16, 20, 24].filter(hours => start + hours * hour <= end + hour / 2);
  return [
    ...values.flatMap(value => [
      `<path class="grid" d="M${size.left},${y(value)}H${size.width - size.right}"/>`,
      text(size.left - 8, Number(y(value)) + 4, String(value), "end"),
    ]),
    ...hours.map(count => {
      const label = `${String(count).padStart(2, "0")}:00`;
      const at = Number(x(Math.min(start + count * hour, end)));
      return text(at, size.top + plot.height + 48, label, "middle");
    }),
  ];
}

function legendOf(candidates: Simulated["candidates"]): string[] {
  const y = size.height - 54;
  const label = (row: number, content: string) => text(size.left + 58, y + 22 * row, content);
  const { left } = size;
  return [
    ...[rect("load", left, y - 11, [30, 12]), label(0, `load on ${day}, in requests a minute`)],
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
