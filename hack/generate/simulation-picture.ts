import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";

import { runOrThrow } from "../host/run.ts";

const root = join(import.meta.dirname, "../..");
const loads = "docs/loads";
const day = "1995-07-06";

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

const size = { width: 860, height: 300, left: 48, right: 12, top: 14, foot: 92 };
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
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size.width} ${size.height}" role="img" aria-labelledby="title">`,
    `<title id="title">The load of a day, and the capacity of ${candidates.map(({ name }) => name).join(" and ")}</title>`,
    style,
    ...gridOf(top, load, { x, y }),
    `<path class="load" d="${area}"/>`,
    ...capacities.map((steps, index) => `<path class="line c${index}" d="${outline(steps)}"/>`),
    ...legendOf(candidates),
    "</svg>\n",
  ].join("\n");
}

/** Okabe and Ito's blue and vermilion, and lighter ones for dark pages. */
const style = `<style>
text { font: 13px system-ui, sans-serif; fill: #57606a; }
.grid { stroke: #d8dde3; }
.load { fill: #6b7480; fill-opacity: 0.3; }
.line { fill: none; stroke-width: 1.75; }
.c0 { stroke: #0072b2; }
.c1 { stroke: #d55e00; stroke-dasharray: 6 3; }
@media (prefers-color-scheme: dark) {
text { fill: #9da7b3; }
.grid { stroke: #30363d; }
.c0 { stroke: #56b4e9; }
.c1 { stroke: #f08a3c; }
}
</style>`;

const text = (x: number | string, y: number | string, content: string, anchor = "start") =>
  `<text x="${x}" y="${y}" text-anchor="${anchor}">${content}</text>`;

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
      const anchor = count === 24 ? "end" : "middle";
      const label = `${String(count).padStart(2, "0")}:00`;
      return text(
        x(Math.min(start + count * hour, end)),
        size.top + plot.height + 20,
        label,
        anchor,
      );
    }),
  ];
}

function legendOf(candidates: Simulated["candidates"]): string[] {
  const y = size.height - 50;
  const items = candidates.flatMap(({ name, measures }, index) => {
    const at = y + 22 * (index + 1);
    const { replicaHours, shortMinutes } = measures;
    const about = `${name}: ${Math.round(replicaHours)} replica-hours, ${Math.round(shortMinutes)} minutes short`;
    return [
      `<path class="line c${index}" d="M${size.left},${at - 4}h30"/>`,
      text(size.left + 38, at, about),
    ];
  });
  return [
    `<rect class="load" x="${size.left}" y="${y - 11}" width="30" height="12"/>`,
    text(size.left + 38, y, `load of ${day}, in requests a minute`),
    ...items,
  ];
}
