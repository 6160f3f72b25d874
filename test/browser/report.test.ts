import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { violationsIn } from "../../hack/cluster/browser/accessibility.ts";
import { openPage, startBrowser, type PageOptions } from "../../hack/cluster/browser/browser.ts";
import { bundleProgram } from "../../hack/build/bundle.ts";
import { runOrThrow } from "../../hack/host/run.ts";

/** The parts of `trimtab simulate -o json` that the tests compare. */
interface Simulated {
  readonly candidates: readonly {
    readonly name: string;
    readonly measures: Readonly<Record<string, unknown>>;
    readonly changes: readonly {
      readonly time: number;
      readonly from: number;
      readonly to: number;
      readonly decision: {
        readonly votes: readonly { readonly source: string; readonly message: string }[];
        readonly steps: readonly { readonly step: string; readonly message: string }[];
      };
    }[];
  }[];
}

const hpa = `apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata: { name: web-hpa }
spec:
  scaleTargetRef: { apiVersion: apps/v1, kind: Deployment, name: web }
  minReplicas: 2
  maxReplicas: 30
  metrics: [{ type: Resource, resource: { name: cpu, target: { type: Utilization, averageUtilization: 70 } } }]
`;
const autoscaler = hpa
  .replace("autoscaling/v2", "autoscaling.trimtab.dev/v1alpha1")
  .replace("HorizontalPodAutoscaler", "Autoscaler")
  .replace("web-hpa", "web");

/** Needs the bundle in dist/. */
const program = join(import.meta.dirname, "../../bin/trimtab");

