import { mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { request } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

import { ok } from "../../engine/model/values/result.ts";
import { until } from "../../kube/testing/until.ts";
import type { KeyPair } from "./certificate.ts";
import { ClientAuthority } from "./client-authority.ts";
import { makeAuthority } from "../../kube/testing/certificate-authority.ts";
import { pairSource, runningHost } from "../testing/host-scene.ts";
import { makeKeyPair } from "../testing/key-pair.ts";

const platform = await makeAuthority("platform");
const stranger = await makeAuthority("platform");
const server = await makeKeyPair("server");
const apiServer = await platform.issue("kube-apiserver");
const renewed = await makeKeyPair("renewed");

let folder: string;
let caFile: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "trimtab-clients-"));
  caFile = join(folder, "ca.crt");
});
beforeEach(() => writeFile(caFile, platform.ca));
afterAll(() => rm(folder, { recursive: true }));

/** Replaces the file in one step, as the kubelet does, so that no read finds half of it. */
async function replaceAuthority(pem: string): Promise<void> {
  await writeFile(`${caFile}.new`, pem);
  await rename(`${caFile}.new`, caFile);
}

/** Reads at once, so that a test does not wait for the next read. */
const rereadMs = 20;

/** The operator's ports with client authentication; `told` contains its reports. */
async function scene(names: readonly string[]) {
  const told: string[] = [];
  const clients = await ClientAuthority.open(
    { caFile, names },
    outcome => told.push(outcome.ok ? outcome.value : outcome.error),
    rereadMs,
  );
  if (!clients.ok) throw new Error(clients.error);
  const { source, renew } = pairSource(ok(server));
  const { at, stop } = await runningHost(source, { clients: clients.value });
  /** 400: the client was accepted. */
  const ask = (client: Partial<KeyPair>, path = "/validate") =>
    new Promise<number | string>(resolve => {
      const to = { host: "127.0.0.1", port: at.port, path, method: "POST", agent: false } as const;
      const sent = request({ ...to, ...client, rejectUnauthorized: false }, response => {
        response.resume();
        resolve(response.statusCode ?? 0);
      });
      sent.on("error", () => {
        resolve("cut off");
      });
      sent.end("{}");
    });
  return { ask, told, at, renew, stop };
}

const rows: readonly {
  shows: string;
  client: () => Partial<KeyPair> | Promise<KeyPair>;
  names?: readonly string[];
  path?: string;
  becomes: number | string;
}[] = [
  { shows: "the API server is accepted", client: () => apiServer, becomes: 400 },
  { shows: "a client without a certificate is rejected", client: () => ({}), becomes: "cut off" },
  {
    shows: "a certificate of another authority of that name is rejected",
    client: () => stranger.issue("kube-apiserver"),
    becomes: "cut off",
  },
  { shows: "a self-signed certificate is rejected", client: () => renewed, becomes: "cut off" },
  {
    shows: "a server certificate is rejected",
    client: () => platform.issue("kube-apiserver", "server"),
    becomes: "cut off",
  },
  {
    shows: "one of the names is accepted",
    client: () => apiServer,
    names: ["other", "kube-apiserver"],
    becomes: 400,
  },
  {
    shows: "another name is rejected",
    client: () => platform.issue("kubelet"),
    names: ["other", "kube-apiserver"],
    becomes: 403,
  },
  {
    shows: "another name is rejected before its path is checked",
    client: () => platform.issue("kubelet"),
    names: ["kube-apiserver"],
    path: "/x",
    becomes: 403,
  },
  { shows: "an accepted client needs the path", client: () => apiServer, path: "/x", becomes: 404 },
];

describe("client authentication", () => {
  it.each(rows)("$shows", async ({ client, names = [], path, becomes }) => {
    const { ask, stop } = await scene(names);
    expect(await ask(await client(), path)).toBe(becomes);
    await stop();
  });

  it("continues after the server's own certificate is renewed", async () => {
    const { ask, renew, stop } = await scene([]);
    renew(renewed);
    expect(await ask({})).toBe("cut off");
    expect(await ask(await stranger.issue("kube-apiserver"))).toBe("cut off");
    expect(await ask(apiServer)).toBe(400);
    await stop();
  });

  it("uses a new authority once its file changes, and is never disabled", async () => {
    const { ask, told, stop } = await scene([]);
    await replaceAuthority("");
    await until(() => {
      expect(told).toHaveLength(1);
    });
    expect(told[0]).toContain("there is no certificate of an authority in it");
    expect([await ask({}), await ask(apiServer)]).toEqual(["cut off", 400]);
    await replaceAuthority(stranger.ca);
    const other = await stranger.issue("kube-apiserver");
    await until(async () => {
      expect(await ask(other)).toBe(400);
    });
    expect(await ask(apiServer)).toBe("cut off");
    await replaceAuthority((platform.ca + stranger.ca).repeat(5));
    await until(() => {
      expect(told).toHaveLength(2);
    });
    expect(told[1]).toContain("there are 10 certificates in it");
    expect([await ask(apiServer), await ask(other)]).toEqual(["cut off", 400]);
    await stop();
  });

  it("does not apply to the probe port", async () => {
    const { at, stop } = await scene([]);
    expect((await fetch(`http://127.0.0.1:${at.metricsPort}/livez`)).status).toBe(200);
    await stop();
  });
});

it.each([
  { shows: "missing", file: () => join(folder, "none"), text: "", says: "none): ENOENT" },
  {
    ...{ shows: "not a CA certificate", file: () => caFile, text: server.cert },
    says: "no certificate of an authority",
  },
  {
    ...{ shows: "too long", file: () => caFile, text: platform.ca.repeat(9) },
    says: "there are 9 certificates in it, and 8 are allowed; keep those",
  },
])("a file that is $shows prevents the start", async ({ file, text, says }) => {
  await writeFile(caFile, text);
  const opened = await ClientAuthority.open({ caFile: file(), names: [] }, () => undefined);
  expect(!opened.ok && opened.error).toContain(says);
});

it("a file may contain eight authorities, all of which are used", async () => {
  const others = await Promise.all(
    Array.from({ length: 7 }, (_, index) => makeAuthority(`other-${index}`)),
  );
  await writeFile(caFile, [...others, platform].map(({ ca }) => ca).join(""));
  const { ask, stop } = await scene([]);
  expect(await ask(apiServer)).toBe(400);
  await stop();
});
