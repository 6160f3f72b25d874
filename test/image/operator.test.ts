import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { apiRequest } from "../../hack/cluster/api.ts";
import { useOrStartCluster } from "../../hack/cluster/cluster.ts";
import type { Cluster } from "../../hack/cluster/types.ts";
import { buildImage } from "../../hack/image/build.ts";
import { runInImage, type Container } from "../../hack/image/run.ts";
import { ownedBy, serviceAccountOf } from "../../hack/image/service-account.ts";
import { unpackImage, type UnpackedImage } from "../../hack/image/unpack.ts";
import { choosePorts, isFree } from "../../hack/machine/ports.ts";
import { makeCertificate } from "../../hack/operator/certificate.ts";
import {
  installProduct,
  operatorNamespace,
  operatorServiceAccount,
} from "../../hack/operator/install.ts";
import { eventually } from "../integration/eventually.ts";

const memoryBytes = 256 * 2 ** 20;
const folder = mkdtempSync(join(tmpdir(), "trimtab-image-"));
const certificate = makeCertificate();
let cluster: Cluster;
let image: UnpackedImage;
let operator: Container;
let ask: (path: string) => Promise<{ code: number; text: string }>;

beforeAll(async () => {
  const { layout } = await buildImage(join(folder, "image"));
  image = await unpackImage(layout, join(folder, "rootfs"));
  cluster = await useOrStartCluster({ name: "image" });
  await installProduct(cluster);
  const choice = { taken: new Set<number>(), isFree, start: Math.random() };
  const [port = 0] = await choosePorts(1, choice);
  const target = { server: `https://127.0.0.1:${port}`, ca: certificate.ca };
  ask = path => apiRequest(target, "GET", path).catch(() => ({ code: 0, text: "" }));
  operator = await start(port);
});

afterAll(async () => {
  await operator.stop();
  await cluster.stop();
  rmSync(folder, { recursive: true });
});

/** As a pod of it would be, except for where it listens. */
async function start(port: number): Promise<Container> {
  const { uid } = image;
  const pod = {
    namespace: operatorNamespace,
    serviceAccount: operatorServiceAccount,
    uid,
  };
  const account = await serviceAccountOf(cluster, pod, folder);
  const tls = mkdtempSync(join(folder, "tls-"));
  const files = [join(tls, "tls.crt"), join(tls, "tls.key")];
  writeFileSync(files[0]!, certificate.cert);
  writeFileSync(files[1]!, certificate.key);
  await ownedBy(uid, [tls, ...files]);
  return runInImage({
    image,
    args: [
      ...[`--port=${port}`, "--bind-address=127.0.0.1", "--replica-name=image"],
      ...["--tls-cert-file=/tls/tls.crt", "--tls-private-key-file=/tls/tls.key"],
      "--shutdown-grace-seconds=0",
    ],
    env: account.env,
    mounts: [account.mount, { hostPath: tls, containerPath: "/tls", readOnly: true }],
    memoryBytes,
    network: "host",
  });
}

describe("the operator from its image", () => {
  it("serves a cluster, as a pod of it would", async () => {
    await eventually(async () => {
      const { code, text } = await ask("/readyz");
      expect(code, `${text}\n${operator.log()}`).toBe(200);
    });
    expect(await ask("/livez")).toMatchObject({ code: 200 });
  });

  it("needs less memory than its limit", async () => {
    const { text } = await ask("/metrics");
    const resident = Number(/^process_resident_memory_bytes (\d+)/m.exec(text)?.[1]);
    expect(resident).toBeLessThan(memoryBytes);
    // Undefined where no cgroup can be made.
    expect(operator.peakMemoryBytes() ?? resident).toBeLessThanOrEqual(memoryBytes);
  });

  it("is user 65532, and has no place to write to", () => {
    const status = readFileSync(`/proc/${operator.pid}/status`, "utf8");
    if (process.getuid?.() === 0) expect(status).toMatch(/^Uid:\t65532\t65532\t65532\t65532$/m);
    expect(status).toMatch(/^CapEff:\t0+$/m);
    expect(status).toMatch(/^NoNewPrivs:\t1$/m);
    const mounts = readFileSync(`/proc/${operator.pid}/mounts`, "utf8").trim().split("\n");
    const writable = mounts
      .map(line => line.split(" "))
      .filter(([, , , options]) => options?.split(",").includes("rw"))
      .map(([, path]) => path);
    expect(writable.filter(path => !/^\/(proc|sys|dev)(\/|$)/.test(path!))).toEqual([]);
  });

  it("ends at SIGTERM, although it is process 1", async () => {
    expect(await operator.stop()).toBe(0);
  });
});