describe("a report", () => {
  const folder = mkdtempSync(join(tmpdir(), "trimtab-report-"));
  const file = (name: string) => join(folder, name);
  let browser: Browser;

  beforeAll(async () => {
    writeFileSync(file("objects.yaml"), `${hpa}---\n${autoscaler}`);
    await bundleProgram("cli/report/testing/write.ts", file("write.mjs"));
    const load = "spikes:days=2,stepSeconds=60";
    const args = [
      "-f",
      file("objects.yaml"),
      "--load",
      load,
      "--price",
      "0.05",
      "-o",
      "json",
      "--decisions",
    ];
    const json = await trimtab("simulate", ...args, "--report", file("real.html"));
    writeFileSync(file("real.html.json"), json);
    browser = await startBrowser();
  });
  afterAll(async () => {
    await browser.close();
    rmSync(folder, { recursive: true });
  });

  const trimtab = (...args: string[]) => runOrThrow(process.execPath, [program, ...args]);
  const simulated = (name: string) =>
    JSON.parse(readFileSync(file(`${name}.json`), "utf8")) as Simulated;

  /** A report of a made-up simulation. */
  async function written(name: string, shape: object): Promise<void> {
    await runOrThrow(process.execPath, [file("write.mjs"), JSON.stringify(shape), file(name)]);
  }

  async function opened(name: string, options?: PageOptions) {
    const open = await openPage(browser, `file://${file(name)}`, options);
    await open.page.waitForSelector("html[data-ready]");
    return open;
  }

  it.each(["light", "dark"] as const)(
    "is accessible in %s, from the first view to a change and the tables, and loads nothing",
    async colorScheme => {
      const { page, requests, errors, close } = await opened("real.html", { colorScheme });
      expect(await violationsIn(page)).toEqual([]);
      await page.locator(".area").focus();
      await page.keyboard.press("ArrowRight");
      for (const summary of await page.locator("summary").all()) await summary.click();
      expect(await violationsIn(page)).toEqual([]);
      expect(requests).toEqual([`file://${file("real.html")}`]);
      expect(errors).toEqual([]);
      await close();
    },
  );

  it("has the measures of the JSON output", async () => {
    const { page, close } = await opened("real.html");
    for (const [index, { name, measures }] of simulated("real.html").candidates.entries()) {
      const row = page.locator(".measures tbody tr").nth(index);
      expect(await row.locator("th").innerText()).toContain(name);
      const shown = await row.locator("data").all();
      const values = await Promise.all(shown.map(one => one.getAttribute("value")));
      const { worst, ...numbers } = measures;
      expect(values.toSorted()).toEqual(Object.values(numbers).map(String).toSorted());
      const time = await row.locator("button").getAttribute("data-time");
      expect(time).toBe(String((worst as { time: number }).time));
    }
    await close();
  });

  it("explains each change with the votes and steps of the JSON output, from key to key", async () => {
    const { page, close } = await opened("real.html");
    const all = simulated("real.html")
      .candidates.flatMap(({ name, changes }) => changes.map(change => ({ name, ...change })))
      .sort((a, b) => a.time - b.time);
    expect(all.length).toBeGreaterThan(20);
    await page.locator(".area").focus();
    for (const [key, index] of [
      ["Home", 0],
      ["ArrowRight", 1],
      ["PageDown", 11],
      ["ArrowLeft", 10],
      ["End", all.length - 1],
      ["Home", 0],
    ] as const) {
      await page.keyboard.press(key);
      const { name, time, from, to, decision } = all[index]!;
      const title = `${name}: ${from} to ${to} replicas at ${timeText(time)}`;
      await expect.poll(() => page.locator("#change h3").innerText()).toBe(title);
      const rows = await page.locator("#change tbody tr").allInnerTexts();
      const wanted = [
        ...decision.votes.map(({ source, message }) => [source, message]),
        ...decision.steps.map(({ step, message }) => [step, message]),
      ];
      expect(rows.map(row => row.split("\t")).map(cells => [cells[0], cells.at(-1)])).toEqual(
        wanted,
      );
    }
    await close();
  });

  it("zooms with keys and buttons, and with the edges of the small chart", async () => {
    const { page, close } = await opened("real.html");
    const shows = (period: string) =>
      expect.poll(() => page.locator(".period").innerText()).toContain(period);
    await shows("(1 day)");
    await page.locator(".area").focus();
    await page.keyboard.press("0");
    await shows("(2 days)");
    await page.keyboard.press("+");
    await shows("(1 day)");
    await page.keyboard.press("0");
    await shows("(2 days)");
    await page.getByRole("button", { name: "Zoom in" }).press("Enter");
    await page.getByRole("button", { name: "Zoom in" }).press("Enter");
    await shows("(12 hours)");
    await page.getByRole("slider", { name: "End of the period" }).press("End");
    await shows("to 2026-01-07 00:00:00 UTC");
    await expect.poll(() => page.locator(".period").innerText()).not.toContain("(12 hours)");
    await page.getByRole("slider", { name: "Start of the period" }).press("Home");
    await shows("(2 days)");
    await page.getByRole("slider", { name: "End of the period" }).press("ArrowLeft");
    await shows("(1.9 days)");
    await close();
  });

  it("zooms with the pointer: in a chart and in the small one", async () => {
    const { page, close } = await opened("real.html", { height: 1600 });
    await page.getByRole("button", { name: "Whole period" }).click();
    for (const target of [".u-over >> nth=0", ".brush"]) {
      const box = (await page.locator(target).boundingBox())!;
      await page.mouse.move(box.x + box.width * 0.25, box.y + box.height / 2);
      await page.mouse.down();
      await page.mouse.move(box.x + box.width * 0.5, box.y + box.height / 2, { steps: 4 });
      await page.mouse.up();
      await expect
        .poll(() => page.locator(".period").innerText())
        .toMatch(/\((11|12)(\.\d)? hours\)/);
      await page.getByRole("button", { name: "Whole period" }).click();
      await expect.poll(() => page.locator(".period").innerText()).toContain("(2 days)");
    }
    await close();
  });

  it("reaches every control with the tabulator, with a visible focus", async () => {
    const { page, close } = await opened("real.html");
    const focused = "document.activeElement";
    const names: string[] = [];
    for (let tab = 0; tab < 40; tab++) {
      await page.keyboard.press("Tab");
      const name: unknown = await page.evaluate(
        `${focused} === document.body ? null : (${focused}.ariaLabel ?? ${focused}.closest("label")?.textContent ?? ${focused}.textContent).trim()`,
      );
      if (typeof name !== "string") break;
      const width = await page.evaluate(`getComputedStyle(${focused}).outlineWidth`);
      expect(`${name} ${String(width)}`).toBe(`${name} 2px`);
      names.push(name);
    }
    for (const name of [
      "Zoom in",
      "Zoom out",
      "Earlier",
      "Later",
      "Whole period",
      "web-hpa",
      "Change of size",
      "Start of the period",
      "End of the period",
      "Previous change",
      "Next change",
      "Changes as a table",
    ]) {
      expect(names).toContain(name);
    }
    await close();
  });

  it("shows the decision in force at the worst moment of a candidate", async () => {
    const { page, close } = await opened("real.html");
    for (const [index, { name, measures }] of simulated("real.html").candidates.entries()) {
      await page.locator("button.worst").nth(index).click();
      await expectWorst(page, name, measures["worst"] as Worst);
    }
    await close();
  });

  it.each([390, 1300])("opens at %i px with the cost and the worst moment of all", async width => {
    const { page, close } = await opened("real.html", { width });
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(width);
    const conclusion = await page.locator("header p").first().innerText();
    expect(conclusion).toMatch(/^web-hpa costs \d+\.\d\d in 2 days\.$/);
    const moments = simulated("real.html").candidates.map(({ name, measures }) => ({
      name,
      worst: measures["worst"] as Worst,
    }));
    const lack = ({ worst }: (typeof moments)[number]) => worst.load - worst.capacity;
    const [most] = moments.toSorted((a, b) => lack(b) - lack(a));
    await expectWorst(page, most!.name, most!.worst);
    await expect.poll(() => page.locator(".period").innerText()).toMatch(/\(1 day\)$/);
    const flag = page.locator(".flag");
    expect(await flag.innerText()).toContain(most!.name);
    const [mark, chart] = [
      await flag.boundingBox(),
      await page.locator(".u-over").first().boundingBox(),
    ];
    expect(mark!.x).toBeGreaterThanOrEqual(chart!.x - 1);
    expect(mark!.x + mark!.width).toBeLessThanOrEqual(chart!.x + chart!.width + 1);
    for (const summary of await page.locator("summary").all()) await summary.click();
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(width);
    await close();
  });

  describe.each(["light", "dark"] as const)("of a forecast, %s", colorScheme => {
    const shape = { days: 14, stepSeconds: 300, names: ["web", "ahead"], forecasts: true };
    /** Texts and the grid are grey. */
    const coloured = async (page: Page) =>
      Number(
        await page.evaluate(`(() => {
          const canvas = document.querySelectorAll(".u-wrap canvas")[2];
          const { width, height } = canvas;
          const { data } = canvas.getContext("2d").getImageData(0, 0, width, height);
          let found = 0;
          for (let at = 0; at < data.length; at += 4) {
            const pixel = data.slice(at, at + 3);
            if (data[at + 3] > 20 && Math.max(...pixel) - Math.min(...pixel) > 60) found += 1;
          }
          return found;
        })()`),
      );

    it("has a chart and a table of its judged days, and is accessible", async () => {
      await written("forecast.html", shape);
      const { page, errors, close } = await opened("forecast.html", { colorScheme });
      expect(await page.locator(".u-wrap").count()).toBe(3);
      await page.getByRole("button", { name: "Whole period" }).click();
      await expect.poll(() => page.locator(".period").innerText()).toContain("(14 days)");
      await expect.poll(() => coloured(page)).toBeGreaterThan(5_000);
      await page.locator("summary", { hasText: "Forecasts as a table" }).click();
      const rows = page.locator("#data-tables details[open] tbody tr");
      await expect.poll(() => rows.count()).toBe(13);
      expect((await rows.nth(5).innerText()).split("\t")).toEqual([
        ...["2026-06-06 00:00:00", "ahead", "2.0", "0.0", "2.3", "closed, wrong"],
      ]);
      expect((await rows.nth(11).innerText()).split("\t").at(-1)).toBe("open");
      expect(await page.locator("header .conclusion").last().innerText()).toContain(
        "On 6 of 13 judged days, the gate of ahead is open.",
      );
      expect(await violationsIn(page)).toEqual([]);
      expect(errors).toEqual([]);
      await page.getByRole("checkbox", { name: "ahead" }).click();
      await expect.poll(() => coloured(page)).toBe(0);
      await close();
    });
  });

  it("has no chart of a forecast without one", async () => {
    const { page, close } = await opened("real.html");
    expect(await page.locator(".u-wrap").count()).toBe(2);
    expect(await page.locator("summary", { hasText: "Forecasts as a table" }).count()).toBe(0);
    await close();
  });

  it("shows hostile names as text", async () => {
    const attack = `</script></title><img src=x onerror="document.title='run'">`;
    const names = [attack, `"'><script>document.title='run'</script>`];
    const shape = { days: 1, stepSeconds: 60, names, source: attack, unit: attack };
    await written("hostile.html", shape);
    const { page, requests, errors, close } = await opened("hostile.html");
    await page.locator(".area").focus();
    await page.keyboard.press("Home");
    for (const summary of await page.locator("summary").all()) await summary.click();
    expect(await page.title()).toBe(`Simulation of ${names.join(" and ")}`);
    expect(await page.locator("img").count()).toBe(0);
    expect(await page.locator("#change h3").innerText()).toContain(attack);
    expect(await page.locator("header p").last().innerText()).toContain(
      `Load: ${attack}, in ${attack}`,
    );
    expect(requests).toHaveLength(1);
    expect(errors).toEqual([]);
    await close();
  });

  describe("of four weeks at 15 s", () => {
    beforeAll(async () => {
      await written("weeks.html", { days: 28, stepSeconds: 15, names: ["a", "b", "c"] });
    });

    it("has at most 3 MB with the reasons of 10,000 changes", () => {
      const { candidates } = simulated("weeks.html");
      const changes = candidates.reduce((sum, { changes }) => sum + changes.length, 0);
      expect(changes).toBeGreaterThan(7_000);
      expect(statSync(file("weeks.html")).size).toBeLessThan(3_000_000);
    });

    it("draws at most two points for each pixel of a line, however much it shows", async () => {
      const { page, close } = await opened("weeks.html");
      const width = Number(await page.evaluate("document.querySelector('.u-over').clientWidth"));
      // A load, three capacities, and three lines for each candidate's replicas; uPlot clips bands with two more.
      const lines = 1 + 3 + 3 * 3 + 3 * 2;
      for (const key of ["0", "+", "+", "+", "ArrowRight"]) {
        const drawn = await pointsDrawnBy(page, key);
        expect(drawn).toBeGreaterThan(0);
        expect(drawn).toBeLessThanOrEqual(lines * (2 * width + 4));
      }
      await close();
    });
  });

  it("is light on paper, whatever the screen is", async () => {
    const { page, close } = await opened("real.html", { colorScheme: "dark" });
    const background = () => page.evaluate("getComputedStyle(document.body).backgroundColor");
    expect(await background()).toBe("rgb(20, 23, 27)");
    await page.evaluate("dispatchEvent(new Event('beforeprint'))");
    expect(await background()).toBe("rgb(255, 255, 255)");
    await page.evaluate("dispatchEvent(new Event('afterprint'))");
    expect(await background()).toBe("rgb(20, 23, 27)");
    await close();
  });
});

