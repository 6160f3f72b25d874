import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";

import { listeners, loopback } from "../host/listeners.ts";
import { identify, processesWith } from "../host/processes.ts";
import { apiRequest, mustRequest } from "./api.ts";
import { readAudit } from "./audit.ts";
import { startCluster, type Cluster } from "./cluster.ts";
import { marker } from "./folder.ts";
import { writeKubeconfig } from "./kubeconfig.ts";
import { createNodes, deleteNodes } from "./nodes.ts";
import { tokenFor } from "./token.ts";

interface Held {
  readonly child: ChildProcess;
  readonly folder: string;
  readonly server: string;
  readonly pids: readonly number[];
}

/** A separate process that holds a cluster. */
async function hold(name: string): Promise<Held> {
  const child = spawn(process.execPath, [join(import.meta.dirname, "commands/hold.ts"), name], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = (await once(child.stdout, "data")) as [Buffer];
  return { child, ...(JSON.parse(line.toString()) as Omit<Held, "child">) };
}

async function signal({ child }: Held, name: NodeJS.Signals): Promise<unknown> {
  const ended = once(child, "exit");
  child.kill(name);
  const [, endedBy] = (await ended) as [unknown, unknown];
  return endedBy;
}

const running = (pids: readonly number[]) => pids.filter(pid => identify(pid) !== undefined);

describe("two clusters started at the same moment", { timeout: 180_000 }, () => {
  let cluster: Cluster;
  let held: Held;
  const files = mkdtempSync(join(tmpdir(), "trimtab-test-"));

  beforeAll(async () => {
    [cluster, held] = await Promise.all([
      startCluster({ name: "first", auditLog: true }),
      hold("second"),
    ]);
  });

  afterAll(async () => {
    held.child.kill("SIGTERM");
    await cluster.stop();
    rmSync(files, { recursive: true });
  });

  it("are separate clusters", async () => {
    expect(cluster.server).not.toBe(held.server);
    expect(running(held.pids)).toHaveLength(5);
    expect((await apiRequest(cluster, "GET", "/readyz")).text).toBe("ok");
  });

  it("listen on loopback only", () => {
    const pids = [...processesWith(marker, dirname(cluster.kubeconfig)), ...held.pids];
    const addresses = listeners(pids);
    expect(addresses).toHaveLength(12);
    expect(addresses.filter(address => !address.startsWith(`${loopback}:`))).toEqual([]);
  });

  it("have nodes that become ready and can be deleted", async () => {
    const names = await createNodes(cluster, { count: 20, labels: { zone: "a" } });
    const ready = async () => {
      const { stdout } = await cluster.kubectl(["get", "nodes", "-l", "zone=a", "--no-headers"]);
      return stdout.split("\n").filter(line => /\sReady\s/.test(line)).length;
    };
    await expect.poll(ready, { timeout: 60_000, interval: 200 }).toBe(20);
    await deleteNodes(cluster, names);
    expect((await mustRequest(cluster, "GET", "/api/v1/nodes")).items).toEqual([]);
  });

  it("authenticate a ServiceAccount by its token and log its requests", async () => {
    const token = await tokenFor(cluster, "default", "default", { boundSecret: "binding" });
    const kubeconfig = join(files, "kubeconfig");
    await writeKubeconfig(cluster, { token }, kubeconfig);
    const since = new Date();
    const args = [`--kubeconfig=${kubeconfig}`, "get", "--raw", "/api/v1/nodes"];
    expect(await cluster.kubectl(args)).toMatchObject({ code: 1 });

    const logged = async () => {
      const events = [];
      const filter = { since, userAgentPrefix: "kubectl/" };
      for await (const event of readAudit(cluster.auditLogPath ?? "", filter)) events.push(event);
      return events;
    };
    // The API server logs a request just after its response.
    await expect.poll(logged, { timeout: 60_000 }).toMatchObject([
      {
        verb: "list",
        requestURI: "/api/v1/nodes",
        user: "system:serviceaccount:default:default",
        code: 403,
      },
    ]);
  });

  // Each test uses a different cluster.
  describe.concurrent("after a kill", () => {
    it("restart a killed component with its stored data", async () => {
      await mustRequest(cluster, "POST", "/api/v1/namespaces", { metadata: { name: "kept" } });
      const killed = cluster.pid("kube-apiserver");
      process.kill(killed, "SIGKILL");
      const isGone = () => {
        expect(identify(killed)).toBeUndefined();
      };
      await vi.waitFor(isGone, { timeout: 60_000 });
      expect(() => cluster.pid("kube-apiserver")).toThrow("kube-apiserver of first is not running");

      await cluster.startMissing();
      expect(cluster.pid("kube-apiserver")).not.toBe(killed);
      expect((await apiRequest(cluster, "GET", "/api/v1/namespaces/kept")).code).toBe(200);
    });

    it("are cleaned up by the next start if the process that started them is killed", async () => {
      const killed = held;
      await signal(killed, "SIGKILL");
      await sleep(100);
      expect(running(killed.pids)).toHaveLength(5);

      held = await hold("next");
      expect(running(killed.pids)).toEqual([]);
      expect(existsSync(killed.folder)).toBe(false);
    });
  });

  it("end with that process if it is interrupted", async () => {
    expect(await signal(held, "SIGINT")).toBe("SIGINT");
    expect(running(held.pids)).toEqual([]);
    expect(existsSync(held.folder)).toBe(false);
  });

  it("leave nothing behind when they are stopped", async () => {
    const pids = processesWith(marker, dirname(cluster.kubeconfig));
    await cluster.stop();
    expect(running(pids)).toEqual([]);
    expect(existsSync(dirname(cluster.kubeconfig))).toBe(false);
  });
});
