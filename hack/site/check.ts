/**
 * `make site-check`: opens pages of each kind of the built site in Chromium at two widths, looks for what axe-core finds,
 * uses the search, and follows each link and anchor.
 */
import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";

import { violationsIn } from "../cluster/browser/accessibility.ts";
import { openPage, type OpenPage, startBrowser } from "../cluster/browser/browser.ts";
import { command } from "../host/command.ts";
import { brokenLinks } from "./links.ts";
import { siteBase, siteFolder } from "./stage.ts";

type Browser = Awaited<ReturnType<typeof startBrowser>>;
type Page = OpenPage["page"];

const opened = [
  ...["index", "install", "api", "troubleshooting", "comparison", "versions"],
  // With diagrams.
  ...["operations", "autoscaler-size"],
  ...["reports/try", "reports/fleet"],
  "adr/0001-pepr-runtime",
];
const views = [390, 1300].flatMap(width =>
  (["light", "dark"] as const).map(colorScheme => ({ width, colorScheme })),
);
const types: Readonly<Record<string, string>> = {
  ...{
    ".html": "text/html",
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
  },
  ...{
    ".json": "application/json",
    ".png": "image/png",
    ".woff2": "font/woff2",
    ".txt": "text/plain",
  },
};

await command(async () => {
  const problems = brokenLinks(siteFolder);
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://host");
    const below = pathname.slice(siteBase.length) || "index.html";
    const path = join(siteFolder, decodeURIComponent(below));
    const isThere = path.startsWith(siteFolder) && existsSync(path);
    response.writeHead(isThere ? 200 : 404, {
      "content-type": types[extname(path)] ?? "text/plain",
    });
    response.end(isThere ? readFileSync(path) : "");
  });
  await new Promise<void>(resolve => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const address = `http://127.0.0.1:${port}${siteBase.replace(/\/$/, "")}`;
  const browser = await startBrowser();
  try {
    for (const name of opened) problems.push(...(await problemsOf(browser, address, name)));
    problems.push(...(await searchProblems(browser, address)));
  } finally {
    await browser.close();
    server.close();
  }
  if (problems.length > 0) throw new Error(problems.join("\n"));
  console.log(`${opened.length} pages are accessible at two widths, and all links lead somewhere.`);
});

async function problemsOf(browser: Browser, address: string, name: string): Promise<string[]> {
  const problems: string[] = [];
  for (const view of views) {
    const { page, requests, errors, close } = await openPage(
      browser,
      `${address}/${name}.html`,
      view,
    );
    await page.waitForLoadState("networkidle");
    const where = `${name} at ${view.width} px, ${view.colorScheme}`;
    problems.push(...(await violationsIn(page)).map(each => `${where}: ${JSON.stringify(each)}`));
    const width = Number(await page.evaluate("document.documentElement.scrollWidth"));
    if (width > view.width) problems.push(`${where}: is ${width} px wide: ${await widestIn(page)}`);
    const undrawn = await page.locator("pre.mermaid:not(:has(svg))").count();
    if (undrawn > 0) problems.push(`${where}: ${undrawn} diagrams are texts`);
    const foreign = requests.filter(url => !url.startsWith(address) && !url.startsWith("data:"));
    problems.push(...[...foreign, ...errors].map(each => `${where}: ${each}`));
    await close();
  }
  return problems;
}

/** The innermost element that leaves the page, for the message. */
async function widestIn(page: Page): Promise<string> {
  const script = `[...document.querySelectorAll("body *")]
    .filter(each => each.getBoundingClientRect().right > innerWidth + 1)
    .slice(0, 3).map(each => each.outerHTML.slice(0, 120)).join(" | ")`;
  return String(await page.evaluate(script));
}

/** Without a server of its own, the search finds what a person on call types. */
async function searchProblems(browser: Browser, address: string): Promise<string[]> {
  const { page, close } = await openPage(browser, `${address}/index.html`, { width: 1300 });
  await page.waitForLoadState("networkidle");
  await page
    .getByRole("button", { name: /search/i })
    .first()
    .click();
  await page.locator("#localsearch-input").fill("ScalingActive");
  await page.waitForSelector("#localsearch-list li a");
  const found = await page.locator("#localsearch-list li a").all();
  const links = await Promise.all(found.map(async each => String(await each.getAttribute("href"))));
  await close();
  return links.some(link => link.includes("troubleshooting"))
    ? []
    : [`the search for ScalingActive finds ${links.slice(0, 3).join(", ")}`];
}