interface Worst {
  readonly time: number;
  readonly load: number;
  readonly capacity: number;
  readonly decision: Simulated["candidates"][number]["changes"][number]["decision"] & {
    readonly time: number;
    readonly to: number;
  };
}

/** The votes and steps of the decision at the worst moment, which may change nothing. */
async function expectWorst(page: Page, name: string, { time, decision }: Worst): Promise<void> {
  const title = () => page.locator("#change h3").innerText();
  await expect.poll(title).toMatch(`${name}: worst moment at ${timeText(time)}, `);
  expect(await page.locator("#change p").innerText()).toBe(
    `The latest decision, at ${timeText(decision.time)}, is ${decision.to} replicas.`,
  );
  const rows = await page.locator("#change tbody tr").allInnerTexts();
  expect(rows.map(row => row.split("\t").at(-1))).toEqual(
    [...decision.votes, ...decision.steps].map(({ message }) => message),
  );
}

const timeText = (time: number): string =>
  new Date(time).toISOString().slice(0, 19).replace("T", " ");

/** How many points the browser adds to lines in the two frames after a key. */
async function pointsDrawnBy(page: Page, key: string): Promise<number> {
  await page.evaluate(`
    window.points = 0;
    window.lineTo ??= Path2D.prototype.lineTo;
    Path2D.prototype.lineTo = function (...to) { window.points++; window.lineTo.apply(this, to); };
  `);
  await page.locator(".area").focus();
  await page.keyboard.press(key);
  await page.waitForTimeout(100);
  return Number(await page.evaluate("window.points"));
}
