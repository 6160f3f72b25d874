import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { openPage, startBrowser, type OpenPage } from "../../hack/cluster/browser/browser.ts";
import { type Replay, startReplay } from "../../hack/bench/replay/replay.ts";
import { report } from "../faults/figures.ts";
import { startTrimtabUi, type TrimtabUi } from "./trimtab-ui.ts";

const objects = 10_000;
const population = { namespaces: 20, objects, pods: 0, nodes: 1, bystanders: 0 };
const steps = 200;

interface Drawn {
  /** The most elements that the page had at once. */
  readonly most: number;
  /** Nodes that were added or changed, for each frame. */
  readonly perFrame: number;
}

/** Scrolls from the top to the end, one step per frame. */
const scrollThrough = (page: Page): Promise<Drawn> =>
  page.evaluate(`new Promise(resolve => {
    const list = document.querySelector(".list");
    let [step, most, drawn] = [0, 0, 0];
    const count = records => {
      for (const { addedNodes } of records) drawn += Math.max(1, addedNodes.length);
    };
    const observer = new MutationObserver(count);
    const all = { subtree: true, childList: true, attributes: true, characterData: true };
    observer.observe(document.body, all);
    const next = () => {
      most = Math.max(most, document.querySelectorAll("*").length);
      if (step === ${steps}) {
        count(observer.takeRecords());
        return resolve({ most, perFrame: drawn / ${steps} });
      }
      step += 1;
      list.scrollTop = (list.scrollHeight - list.clientHeight) * step / ${steps};
      requestAnimationFrame(next);
    };
    next();
  })`);

describe(`trimtab ui with ${objects} objects`, () => {
  let browser: Browser;
  let replay: Replay;
  let ui: TrimtabUi;
  let opened: OpenPage;

  beforeAll(async () => {
    [browser, replay] = await Promise.all([startBrowser(), startReplay(population)]);
    ui = await startTrimtabUi(replay.target, { token: "replayed" }, ["-A"]);
    opened = await openPage(browser, ui.url);
    await opened.page.getByText(`${objects} workloads`, { exact: true }).waitFor();
  });
  afterAll(async () => {
    await browser.close();
    expect(await ui.stop()).toEqual({ code: 0, stderr: "" });
    await replay.stop();
  });

  it("draws only the visible rows, in each frame", async () => {
    const { page } = opened;
    const drawn = await scrollThrough(page);
    report("drawn", drawn);
    expect(drawn.most).toBeLessThan(1_000);
    expect(drawn.perFrame).toBeLessThan(200);
    const last = page.locator(".rows .row").last();
    expect(await last.getAttribute("aria-rowindex")).toBe(String(objects + 1));
    expect(await last.isVisible()).toBe(true);
  });

  it.each([390, 1300])("fits a window of %i px, with a line of sizes in each row", async width => {
    const { page } = opened;
    const before = page.viewportSize()!;
    await page.setViewportSize({ width, height: 800 });
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(width);
    const lines = page.locator(".rows .row .sparkline");
    expect(await lines.count()).toBe(await page.locator(".rows .row").count());
    expect(await lines.first().getAttribute("aria-label")).toMatch(/^Sizes of the last hour: /);
    await page.setViewportSize(before);
  });

  it("searches and filters all of them", async () => {
    const { page } = opened;
    await page.getByLabel("Search").fill("web-9999");
    await page.getByText(`1 of ${objects} workloads`).waitFor();
    // The rows follow the count in the next frame.
    const rows = () => page.locator(".rows .row").count();
    await expect.poll(rows).toBe(1);
    await page.getByLabel("Search").fill("");
    await page.getByText(`${objects} workloads`, { exact: true }).waitFor();
    await expect.poll(rows).toBeGreaterThan(1);
  });

  it("moves through the list with the keyboard", async () => {
    const { page } = opened;
    await page.getByRole("table").focus();
    const focused = () => page.evaluate("document.activeElement.textContent");
    await page.keyboard.press("Home");
    const first = await focused();
    await page.keyboard.press("ArrowDown");
    await expect.poll(focused).not.toBe(first);
    await page.keyboard.press("End");
    await expect
      .poll(() => page.locator(".row:focus-within").getAttribute("aria-rowindex"))
      .toBe(String(objects + 1));
  });

  it("lists and watches each kind once, however many pages are open", async () => {
    const { page } = opened;
    const others = await Promise.all(
      [1, 2].map(async () => {
        const other = await page.context().newPage();
        await other.goto(new URL("/", page.url()).href);
        await other.getByText(`${objects} workloads`, { exact: true }).waitFor();
        return other;
      }),
    );
    await page.locator(".rows a").first().click();
    await page.getByRole("heading", { name: "Moments" }).waitFor();
    const { lists, requests } = await replay.replayed();
    const of = (resource: string) =>
      Object.entries(lists).filter(([name]) => name.startsWith(resource));
    expect(of("autoscalers")).toEqual([[expect.any(String), 1]]);
    expect(of("clusterproportionalautoscalers")).toEqual([[expect.any(String), 1]]);
    const watches = Object.entries(requests).filter(([name]) => name.startsWith("watch "));
    expect(watches.map(([, count]) => count)).toEqual([1, 1]);
    await Promise.all(others.map(other => other.close()));
  });

  it("asks its server for its files, one session and one stream", () => {
    // How often a browser requests the icon, and when, is its own affair.
    const others = new Set(["/icon.svg", "/api/object"]);
    const paths = opened.requests.map(url => new URL(url).pathname);
    expect(paths.filter(path => !others.has(path)).sort()).toEqual([
      "/",
      "/api/rows",
      "/page.css",
      "/page.js",
      "/session",
    ]);
    expect(opened.errors).toEqual([]);
  });
});
