import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { violationsIn } from "../../hack/cluster/browser/accessibility.ts";
import { openPage, startBrowser, type OpenPage } from "../../hack/cluster/browser/browser.ts";
import { mustRequest } from "../../hack/cluster/api.ts";
import type { Cluster } from "../../hack/cluster/cluster.ts";
import { startOperator, type Operator } from "../../hack/cluster/operator/operator.ts";
import { startTrimtabUi, type TrimtabUi } from "../browser/trimtab-ui.ts";
import { killed, renewControllers } from "./cluster/api-server.ts";
import {
  autoscalerPath,
  clearPlaces,
  createScaled,
  makePlace,
  setNodes,
  startFaultCluster,
  untilCount,
  type Place,
} from "./cluster/fault-cluster.ts";

const hostile = "<img src=x onerror=document.title='hacked'>";
const shown = { timeout: 30_000 };

describe("trimtab ui on a real API server", () => {
  let cluster: Cluster;
  let place: Place;
  let operator: Operator;
  let browser: Browser;
  let ui: TrimtabUi;
  let opened: OpenPage;
  /** Frozen from the beginning: its page notices after ten seconds, which the other tests need anyway. */
  let frozen: { readonly ui: TrimtabUi; readonly opened: OpenPage };

  async function openUi() {
    const started = await startTrimtabUi(cluster, {}, ["-n", place.namespace]);
    return { ui: started, opened: await openPage(browser, started.url) };
  }

  beforeAll(async () => {
    cluster = await startFaultCluster();
    [operator, browser, place] = await Promise.all([
      startOperator(cluster, { replica: "ui", webhook: false }),
      startBrowser(),
      makePlace(cluster),
    ]);
    await setNodes(place, 2);
    await createScaled(place, "web");
    await createScaled(place, "capped", { linear: { nodesPerReplica: 1, maxReplicas: 1 } });
    await untilCount(place, "web", 2);
    [{ ui, opened }, frozen] = await Promise.all([openUi(), openUi()]);
    await row("web", frozen.opened).waitFor(shown);
    frozen.ui.signal("SIGSTOP");
  });
  afterAll(async () => {
    // A process that is stopped does not end.
    frozen.ui.signal("SIGCONT");
    await Promise.all([browser.close(), operator.stop(), frozen.ui.stop()]);
    await clearPlaces(cluster);
    await renewControllers(cluster);
    await cluster.stop();
  });

  const row = (name: string, { page } = opened) => page.getByRole("row").filter({ hasText: name });

  it("removes the token from the address, and opens with it only once", async () => {
    expect(new URL(opened.page.url()).hash).toBe("");
    const again = await openPage(browser, ui.url);
    await again.page.getByText("There is no session.").waitFor(shown);
    await again.close();
  });

  it("shows each change of size live, also as text of other people that stays text", async () => {
    await row("web").getByRole("cell", { name: "2", exact: true }).first().waitFor(shown);
    await setNodes(place, 4);
    await row("web").getByRole("cell", { name: "4", exact: true }).first().waitFor(shown);
    const annotations = {
      "autoscaling.trimtab.dev/paused-until": new Date(Date.now() + 3_600_000).toISOString(),
      "autoscaling.trimtab.dev/paused-reason": hostile,
    };
    const patch = { metadata: { annotations } };
    const path = autoscalerPath(place, "capped");
    await mustRequest(cluster, "PATCH", path, patch);
    await row("capped").getByText(hostile).waitFor(shown);
    expect(await opened.page.title()).toBe("Trimtab");
  });

  it("filters by what limits an object", async () => {
    await opened.page.getByRole("button", { name: /^At maximum/ }).click();
    await opened.page.getByText("1 of 2 workloads").waitFor(shown);
    expect(await row("capped").count()).toBe(1);
    await opened.page.getByRole("button", { name: /^At maximum/ }).click();
  });

  it("says that the API server is away, keeps the rows, and comes back by itself", async () => {
    const outage = killed(cluster);
    outage.begin();
    const problem = opened.page.getByRole("alert");
    await problem.getByText("The API server cannot be reached").waitFor(shown);
    expect(await row("web").count()).toBe(1);
    expect(await violationsIn(opened.page)).toEqual([]);
    await outage.end();
    await problem.waitFor({ ...shown, state: "hidden" });
    await setNodes(place, 3);
    await row("web").getByRole("cell", { name: "3", exact: true }).first().waitFor(shown);
  });

  it("says that trimtab ui does not answer, and comes back by itself", async () => {
    const problem = frozen.opened.page.getByRole("alert");
    await problem.getByText("No connection to trimtab ui").waitFor(shown);
    frozen.ui.signal("SIGCONT");
    await problem.waitFor({ ...shown, state: "hidden" });
    expect((await frozen.ui.stop()).code).toBe(0);
  });

  it("explains the sizes of a workload over time, with the keyboard alone", async () => {
    const { page } = opened;
    await page.getByRole("link", { name: `${place.namespace}/web` }).press("Enter");
    await page.getByText("Deployment web has 3 replicas").first().waitFor(shown);
    await page.getByLabel("Moment", { exact: true }).press("Home");
    const explanation = page.getByRole("region", { name: "Explanation" });
    await explanation.getByText("Deployment web has 2 replicas: nodes asked for 2").waitFor(shown);
    await page.getByRole("button", { name: "Latest" }).press("Enter");
    await explanation.getByText("Deployment web has 3 replicas: nodes asked for 3").waitFor(shown);
    await page.getByRole("cell", { name: "SuccessfulRescale" }).first().waitFor(shown);
  });

  it.each(["light", "dark"] as const)("is accessible in %s", async colorScheme => {
    const { page } = opened;
    await page.emulateMedia({ colorScheme });
    expect(await violationsIn(page)).toEqual([]);
    await page.getByRole("link", { name: "All autoscalers" }).click();
    // Only the list has this link; rows of the other page mention the workload, too.
    const link = page.getByRole("link", { name: `${place.namespace}/web` });
    await link.waitFor(shown);
    expect(await violationsIn(page)).toEqual([]);
    await link.click();
    await page.getByRole("heading", { name: "Moments" }).waitFor(shown);
    await page.getByText("Deployment web has 3 replicas").first().waitFor(shown);
  });

  it("logs no error but those of lost connections", () => {
    const others = [...opened.errors, ...frozen.opened.errors].filter(
      error => !error.includes("net::ERR_"),
    );
    expect(others).toEqual([]);
  });

  it("ends on Ctrl-C without a word, and the open page says so", async () => {
    expect(await ui.stop()).toEqual({ code: 0, stderr: "" });
    await opened.page.getByRole("alert").getByText("start it again").waitFor(shown);
  });
});
