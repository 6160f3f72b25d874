import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";

import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { violationsIn } from "../../hack/cluster/browser/accessibility.ts";
import { chromiumOf, openPage, startBrowser } from "../../hack/cluster/browser/browser.ts";

const sound = "<main><h1>A page</h1><p>Text.</p></main>";

interface Row {
  readonly page: string;
  readonly body: string;
  readonly violations: readonly string[];
  readonly errors: readonly string[];
  readonly csp?: string;
}

/** Pages with one defect each, and what reports it. */
// prettier-ignore
const rows: readonly Row[] = [
  { page: "sound",                       body: sound,                                                       violations: [],              errors: [] },
  { page: "with grey text on white",     body: '<main><h1>A</h1><p style="color: #bbb">Pale.</p></main>',    violations: ["color-contrast"], errors: [] },
  { page: "with a picture without text", body: `<main><h1>A</h1><img src="data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA="></main>`, violations: ["image-alt"], errors: [] },
  { page: "that forbids inline code",    body: '<main><h1>A</h1><p style="color: #bbb">Pale.</p></main><script>throw 1</script>', violations: ["color-contrast"], errors: ["Content Security Policy"], csp: "script-src 'self'" },
  { page: "whose script throws",         body: `${sound}<script>throw new Error("broken")</script>`,        violations: [],              errors: ["broken"] },
  { page: "that requests another file",  body: `${sound}<script>fetch("/other.json")</script>`,             violations: [],              errors: ["404"] },
];

describe("Chromium", () => {
  let browser: Browser;
  let server: Server;
  let origin = "";

  beforeAll(async () => {
    browser = await startBrowser();
    server = createServer((request, response) => {
      const row = rows[Number(request.url?.slice(1))];
      const csp = row?.csp === undefined ? {} : { "content-security-policy": row.csp };
      response.writeHead(row ? 200 : 404, { "content-type": "text/html", ...csp });
      const head = '<meta charset="utf-8"><title>A test</title><link rel="icon" href="data:,">';
      response.end(`<!doctype html><html lang="en">${head}${row?.body ?? ""}`);
    });
    await new Promise<void>(resolve => server.listen(0, "127.0.0.1", resolve));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(async () => {
    await browser.close();
    await new Promise(resolve => server.close(resolve));
  });

  it.each(rows.map((row, index) => ({ ...row, index })))(
    "shows a page $page",
    async ({ index, violations, errors }) => {
      const { page, errors: seen, close } = await openPage(browser, `${origin}/${index}`);
      await page.waitForLoadState("networkidle");
      const ids = (await violationsIn(page)).map(text => text.slice(0, text.indexOf(":")));
      expect(new Set(ids)).toEqual(new Set(violations));
      expect(seen).toEqual(errors.map(part => expect.stringContaining(part) as string));
      await close();
    },
  );

  it("reports each request of a page", async () => {
    const url = `${origin}/${rows.length - 1}`;
    const { page, requests, close } = await openPage(browser, url);
    await page.waitForLoadState("networkidle");
    expect(requests).toEqual([url, `${origin}/other.json`]);
    await close();
  });

  it("renders as asked: dark, and in a zone that does not depend on the machine", async () => {
    const { page, close } = await openPage(browser, `${origin}/0`, { colorScheme: "dark" });
    expect(await page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches")).toBe(true);
    const zone = await page.evaluate("Intl.DateTimeFormat().resolvedOptions().timeZone");
    expect(zone).toBe("Europe/Berlin");
    await close();
  });

  it("is not found in a PATH without it", () => {
    expect(chromiumOf(tmpdir())).toBeUndefined();
  });
});
