// hack/generate/pictures/: the pictures in docs/images/, drawn from a simulation, from the tables of a page, or by a browser

/** Fills and strokes for light and dark pages: Okabe and Ito's colours, which people with colour blindness can tell apart. */
const style = `<style>
text { font: 13px system-ui, sans-serif; fill: #57606a; }
.title { font-size: 16px; font-weight: 600; fill: #1f2328; }
.grid { stroke: #d8dde3; fill: none; }
.load { fill: #6b7480; fill-opacity: 0.3; }
.lane { fill: #6b7480; fill-opacity: 0.12; }
.line { fill: none; stroke-width: 1.75; }
.limit { stroke: #57606a; fill: none; stroke-dasharray: 2 4; stroke-width: 1.75; }
.dashed { stroke-dasharray: 6 3; }
.f0 { fill: #0072b2; } .f1 { fill: #d55e00; } .f2 { fill: #009e73; } .f3 { fill: #8b949e; }
.s0 { stroke: #0072b2; } .s1 { stroke: #d55e00; }
@media (prefers-color-scheme: dark) {
text { fill: #9da7b3; }
.title { fill: #f0f6fc; }
.grid { stroke: #30363d; }
.limit { stroke: #9da7b3; }
.f0 { fill: #56b4e9; } .f1 { fill: #f08a3c; } .f2 { fill: #2fc79b; } .f3 { fill: #6e7681; }
.s0 { stroke: #56b4e9; } .s1 { stroke: #f08a3c; }
}
</style>`;

type Anchor = "start" | "middle" | "end";

export const text = (x: number, y: number, content: string, anchor: Anchor = "start"): string =>
  `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" text-anchor="${anchor}">${content}</text>`;

/** A bar or a square of a legend. */
export const rect = (kind: string, x: number, y: number, [width, height]: readonly number[]) =>
  `<rect class="${kind}" x="${x.toFixed(1)}" y="${y.toFixed(1)}" width="${width?.toFixed(1)}" height="${height}"/>`;

interface Picture {
  readonly width: number;
  readonly height: number;
  readonly title: string;
  /** Below the title. */
  readonly about: string;
  readonly content: readonly string[];
}

/** An SVG with a title above its content. */
export const svg = ({ width, height, title, about, content }: Picture): string =>
  [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="title">`,
    `<title id="title">${title}</title>`,
    style,
    `<text x="12" y="24" class="title">${title}</text>`,
    text(12, 45, about),
    ...content,
    "</svg>\n",
  ].join("\n");
