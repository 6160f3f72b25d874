import { caused, idleBusy, sum, type Comparison } from "./report.ts";

/** Okabe and Ito's colours, which people with colour blindness can tell apart. */
const colours = [
  ...["#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9"],
  ...["#d55e00", "#f0e442", "#999999", "#000000"],
];
const size = { width: 760, bar: 26, gap: 14, left: 170, right: 70, top: 44, legend: 24 };
const plotWidth = size.width - size.left - size.right;

interface Bar {
  readonly label: string;
  /** Hardware threads beyond an idle cluster. */
  readonly total: number;
  /** The same by process. */
  readonly parts: Readonly<Record<string, number>>;
}

function barsOf({ idle, rounds }: Comparison): Bar[] {
  const spans = ["steady", "changing"] as const;
  return spans.flatMap(span =>
    rounds.map(round => {
      const figures = round[span];
      const parts = Object.entries(figures.busy).map(([process, busy]) => {
        // A process may use a little less than in the idle cluster.
        return [process, Math.max(0, busy - idleBusy(idle, process))];
      });
      return {
        label: `${round.contender.name}, ${span}`,
        total: caused(idle, figures),
        parts: Object.fromEntries(parts) as Record<string, number>,
      };
    }),
  );
}

const percent = (threads: number): string => `${(100 * threads).toFixed(1)}%`;
const text = (x: number, y: number, content: string, rest = ""): string =>
  `<text x="${Math.round(x)}" y="${Math.round(y)}"${rest}>${content}</text>`;
const rect = (
  [x, y]: readonly [number, number],
  [width, height]: readonly [number, number],
  fill: string,
): string =>
  `<rect x="${x.toFixed(1)}" y="${y}" width="${width.toFixed(1)}" height="${height}" fill="${fill}"/>`;

function drawBar({ label, total, parts }: Bar, y: number, scale: number, fills: Fills): string[] {
  let x = size.left;
  const drawn = Object.entries(parts).map(([process, busy]) => {
    const part = rect([x, y], [busy * scale, size.bar], fills.get(process) ?? "black");
    x += busy * scale;
    return part;
  });
  const middle = y + size.bar / 2 + 4;
  const anchor = ` text-anchor="end"`;
  return [
    text(size.left - 8, middle, label, anchor),
    ...drawn,
    text(x + 6, middle, percent(total)),
  ];
}

type Fills = ReadonlyMap<string, string>;

function drawLegend(fills: Fills, y: number): string[] {
  const columns = 4;
  const width = (size.width - 20) / columns;
  return [...fills].flatMap(([process, fill], index) => {
    const [x, top] = [
      20 + (index % columns) * width,
      y + Math.floor(index / columns) * size.legend,
    ];
    return [rect([x, top], [12, 12], fill), text(x + 18, top + 11, process)];
  });
}

/** An SVG of the CPU that each contender causes: a bar for each span, a part of it for each process. */
export function chart(comparison: Comparison): string {
  const bars = barsOf(comparison);
  const processes = [...new Set(bars.flatMap(({ parts }) => Object.keys(parts)))];
  const fills = new Map(
    processes.map((name, index) => [name, colours[index % colours.length] ?? "black"]),
  );
  const widest = Math.max(...bars.map(({ parts }) => sum(Object.values(parts))));
  const below = size.top + bars.length * (size.bar + size.gap);
  const height = below + Math.ceil(processes.length / 4) * size.legend + 8;
  const title = `CPU that autoscaling of ${comparison.objects} objects causes (100%: one hardware thread)`;
  const drawn = bars.flatMap((bar, index) =>
    drawBar(bar, size.top + index * (size.bar + size.gap), plotWidth / widest, fills),
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${height}" font-family="sans-serif" font-size="12">`,
    `<title>${title}</title>`,
    rect([0, 0], [size.width, height], "white"),
    text(20, 24, title, ` font-size="14"`),
    ...drawn,
    ...drawLegend(fills, below + 4),
    "</svg>\n",
  ].join("\n");
}
