import { mkdtemp, rm, symlink, unlink, writeFile, mkdir, rename } from "node:fs/promises";
import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { connect } from "node:tls";

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import type { Result } from "../../engine/model/values/result.ts";
import { until } from "../../kube/testing/until.ts";
import {
  PairFromFiles,
  readKeyPair,
  renewed,
  type CertificateFiles,
  type KeyPair,
} from "./certificate.ts";
import { makeKeyPair } from "../testing/key-pair.ts";

const first = await makeKeyPair("first");
const second = await makeKeyPair("second");

let folder: string;
let files: CertificateFiles;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "trimtab-certificate-"));
  files = { certFile: path.join(folder, "tls.crt"), keyFile: path.join(folder, "tls.key") };
});
afterEach(async () => {
  vi.useRealTimers();
  await rm(folder, { recursive: true });
});

const write = async ({ cert, key }: KeyPair): Promise<void> => {
  await writeFile(files.certFile, cert);
  await writeFile(files.keyFile, key);
};

describe("readKeyPair", () => {
  it("reads a matching pair", async () => {
    await write(first);
    expect(await readKeyPair(files)).toEqual({ ok: true, value: first });
  });

  it.each<{ shows: string; pair: KeyPair }>([
    { shows: "the old key with the new certificate", pair: { cert: second.cert, key: first.key } },
    { shows: "the new key with the old certificate", pair: { cert: first.cert, key: second.key } },
    { shows: "a truncated certificate", pair: { ...first, cert: first.cert.slice(0, 200) } },
    { shows: "a truncated key", pair: { ...first, key: first.key.slice(0, 200) } },
    { shows: "an empty certificate", pair: { ...first, cert: "" } },
    { shows: "an empty key", pair: { ...first, key: "" } },
    { shows: "two empty files", pair: { cert: "", key: "" } },
    { shows: "files of another format", pair: { cert: "hello", key: "hello" } },
  ])("rejects $shows, and names the file", async ({ pair }) => {
    await write(pair);
    const read = await readKeyPair(files);
    expect(!read.ok && read.error).toContain(files.certFile);
  });

  it("names a missing file", async () => {
    await writeFile(files.certFile, first.cert);
    const read = await readKeyPair(files);
    expect(!read.ok && read.error).toContain(files.keyFile);
  });
});

describe("PairFromFiles", () => {
  let server: Server;
  beforeEach(async () => {
    await write(first);
    server = createServer(first, (_, response) => response.end());
    await new Promise<void>(resolve => server.listen(0, "127.0.0.1", resolve));
  });
  afterEach(() => {
    server.close();
  });

  /** The certificate that a new connection receives. */
  const shown = () =>
    new Promise<unknown>((resolve, reject) => {
      const { port } = server.address() as AddressInfo;
      const socket = connect({ port, host: "127.0.0.1", rejectUnauthorized: false }, () => {
        resolve(socket.getPeerCertificate().subject.CN);
        socket.end();
      });
      socket.on("error", reject);
    });

  async function reload() {
    const reports: Result<string, string>[] = [];
    const source = new PairFromFiles(files, report => reports.push(report));
    expect(await source.first()).toEqual({ ok: true, value: first });
    const serve = (pair: KeyPair): void => {
      server.setSecureContext(pair);
    };
    return { reports, source, serve, look: () => source.check(serve) };
  }

  it("reads the files again every five seconds, until it is stopped", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    const { reports, source, serve } = await reload();
    source.watch(serve);
    await write(second);
    vi.advanceTimersByTime(5_000);
    await until(() => {
      expect(reports).toEqual([{ ok: true, value: renewed }]);
    });
    source.stop();
    expect(vi.getTimerCount()).toBe(0);
  });

  it("serves a renewed pair to new connections, and reports it once", async () => {
    const { reports, look } = await reload();
    await look();
    expect([await shown(), reports]).toEqual(["first", []]);
    await write(second);
    await look();
    await look();
    expect([await shown(), reports]).toEqual(["second", [{ ok: true, value: renewed }]]);
  });

  it("keeps the old pair while the new one is incomplete, reports that once, and recovers", async () => {
    const { reports, look } = await reload();
    await writeFile(files.certFile, second.cert);
    await look();
    await look();
    expect(await shown()).toBe("first");
    expect(reports).toMatchObject([{ ok: false }]);
    await writeFile(files.keyFile, second.key);
    await look();
    expect(await shown()).toBe("second");
    expect(reports).toMatchObject([{ ok: false }, { ok: true }]);
  });

  it("reports a different problem, and reports the same one again after it was fixed", async () => {
    const { reports, look } = await reload();
    await unlink(files.keyFile);
    await look();
    await writeFile(files.keyFile, "");
    await look();
    await write(first);
    await look();
    await writeFile(files.keyFile, "");
    await look();
    expect(reports.map(({ ok }) => ok)).toEqual([false, false, false]);
  });

  it("detects the change of a mounted Secret, which only swaps a link", async () => {
    const versions = path.join(folder, "versions");
    for (const [name, pair] of Object.entries({ one: first, two: second })) {
      await mkdir(path.join(versions, name), { recursive: true });
      await writeFile(path.join(versions, name, "tls.crt"), pair.cert);
      await writeFile(path.join(versions, name, "tls.key"), pair.key);
    }
    const data = path.join(folder, "..data");
    await symlink(path.join(versions, "one"), data);
    files = { certFile: path.join(data, "tls.crt"), keyFile: path.join(data, "tls.key") };
    const { look } = await reload();
    await symlink(path.join(versions, "two"), `${data}.new`);
    await rename(`${data}.new`, data);
    await look();
    expect(await shown()).toBe("second");
  });

  it("detects a change of the key file alone", async () => {
    const { reports, look } = await reload();
    // The same key with another encoding: the pair matches, and only the key file differs.
    await writeFile(files.keyFile, `${first.key}\n`);
    await look();
    await look();
    expect(reports).toEqual([{ ok: true, value: renewed }]);
  });
});
