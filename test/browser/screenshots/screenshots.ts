/** Takes docs/images/ui.png and docs/images/fleet.png: `npm run screenshots`. Needs Chromium and a build. */
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { Browser } from "playwright-core";

import { startBrowser } from "../../../hack/cluster/browser/browser.ts";
import { makeCertificate } from "../../../hack/cluster/operator/certificate.ts";
import { command } from "../../../hack/host/command.ts";
import { runOrThrow } from "../../../hack/host/run.ts";
import { startTrimtabUi } from "../trimtab-ui.ts";
import { lists, now } from "./objects.ts";

const root = join(import.meta.dirname, "../../..");
const images = join(root, "docs/images");
/** The clock of `trimtab ui` stands still, too, so that all ages are the same in each picture. */
const clock = `data:text/javascript,Date.now=()=>${now}`;

/** An API server that has these objects, and no changes. */
async function startApiServer() {
  const { ca, cert, key } = await makeCertificate();
  const server = createServer({ cert, key }, (request, response) => {
    const url = new URL(request.url ?? "/", "http://127.0.0.1");
    const resource = url.pathname.split("/").at(-1) ?? "";
    response.writeHead(200, { "content-type": "application/json" });
    // A watch stays open.
    if (url.searchParams.has("watch")) response.flushHeaders();
    else {
      const items = lists[resource] ?? [];
      response.end(JSON.stringify({ kind: "List", metadata: { resourceVersion: "1" }, items }));
    }
  });
  await new Promise<void>(resolve => server.listen(0, "127.0.0.1", resolve));
  const stop = (): void => {
    server.closeAllConnections();
    server.close();
  };
  const { port } = server.address() as AddressInfo;
  return { target: { server: `https://127.0.0.1:${port}`, ca }, stop };
}

async function takePicture(browser: Browser, url: string): Promise<void> {
  const page = await browser.newPage({
    viewport: { width: 1300, height: 520 },
    colorScheme: "light",
    timezoneId: "UTC",
    locale: "en-GB",
  });
  await page.clock.setFixedTime(now);
  await page.goto(url);
  const count = Object.values(lists).flat().length;
  await page.getByText(`${count} workloads`, { exact: true }).waitFor();
  await page.screenshot({ path: join(images, "ui.png"), animations: "disabled" });
}

/** The report of `trimtab fleet` on the files of its page, with two lists open. */
async function takeFleetPicture(browser: Browser): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "trimtab-fleet-"));
  const report = join(folder, "report.html");
  await runOrThrow(join(root, "bin/trimtab"), [
    ...["fleet", "-f", join(root, "docs/fleet"), "--report", report],
  ]);
  const page = await browser.newPage({
    viewport: { width: 1100, height: 760 },
    ...{ colorScheme: "light", timezoneId: "UTC", locale: "en-GB" },
  });
  await page.goto(`file://${report}`);
  await page.waitForSelector("html[data-ready]");
  for (const summary of (await page.locator(".rule summary").all()).slice(0, 2))
    await summary.click();
  await page.screenshot({ path: join(images, "fleet.png"), animations: "disabled" });
  rmSync(folder, { recursive: true });
}

await command(async () => {
  process.env["NODE_OPTIONS"] = `--import=${clock}`;
  const [browser, api] = await Promise.all([startBrowser(), startApiServer()]);
  const ui = await startTrimtabUi(api.target, { token: "any" }, ["-A", "--no-open"]);
  try {
    await takePicture(browser, ui.url);
    await takeFleetPicture(browser);
  } finally {
    await Promise.all([browser.close(), ui.stop()]);
    api.stop();
  }
});
