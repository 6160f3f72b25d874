import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { Agent, request } from "node:https";
import { connect as connectPlain } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setImmediate } from "node:timers/promises";
import { connect } from "node:tls";

import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";

import { err, ok } from "../engine/model/values/result.ts";
import { PairFromFiles } from "./certificates/certificate.ts";
import { startHost } from "./host.ts";
import type { Validator } from "./review.ts";
import { freeAddress, hostPorts, pairSource, runningHost } from "./testing/host-scene.ts";
import { makeKeyPair } from "./testing/key-pair.ts";

const gvk = { group: "test.trimtab.dev", kind: "Thing" };

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "trimtab-host-"));
});
afterEach(() => {
  vi.useRealTimers();
});
afterAll(() => rm(folder, { recursive: true }));

it.each([
  { shows: "that ends before the port closes", turns: 0 },
  { shows: "that ends after the port has closed", turns: 3 },
])("answers a running review $shows before it stops", async ({ turns }) => {
  const pair = await makeKeyPair("host");
  const files = { certFile: path.join(folder, "crt"), keyFile: path.join(folder, "key") };
  await writeFile(files.certFile, pair.cert);
  await writeFile(files.keyFile, pair.key);
  let arrive: () => void;
  const arrived = new Promise<void>(resolve => (arrive = resolve));
  let answer: () => void;
  const held = new Promise<void>(resolve => (answer = resolve));
  const things: Validator = {
    ...{ ...gvk, operations: ["CREATE"] },
    validate: async () => {
      arrive();
      await held;
      return { allowed: true };
    },
  };
  const source = new PairFromFiles(files, () => undefined);
  const reviewed = vi.fn();
  const { at, stop } = await runningHost(source, { validators: [things], reviewed });
  const agent = new Agent({ keepAlive: true });
  const code = new Promise((resolve, reject) => {
    const sent = request(
      { host: "127.0.0.1", port: at.port, path: "/validate", method: "POST", ca: pair.cert, agent },
      response => {
        response.resume().on("end", () => {
          resolve(response.statusCode);
        });
      },
    );
    sent.on("error", reject);
    const userInfo = { username: "ann" };
    const review = { uid: "r", kind: gvk, operation: "CREATE", object: { metadata: {} }, userInfo };
    sent.end(JSON.stringify({ request: review }));
  });
  await arrived;
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  const stopped = stop();
  for (let turn = 0; turn < turns; turn++) await setImmediate();
  answer!();
  expect(await code).toBe(200);
  expect(reviewed).toHaveBeenCalledWith({ kind: gvk.kind, verdict: "allowed" }, 0);
  // The clock does not move, so the stop is not caused by a timeout.
  await stopped;
  agent.destroy();
});

it("answers a request that has arrived on an idle connection when it ends", async () => {
  const pair = await makeKeyPair("host");
  const { at, stop } = await runningHost(pairSource(ok(pair)).source);
  const socket = connect({ port: at.port, host: "127.0.0.1", ca: pair.cert, servername: "host" });
  socket.setEncoding("utf8");
  await once(socket, "secureConnect");
  const post = "POST /validate HTTP/1.1\r\nhost: host\r\ncontent-length: 2\r\n\r\n{}";
  socket.write(post);
  const [first] = (await once(socket, "data")) as [string];
  const second = once(socket, "data");
  socket.write(post);
  const stopped = stop();
  const answers = [first, ((await second) as [string])[0]];
  expect(answers.map(answer => answer.split(" ", 2)[1])).toEqual(["400", "400"]);
  socket.destroy();
  await stopped;
});

const shown = (port: number) =>
  new Promise<unknown>((resolve, reject) => {
    const socket = connect({ port, host: "127.0.0.1", rejectUnauthorized: false }, () => {
      resolve(socket.getPeerCertificate().subject.CN);
      socket.end();
    });
    socket.on("error", reject);
  });

it("serves the first certificate of its source, then later ones, until it stops", async () => {
  const [first, second] = [await makeKeyPair("first"), await makeKeyPair("second")];
  const { source, seen, renew } = pairSource(ok(first));
  const told: string[] = [];
  const { at, stop } = await runningHost(source, { serving: cert => told.push(cert) });
  expect(await shown(at.port)).toBe("first");
  renew(second);
  expect(await shown(at.port)).toBe("second");
  expect(told).toEqual([first.cert, second.cert]);
  expect(seen.stops).toBe(0);
  await stop();
  expect(seen.stops).toBe(1);
});

it("reports its readiness on a separate port until the last review is answered", async () => {
  const pair = await makeKeyPair("host");
  let arrive: () => void;
  const arrived = new Promise<void>(resolve => (arrive = resolve));
  const accepts = (): boolean => {
    arrive();
    return true;
  };
  const { at, stop } = await runningHost(pairSource(ok(pair)).source, { accepts });
  const ready = () =>
    fetch(`http://127.0.0.1:${at.metricsPort}/readyz`).then(({ status }) => status);
  expect(await ready()).toBe(200);
  const open = connect({ port: at.port, host: "127.0.0.1", rejectUnauthorized: false });
  await new Promise(resolve => open.once("secureConnect", resolve));
  open.write("POST /validate HTTP/1.1\r\nhost: x\r\ncontent-length: 9\r\n\r\n");
  await arrived;
  const stopped = stop();
  expect(await ready()).toBe(200);
  const half = connectPlain({ port: at.metricsPort, host: "127.0.0.1" });
  await new Promise(resolve => half.write("GET /metrics HTTP/1.1\r\n", resolve));
  const cutOff = new Promise(resolve => half.once("close", resolve));
  expect(await ready()).toBe(200);
  open.destroy();
  await stopped;
  await expect(ready()).rejects.toThrow();
  // A client with an incomplete request does not keep the process alive.
  half.on("error", () => undefined);
  await cutOff;
});

it("does not start if the probe port is in use", async () => {
  const pair = await makeKeyPair("host");
  const { source } = pairSource(ok(pair));
  const at = await freeAddress();
  const taken = { ...at, metricsPort: at.port };
  expect(await startHost(hostPorts(), source, taken)).toMatchObject({ ok: false });
  const again = { ...(await freeAddress()), port: at.port };
  const host = await startHost(hostPorts(), source, again);
  expect(host.ok).toBe(true);
  if (host.ok) await host.value.stop();
});

it("does not start without a certificate", async () => {
  const { source } = pairSource(err("there is none"));
  expect(await startHost(hostPorts(), source, await freeAddress())).toEqual(err("there is none"));
});
