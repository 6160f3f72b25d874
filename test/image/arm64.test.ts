import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { apiRequest, mustRequest } from "../../hack/cluster/api.ts";
import { useOrStartCluster } from "../../hack/cluster/cluster.ts";
import { operatorNamespace, renderedObject } from "../../hack/cluster/operator/chart.ts";
import {
  installProduct,
  installWebhook,
  removeWebhook,
} from "../../hack/cluster/operator/install.ts";
import { processOf, type RenderedDeployment } from "../../hack/cluster/operator/pod.ts";
import type { Cluster } from "../../hack/cluster/types.ts";
import { choosePorts, isFree, searchStart } from "../../hack/host/ports.ts";
import { runOrThrow } from "../../hack/host/run.ts";
import { buildImage } from "../../hack/image/build.ts";
import { installQemu } from "../../hack/image/foreign/qemu.ts";
import { runInImage, type ContainerSpec, type Mount } from "../../hack/image/run.ts";
import { serviceAccountOf } from "../../hack/image/service-account.ts";
import { unpackImage, type UnpackedImage } from "../../hack/image/unpack.ts";
import { eventually } from "../integration/eventually.ts";
import { leasePath, secretPath } from "../rights/scene.ts";
import { probe } from "./probe.ts";

const root = join(import.meta.dirname, "../..");
const folder = mkdtempSync(join(tmpdir(), "trimtab-arm64-"));
/** A start takes seconds of the CPU under an emulator. */
const emulated = 240_000;

let image: UnpackedImage;
let emulator: string;
beforeAll(async () => {
  const { layout } = await buildImage(join(folder, "image"), "arm64");
  image = await unpackImage(layout, join(folder, "rootfs"));
  emulator = await installQemu();
}, emulated);
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const readOnly = (hostPath: string, containerPath: string): Mount => ({
  ...{ hostPath, containerPath, readOnly: true },
});

/** The kernel starts the emulator, and that the program of the image. */
function start(program: readonly string[], { mounts = [], ...spec }: Partial<ContainerSpec> = {}) {
  const inside = "/usr/bin/qemu-aarch64-static";
  const command = [inside, ...program];
  return runInImage({ ...spec, image, command, mounts: [...mounts, readOnly(emulator, inside)] });
}

describe("the image for arm64, under Debian's qemu", () => {
  it("contains programs for arm64", async () => {
    const container = await start(["/usr/bin/node", "-p", "process.arch"]);
    expect({ exit: await container.exited, log: container.log() }).toEqual({
      ...{ exit: 0, log: "arm64\n" },
    });
    const index = readFileSync(join(folder, "image/oci/index.json"), "utf8");
    expect(index).toContain('"arm64"');
  });

  it("decides a recorded case as on this machine, digit by digit", async () => {
    const recorded = join(root, "test/conformance/hpa-oracle.jsonl.gz");
    const evaluate = (file: string) => ["evaluate", "-f", file, "-o", "json"];
    const here = await runOrThrow(join(root, "bin/trimtab"), evaluate(recorded));
    const container = await start(
      ["/usr/bin/node", "/dist/trimtab-cli.mjs", ...evaluate("/cases/cases.jsonl.gz")],
      {
        mounts: [
          readOnly(join(root, "dist"), "/dist"),
          readOnly(recorded, "/cases/cases.jsonl.gz"),
        ],
      },
    );
    expect(await container.exited, container.log().slice(-2000)).toBe(0);
    const [there, wanted] = [container.log(), here].map(text => text.trimEnd().split("\n"));
    expect(wanted?.length).toBeGreaterThan(10);
    expect(there?.filter((line, index) => line !== wanted?.[index])).toEqual([]);
  });
});

describe("a pod of the chart, from the image for arm64", () => {
  let cluster: Cluster;
  beforeAll(async () => {
    cluster = await useOrStartCluster({ name: "arm64" });
    await installProduct(cluster);
    // What the operators of another file have left.
    await apiRequest(cluster, "DELETE", leasePath);
    await mustRequest(cluster, "PATCH", secretPath, { data: null });
  });
  afterAll(async () => {
    await removeWebhook(cluster);
    await cluster.stop();
  });

  it("becomes ready on a real API server, and leads", async () => {
    const choice = { taken: new Set<number>(), isFree, start: searchStart.other() };
    const [port = 0, metricsPort = 0] = await choosePorts(2, choice);
    const webhook = { url: `https://localhost:${port}/validate` };
    const deployment = await renderedObject<RenderedDeployment>("Deployment", {
      ...{ port, metricsPort, webhook, shutdownGraceSeconds: 0 },
      extraArgs: ["--bind-address=127.0.0.1"],
    });
    await installWebhook(cluster, webhook.url, null);
    const { uid, gid, args, env, serviceAccountName } = processOf(deployment, "arm64");
    const identity = { namespace: operatorNamespace, serviceAccount: serviceAccountName, uid };
    const account = await serviceAccountOf(cluster, identity, folder);
    const container = await start([...image.entrypoint, ...args], {
      ...{ uid, gid, network: "host" },
      ...{ env: { ...env, ...account.env }, mounts: [account.mount] },
    });
    await eventually(async () => {
      const { code, text } = await probe({ path: "/readyz", port: metricsPort, scheme: "HTTP" });
      expect(code, `${text}\n${container.log()}`).toBe(200);
      expect(container.log()).toContain('"leading"');
    }, emulated);
    expect(await container.stop()).toBe(0);
  });
});
