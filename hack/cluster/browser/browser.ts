// hack/cluster/browser/: Chromium without a window, for tests of the pages that the product writes and serves.

import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

import { chromium, type Browser, type Page } from "playwright-core";

/** The path of Debian's Chromium, or undefined if this machine has none. */
export const chromiumOf = (path = process.env["PATH"] ?? ""): string | undefined =>
  path
    .split(delimiter)
    .map(folder => join(folder, "chromium"))
    .find(isProgram);

/**
 * The popups of the address bar are pages of Chromium, which it loads for each new profile: half of the CPU time of a
 * short test. The others are what Playwright disables. They are repeated, because the last list replaces the ones before
 * it.
 */
const disabledFeatures = [
  "WebUIOmniboxPopup",
  "WebUIOmniboxAimPopup",
  ...["AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "HttpsUpgrades"],
  ...["HttpsFirstBalancedModeAutoEnable", "LensOverlay", "MediaRouter", "PaintHolding"],
  ...["ThirdPartyStoragePartitioning", "AvoidCorsURLLoaderRestartOnRedirect"],
  ...["OptimizationHints", "NetworkTimeServiceQuerying", "AimEnabled", "PreconnectToSearch"],
];

/** It ends with `close()`, or with this process. */
export async function startBrowser(): Promise<Browser> {
  const executablePath = chromiumOf();
  if (executablePath === undefined) {
    throw new Error("Chromium is missing: install the Debian package chromium.");
  }
  return await chromium.launch({
    executablePath,
    // No GPU, and no /dev/shm, which is small in a container.
    args: [
      "--disable-gpu",
      "--disable-dev-shm-usage",
      `--disable-features=${disabledFeatures.join(",")}`,
    ],
  });
}

export interface PageOptions {
  readonly colorScheme?: "light" | "dark";
  readonly width?: number;
  readonly height?: number;
}

export interface OpenPage {
  readonly page: Page;
  /** The URL of each request, the page's own first. */
  readonly requests: readonly string[];
  /** Uncaught errors, and what the page or the browser logs as an error, such as a violation of the CSP. */
  readonly errors: readonly string[];
  readonly close: () => Promise<void>;
}

/** Opens a URL in a profile of its own: no cookies or storage of another page. */
export async function openPage(
  browser: Browser,
  url: string,
  { colorScheme = "light", width = 1280, height = 800 }: PageOptions = {},
): Promise<OpenPage> {
  // The time zone and the language are the same on every machine.
  const context = await browser.newContext({
    ...{ colorScheme, viewport: { width, height }, timezoneId: "Europe/Berlin", locale: "en-GB" },
  });
  const page = await context.newPage();
  const [requests, errors] = [new Array<string>(), new Array<string>()];
  page.on("request", request => requests.push(request.url()));
  page.on("pageerror", error => errors.push(error.message));
  page.on("console", message => {
    if (message.type() === "error") errors.push(message.text());
  });
  await page.goto(url);
  return { page, requests, errors, close: () => context.close() };
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
