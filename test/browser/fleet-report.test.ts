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
    await written("fleet.html", { objects: 400, ranked: 60 });
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
      await page.locator("#ranking a").first().click();
      await page.waitForSelector("#object canvas");
      expect(await violationsIn(page)).toEqual([]);
      expect(await widthOf(page)).toBe(width);
      expect(requests).toEqual([`file://${file("fleet.html")}`]);
      expect(errors).toEqual([]);
      await close();
    },
  );

  it("goes to an object and back with the keyboard, with its title and its focus", async () => {
    const { page, close } = await opened("fleet.html");
    const link = page.locator("#ranking a").nth(2);
    const name = await link.innerText();
    await link.press("Enter");
    await expect.poll(() => page.title()).toContain(name);
    expect(await page.locator(":focus").innerText()).toBe(name);
    expect(await page.locator("#overview").isVisible()).toBe(false);
    await page.goBack();
    await expect.poll(() => page.locator("#overview").isVisible()).toBe(true);
    expect(await page.locator("#object").isVisible()).toBe(false);
    expect(await page.title()).toBe("Autoscalers of the fleet");
    await close();
  });

  it.each(["#/999", "#/-1", "#/x", "#<img>", "#/%00"])("shows the overview at %s", async hash => {
    const { page, errors, close } = await opened("fleet.html", {}, hash);
    expect(await page.locator("#overview").isVisible()).toBe(true);
    expect(errors).toEqual([]);
    await close();
  });

  it("draws the record, the replay and the suggestion, each of which can be hidden", async () => {
    const { page, close } = await opened("fleet.html", {}, "#/0");
    await page.waitForSelector("#object canvas");
    expect(await page.getByRole("meter", { name: "2026-11-01" }).count()).toBe(1);
    const coloured = () => colouredIn(page);
    const all = await coloured();
    expect(all).toBeGreaterThan(1_000);
    for (const name of ["Recorded", "Replayed", "Suggested"]) {
      await page.getByRole("checkbox", { name }).click();
    }
    await expect.poll(coloured).toBeLessThan(all / 20);
    await page.getByRole("button", { name: "Zoom in" }).click();
    const period = page.locator("#object .period");
    await expect
      .poll(() => period.innerText())
      .toMatch(/^2026-11-23 18:00:00 to 2026-11-27 06:00:00 /);
    await close();
  });

  it("finds objects by name, and turns pages", async () => {
    const { page, close } = await opened("fleet.html");
    const ranking = page.locator("#ranking");
    const status = () => ranking.getByRole("status").innerText();
    expect(await status()).toBe("1 to 25 of 60");
    await ranking.getByRole("button", { name: "Next" }).click();
    await ranking.getByRole("button", { name: "Next" }).click();
    expect(await status()).toBe("51 to 60 of 60");
    expect(await ranking.getByRole("button", { name: "Next" }).isDisabled()).toBe(true);
    await ranking.getByRole("searchbox").fill("scaledOBJECT");
    await expect.poll(status).toMatch(/^1 to \d of \d$/);
    const names = await ranking.locator("tbody th").allInnerTexts();
    expect(names.every(name => name.endsWith("(ScaledObject)"))).toBe(true);
    await ranking.getByRole("searchbox").fill("no such object");
    await expect.poll(status).toBe("Nothing matches.");
    await close();
  });

  it("copies a patch, or selects it", async () => {
    const { page, close } = await opened("fleet.html", {}, "#/0");
    await page.getByRole("button", { name: "Copy the patch" }).click();
    const status = page.locator("#object [role=status]");
    await expect.poll(() => status.innerText()).toMatch(/^(Copied|Selected)/);
    await close();
  });

  it("is light on paper, whatever the screen is", async () => {
    const { page, errors, close } = await opened("fleet.html", { colorScheme: "dark" }, "#/0");
    await page.waitForSelector("#object canvas");
    const background = () => page.evaluate("getComputedStyle(document.body).backgroundColor");
    await page.evaluate("dispatchEvent(new Event('beforeprint'))");
    expect(await background()).toBe("rgb(255, 255, 255)");
    await page.evaluate("dispatchEvent(new Event('afterprint'))");
    expect(await background()).toBe("rgb(20, 23, 27)");
    await page.emulateMedia({ colorScheme: "light" });
    await expect.poll(background).toBe("rgb(255, 255, 255)");
    expect(errors).toEqual([]);
    await close();
  });

  it("shows hostile names as text", async () => {
    const hostile = `</script></title><img src=x onerror="document.title='run'">\u202e`;
    await written("hostile.html", { objects: 60, ranked: 30, days: 1, hostile });
    const { page, requests, errors, close } = await opened("hostile.html", { width: 390 });
    for (const summary of await page.locator("summary").all()) await summary.click();
    expect(await page.locator("#ranking a").first().innerText()).toContain("<img src=x");
    expect(await widthOf(page)).toBe(390);
    await page.locator("#ranking a").first().click();
    await page.waitForSelector("#object canvas");
    expect(await page.locator("img").count()).toBe(0);
    const text = await page.evaluate("document.querySelector('main').innerText");
    expect(text).not.toMatch(/(?![\n\t])[\p{Cc}\p{Cf}]/u);
    expect(await page.title()).toContain("<img src=x");
    expect(await widthOf(page)).toBe(390);
    expect(requests).toHaveLength(1);
    expect(errors).toEqual([]);
    await close();
  });

  describe("of 4,000 autoscalers", () => {
    beforeAll(async () => {
      await written("large.html", { objects: 4000, ranked: 3000, charts: 200 });
    });

    it("has at most 5 MB", () => {
      expect(statSync(file("large.html")).size).toBeLessThan(5_000_000);
    });

    it("has few elements, a page for each suggestion, and charts for the largest gains", async () => {
      const { page, close } = await opened("large.html");
      expect(await page.locator("*").count()).toBeLessThan(2_000);
      await page.evaluate("location.hash = '#/199'");
      await page.waitForSelector("#object canvas");
      await page.evaluate("location.hash = '#/2999'");
      await expect
        .poll(() => page.locator("#object").innerText())
        .toContain("the largest gains only");
      await close();
    });
  });
});

/** How many pixels of the chart of replicas have a colour: texts and the grid are grey. */
const colouredIn = async (page: Page): Promise<number> =>
  Number(
    await page.evaluate(`(() => {
      const canvas = document.querySelectorAll("#object canvas")[1];
      const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
      let found = 0;
      for (let at = 0; at < data.length; at += 4) {
        const pixel = data.slice(at, at + 3);
        if (data[at + 3] > 20 && Math.max(...pixel) - Math.min(...pixel) > 60) found += 1;
      }
      return found;
    })()`),
  );
