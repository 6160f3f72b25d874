import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { ManualClock } from "../../kube/testing/manual-clock.ts";
import { CredentialFiles } from "./credential-files.ts";

let folder = "";
let clock = new ManualClock();

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "credentials-"));
  clock = new ManualClock();
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

/** As a kubelet does: the files are in a folder that a link names, which is replaced at once. */
function mount(files: Readonly<Record<string, string>>): void {
  const secret = join(folder, "prom");
  const version = mkdtempSync(join(folder, "..v"));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(version, name), text);
  mkdirSync(secret, { recursive: true });
  symlinkSync(version, join(secret, "..new"));
  renameSync(join(secret, "..new"), join(secret, "..data"));
}

const files = () => new CredentialFiles(folder, "prom", clock);

describe("CredentialFiles", () => {
  it("reads the keys of the Secret, without the line break at the end", async () => {
    mount({ token: "abc\n", "ca.crt": "PEM\n" });
    expect(await files().get()).toMatchObject({ ok: true, value: { token: "abc", ca: "PEM" } });
  });

  it("reads nothing for a source without a Secret", async () => {
    const read = await new CredentialFiles(folder, null, clock).get();
    expect(read).toEqual({ ok: true, value: {} });
  });

  it("finds replaced files after 10 s, or after 1 s if the server refused the old ones", async () => {
    mount({ token: "old" });
    const read = files();
    await read.get();
    mount({ token: "new" });
    expect(await read.get()).toMatchObject({ value: { token: "old" } });
    clock.advance(10_000);
    expect(await read.get()).toMatchObject({ value: { token: "new" } });
    mount({ token: "newer" });
    read.invalidate();
    expect(await read.get()).toMatchObject({ value: { token: "new" } });
    clock.advance(1_000);
    read.invalidate();
    expect(await read.get()).toMatchObject({ value: { token: "newer" } });
  });

  // prettier-ignore
  it.each([
    { shows: "nothing",                    given: {},                                             says: "Secret prom is missing, or has none of ca.crt, tls.crt, tls.key, token, username, password" },
    { shows: "a certificate without key",  given: { "tls.crt": "hunter2" },                       says: "Secret prom has only one of tls.crt and tls.key" },
    { shows: "a user without password",    given: { username: "hunter2" },                        says: "Secret prom has only one of username and password" },
    { shows: "two ways to authenticate",   given: { token: "hunter2", username: "u", password: "hunter2" }, says: "Secret prom has both a token and a password; remove one of them" },
    { shows: "a token of two lines",       given: { token: "hunter2\nX-Evil: 1" },                says: "Secret prom has a token with characters that no header may have" },
  ])("refuses $shows, and shows nothing of it", async ({ given, says }) => {
    mount(given);
    expect(await files().get()).toEqual({ ok: false, error: says });
  });
});
