import { globSync, readdirSync } from "node:fs";
import { resolve } from "node:path";

import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { apiRequest } from "../../hack/cluster/api.ts";
import type { Cluster } from "../../hack/cluster/cluster.ts";
import { run } from "../../hack/host/run.ts";
import { createDeployment } from "../../hack/cluster/operator/workloads.ts";
import { commandsOf, installPages, root } from "./doc-commands.ts";
import { eventually } from "./eventually.ts";
import { sharedCluster } from "./cluster/shared-cluster.ts";

const pages = [
  "README.md",
  "CONTRIBUTING.md",
  ...globSync("{hack,test}/**/README.md", { cwd: root }),
  ...readdirSync(`${root}/docs`)
    .filter(file => file.endsWith(".md"))
    .map(file => `docs/${file}`),
];

const commands = pages.flatMap(commandsOf);
const starting = (word: string) => commands.filter(({ command }) => command.startsWith(word));
const inThisCluster = starting("kubectl ").filter(({ page }) => !installPages.includes(page));

describe("commands in the docs", () => {
  let cluster: Cluster;

  beforeAll(async () => {
    cluster = await sharedCluster();
    // The target of the guide's first sample.
    await createDeployment(cluster, "kube-system", "coredns", 1);
  });

  afterAll(async () => {
    const mine = ["cpa/coredns", "cpa/dns-autoscaler", "configmap/dns-autoscaler"];
    await cluster.kubectl(["delete", "--namespace=kube-system", ...mine, "deployment/coredns"]);
    await apiRequest(cluster, "DELETE", "/api/v1/namespaces/ingress");
  });

  it("all belong to a kind that this test runs", () => {
    const known = ["make ", "kubectl ", "bin/trimtab "];
    const others = commands.filter(
      ({ page, command }) =>
        // install.integration.test.ts runs Helm's commands.
        !known.some(word => command.startsWith(word)) &&
        !(installPages.includes(page) && command.startsWith("helm ")) &&
        // `make release-check` runs all of this page.
        page !== "docs/verify.md",
    );
    expect(others).toEqual([]);
  });

  it.each(starting("make "))("$page: $command is a target", async ({ command }) => {
    const { code, stderr } = await run("make", ["-n", ...command.split(" ").slice(1)], {
      cwd: root,
    });
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  });

  // Commands for the page's cluster come first: the command line only reads from it.
  it.each(inThisCluster)("$page: $command runs", async ({ command }) => {
    const args = command.split(" ").slice(1);
    const inRoot = args.map(arg => (arg.startsWith("crds/") ? resolve(root, arg) : arg));
    // The API server may still use the webhook of an earlier run.
    await eventually(async () => {
      const { code, stderr } = await cluster.kubectl(inRoot);
      expect({ code, stderr: stderr.replaceAll(/^Warning: .*$\n?/gm, "") }).toEqual({
        code: 0,
        stderr: "",
      });
    });
  });

  it.each(starting("bin/trimtab "))("$page: $command runs", async ({ command }) => {
    const [program = "", ...args] = command.split(" ");
    const env = { ...process.env, KUBECONFIG: cluster.kubeconfig };
    const { code, stderr } = await run(resolve(root, program), args, { cwd: root, env });
    // The report of a conversion goes next to its documents; a complaint names the program.
    const complaints = args[0] === "convert" ? /^trimtab: .*$/m.exec(stderr)?.[0] : stderr;
    expect({ code, complaints: complaints ?? "" }).toEqual({ code: 0, complaints: "" });
  });
});
