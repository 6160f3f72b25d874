import { fittedExponent, type Cost } from "./growth-report.ts";

const size = { width: 760, height: 280, top: 56, bottom: 44, left: 58, gap: 74, right: 24 };
/** Okabe and Ito's blue and orange. */
const colours = ["#0072b2", "#d55e00"];

const text = (x: number, y: number, content: string, rest = ""): string =>
  `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}"${rest}>${content}</text>`;
const line = (from: readonly [number, number], to: readonly [number, number]): string =>
  `<line x1="${from[0].toFixed(1)}" y1="${from[1].toFixed(1)}" x2="${to[0].toFixed(1)}" y2="${to[1].toFixed(1)}" stroke="#ccc"/>`;

/** The powers of ten around some values. */
function decades(values: readonly number[]): number[] {
  const from = Math.floor(Math.log10(Math.min(...values)));
  const to = Math.ceil(Math.log10(Math.max(...values)));
  return Array.from({ length: to - from + 1 }, (_, index) => 10 ** (from + index));
}

/** The place of a value on a logarithmic axis. */
const scale =
  (ticks: readonly number[], from: number, to: number) =>
  (value: number): number => {
    const [low, high] = [Math.log10(ticks[0] ?? 1), Math.log10(ticks.at(-1) ?? 10)];
    return from + ((Math.log10(value) - low) / (high - low)) * (to - from);
  };

function drawPanel(cost: Cost, left: number, width: number, colour: string): string[] {
  const points = cost.values.filter(({ value }) => value > 0);
  const bottom = size.height - size.bottom;
  const [across, up] = [
    decades(points.map(({ objects }) => objects)),
    decades(points.map(({ value }) => value)),
  ];
  const [x, y] = [scale(across, left, left + width), scale(up, bottom, size.top)];
  const title = `${cost.name}, ${cost.unit}: exponent ${fittedExponent(cost).toFixed(2)}`;
  const path = points.map(
    ({ objects, value }) => `${x(objects).toFixed(1)},${y(value).toFixed(1)}`,
  );
  const middle = ` text-anchor="middle"`;
  return [
    text(left, size.top - 12, title),
    ...up.flatMap(tick => [
      line([left, y(tick)], [left + width, y(tick)]),
      text(left - 6, y(tick) + 4, tick.toLocaleString("en"), ` text-anchor="end"`),
    ]),
    ...across.flatMap(tick => [
      line([x(tick), size.top], [x(tick), bottom]),
      text(x(tick), bottom + 16, tick.toLocaleString("en"), middle),
    ]),
    text(left + width / 2, bottom + 34, "objects", middle),
    `<polyline points="${path.join(" ")}" fill="none" stroke="${colour}" stroke-width="2"/>`,
    ...path.map(point => {
      const [cx = "", cy = ""] = point.split(",");
      return `<circle cx="${cx}" cy="${cy}" r="3.5" fill="${colour}"/>`;
    }),
  ];
}

/** An SVG with a panel for each cost whose exponent has a goal, both axes logarithmic. */
export function growthChart(costs: readonly Cost[]): string {
  const fitted = costs.filter(({ isFitted }) => isFitted);
  const between = size.gap * (fitted.length - 1);
  const width = (size.width - size.left - size.right - between) / fitted.length;
  const panels = fitted.flatMap((cost, index) => {
    const left = size.left + index * (width + size.gap);
    return drawPanel(cost, left, width, colours[index % colours.length] ?? "black");
  });
  const title = "Steady cost by the number of objects, with ten pods each";
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}" font-family="sans-serif" font-size="12">`,
    `<title>${title}</title>`,
    `<rect width="${size.width}" height="${size.height}" fill="white"/>`,
    text(20, 24, title, ` font-size="14"`),
    ...panels,
    "</svg>\n",
  ].join("\n");
}
