import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { violationsIn } from "../../hack/cluster/browser/accessibility.ts";
import { openPage, startBrowser, type PageOptions } from "../../hack/cluster/browser/browser.ts";
import { bundleProgram } from "../../hack/build/bundle.ts";
import { runOrThrow } from "../../hack/host/run.ts";

const schemes = ["light", "dark"] as const;
const views = [390, 1300].flatMap(width => schemes.map(colorScheme => ({ width, colorScheme })));

describe("a report of a fleet", () => {
  const folder = mkdtempSync(join(tmpdir(), "trimtab-fleet-page-"));
  const file = (name: string) => join(folder, name);
  let browser: Browser;

  beforeAll(async () => {
    await bundleProgram("cli/fleet/testing/write.ts", file("write.mjs"));
    await written("fleet.html", { objects: 400 });
    browser = await startBrowser();
  });
  afterAll(async () => {
    await browser.close();
    rmSync(folder, { recursive: true });
  });

  async function written(name: string, shape: object): Promise<void> {
    await runOrThrow(process.execPath, [file("write.mjs"), JSON.stringify(shape), file(name)]);
  }
  async function opened(name: string, options?: PageOptions, hash = "") {
    const open = await openPage(browser, `file://${file(name)}${hash}`, options);
    await open.page.waitForSelector("html[data-ready]");
    return open;
  }
  const widthOf = (page: Page) => page.evaluate("document.documentElement.scrollWidth");

  it.each(views)(
    "is accessible at $width px in $colorScheme, fits, and loads nothing",
    async ({ width, colorScheme }) => {
      const { page, requests, errors, close } = await opened("fleet.html", { width, colorScheme });
      for (const summary of await page.locator("summary").all()) await summary.click();
      expect(await violationsIn(page)).toEqual([]);
      expect(await widthOf(page)).toBe(width);
      expect(requests).toEqual([`file://${file("fleet.html")}`]);
      expect(errors).toEqual([]);
      await close();
    },
  );

  it("is light on paper, also where the screen is dark", async () => {
    const { page, close } = await opened("fleet.html", { colorScheme: "dark" });
    const background = () => page.evaluate("getComputedStyle(document.body).backgroundColor");
    const dark = await background();
    await page.emulateMedia({ media: "print" });
    const paper = await background();
    await page.emulateMedia({ media: "screen", colorScheme: "light" });
    expect(paper).toBe(await background());
    expect(paper).not.toBe(dark);
    await close();
  });

  it("finds objects by name, and turns pages", async () => {
    const { page, close } = await opened("fleet.html");
    const rule = page.locator("details", { hasText: "AtMaximum" });
    await rule.locator("summary").click();
    const status = () => rule.getByRole("status").innerText();
    const all = Number(/of (\d+)$/.exec(await status())?.[1]);
    expect(all).toBeGreaterThan(50);
    expect(await status()).toBe(`1 to 25 of ${all}`);
    await rule.getByRole("button", { name: "Next" }).click();
    await expect.poll(status).toBe(`26 to 50 of ${all}`);
    await rule.getByRole("searchbox").fill("scaledOBJECT");
    await expect.poll(status).toMatch(/^1 to \d+ of \d+$/);
    const names = await rule.locator("tbody th").allInnerTexts();
    expect(names.every(name => name.endsWith("(ScaledObject)"))).toBe(true);
    await rule.getByRole("searchbox").fill("no such object");
    await expect.poll(status).toBe("Nothing matches.");
    await close();
  });

  it("shows hostile names as text", async () => {
    const hostile = `</script></title><img src=x onerror="document.title='run'">\u202e`;
    await written("hostile.html", { objects: 60, hostile });
    const { page, requests, errors, close } = await opened("hostile.html", { width: 390 });
    for (const summary of await page.locator("summary").all()) await summary.click();
    expect(await page.locator("img").count()).toBe(0);
    const text = await page.evaluate("document.querySelector('main').innerText");
    expect(text).toContain("<img src=x");
    expect(text).not.toMatch(/(?![\n\t])[\p{Cc}\p{Cf}]/u);
    expect(await widthOf(page)).toBe(390);
    expect(requests).toHaveLength(1);
    expect(errors).toEqual([]);
    await close();
  });

  it("of 4,000 autoscalers has at most 5 MB, and few elements", async () => {
    await written("large.html", { objects: 4000 });
    expect(statSync(file("large.html")).size).toBeLessThan(5_000_000);
    const { page, close } = await opened("large.html");
    for (const summary of await page.locator("summary").all()) await summary.click();
    expect(await page.locator("*").count()).toBeLessThan(2_000);
    await close();
  });
});
