import { mkdtemp, mkdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { contexts, CredentialSource, type Credentials, loadCredentials } from "./credentials.ts";
import { ManualClock } from "../testing/manual-clock.ts";

const some = (authorization: string): Credentials => ({
  server: "https://127.0.0.1:6443",
  authorization,
  tls: {},
});

describe("CredentialSource", () => {
  /** A source whose reads are counted and can be made to fail. */
  function scene() {
    const clock = new ManualClock();
    const state = { reads: 0, failure: null as Error | null };
    const source = new CredentialSource(clock, () => {
      state.reads += 1;
      return state.failure
        ? Promise.reject(state.failure)
        : Promise.resolve(some(`t${state.reads}`));
    });
    const token = async () => {
      const answer = await source.get();
      return answer.ok ? answer.value.authorization : answer.error.code;
    };
    return { clock, source, state, token };
  }

  it("reads on first use, and again every thirty seconds", async () => {
    const { clock, state, token } = scene();
    expect(state.reads).toBe(0);
    expect([await token(), await token()]).toEqual(["t1", "t1"]);
    clock.advance(29_999);
    expect(await token()).toBe("t1");
    clock.advance(1);
    expect(await token()).toBe("t2");
  });

  it("reads once for all concurrent callers", async () => {
    const { token, state } = scene();
    expect(await Promise.all([token(), token(), token()])).toEqual(["t1", "t1", "t1"]);
    expect(state.reads).toBe(1);
  });

  it("reads immediately after an invalidation", async () => {
    const { token, source } = scene();
    await token();
    source.invalidate();
    expect(await token()).toBe("t2");
  });

  it("keeps the previous credentials if a read fails, and retries", async () => {
    const { clock, token, state } = scene();
    await token();
    state.failure = new Error("half-written");
    clock.advance(30_000);
    expect([await token(), await token()]).toEqual(["t1", "t1"]);
    expect(state.reads).toBe(3);
    state.failure = null;
    expect(await token()).toBe("t4");
  });

  it("fails until the first successful read", async () => {
    const { token, state } = scene();
    state.failure = new Error("ENOENT");
    expect([await token(), await token()]).toEqual(["Unauthorized", "Unauthorized"]);
    state.failure = null;
    expect(await token()).toBe("t3");
  });
});

describe("loading", () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "trimtab-credentials-"));
    vi.stubEnv("HOME", folder);
    vi.stubEnv("KUBERNETES_SERVICE_HOST", undefined);
  });
  afterEach(async () => {
    vi.unstubAllEnvs();
    await rm(folder, { recursive: true });
  });

  const kubeconfig = (user: object, cluster: object = {}): string =>
    // YAML is a superset of JSON.
    JSON.stringify({
      apiVersion: "v1",
      kind: "Config",
      "current-context": "here",
      contexts: [
        { name: "there", context: { cluster: "other", user: "nobody" } },
        { name: "here", context: { cluster: "ours", user: "operator" } },
      ],
      clusters: [
        { name: "other", cluster: { server: "https://other" } },
        { name: "ours", cluster: { server: "https://ours:6443", ...cluster } },
      ],
      users: [
        { name: "nobody", user: { token: "wrong" } },
        { name: "operator", user },
      ],
    });

  const write = async (name: string, text: string): Promise<string> => {
    const file = path.join(folder, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, text);
    return file;
  };

  const load = async (): Promise<Credentials | string> => {
    const answer = await new CredentialSource(new ManualClock()).get();
    return answer.ok ? answer.value : answer.error.message;
  };

  const apiVersion = "client.authentication.k8s.io/v1";
  const credential = { apiVersion, kind: "ExecCredential", status: { token: "plugin" } };

  const base64 = (text: string) => Buffer.from(text).toString("base64");

  it.each<{ shows: string; user: object; cluster?: object; want: object }>([
    { shows: "a token", user: { token: "t" }, want: { authorization: "Bearer t" } },
    {
      shows: "a client certificate",
      user: { "client-certificate-data": base64("CERT"), "client-key-data": base64("KEY") },
      want: { authorization: null, tls: { cert: "CERT", key: "KEY" } },
    },
    {
      shows: "a certificate authority",
      user: {},
      cluster: { "certificate-authority-data": base64("CA") },
      want: { authorization: null, tls: { ca: "CA" } },
    },
    {
      shows: "a disabled verification",
      user: {},
      cluster: { "insecure-skip-tls-verify": true },
      want: { tls: { rejectUnauthorized: false } },
    },
    {
      shows: "a server name that replaces the address",
      user: {},
      cluster: { "tls-server-name": "kubernetes" },
      want: { tls: { servername: "kubernetes" } },
    },
  ])("uses $shows from the current context", async ({ user, cluster, want }) => {
    vi.stubEnv("KUBECONFIG", await write("config", kubeconfig(user, cluster)));
    expect(await load()).toMatchObject({ server: "https://ours:6443", ...want });
  });

  describe("of a context that is not the current one", () => {
    const other = (user: object): string =>
      kubeconfig({ token: "t" }).replace('{"token":"wrong"}', () => JSON.stringify(user));
    const use = async (user: object) => {
      vi.stubEnv("KUBECONFIG", await write("config", other(user)));
      const source = new CredentialSource(new ManualClock(), () => loadCredentials("there"));
      const answer = await source.get();
      return answer.ok ? answer.value : answer.error.message;
    };

    it.each([
      { shows: "a token", user: { token: "its" }, want: { authorization: "Bearer its" } },
      {
        shows: "a token file",
        user: { tokenFile: "token" },
        want: { authorization: "Bearer file" },
      },
      {
        shows: "a client certificate",
        user: { "client-certificate-data": base64("CERT"), "client-key-data": base64("KEY") },
        want: { authorization: null, tls: { cert: "CERT", key: "KEY" } },
      },
      {
        shows: "a plugin",
        user: { exec: { apiVersion, command: "echo", args: [JSON.stringify(credential)] } },
        want: { authorization: "Bearer plugin" },
      },
    ])("uses $shows", async ({ user, want }) => {
      await write("token", "file\n");
      expect(await use(user)).toMatchObject({ server: "https://other", ...want });
    });

    it("is refused if there is none of this name", async () => {
      vi.stubEnv("KUBECONFIG", await write("config", kubeconfig({ token: "t" })));
      const source = new CredentialSource(new ManualClock(), () => loadCredentials("nowhere"));
      expect(await source.get()).toMatchObject({
        error: { message: "no cluster in the kubeconfig's context nowhere" },
      });
    });

    it("is one of the contexts, and the current one comes first", async () => {
      vi.stubEnv("KUBECONFIG", await write("config", kubeconfig({ token: "t" })));
      expect(contexts()).toEqual([
        { name: "here", server: "https://ours:6443", isCurrent: true },
        { name: "there", server: "https://other", isCurrent: false },
      ]);
    });
  });

  it("reads ~/.kube/config without KUBECONFIG", async () => {
    vi.stubEnv("KUBECONFIG", undefined);
    await write(".kube/config", kubeconfig({ token: "home" }));
    expect(await load()).toMatchObject({ authorization: "Bearer home" });
  });

  it("uses a rotated token from its file", async () => {
    const tokenFile = await write("token", "first\n");
    vi.stubEnv("KUBECONFIG", await write("config", kubeconfig({ tokenFile })));
    const source = new CredentialSource(new ManualClock());
    expect(await source.get()).toMatchObject({ value: { authorization: "Bearer first" } });
    await write("token", "second\n");
    source.invalidate();
    expect(await source.get()).toMatchObject({ value: { authorization: "Bearer second" } });
  });

  it("resolves a token file relative to the kubeconfig that names it", async () => {
    await write("below/secrets/token", "relative");
    const file = await write("below/config", kubeconfig({ tokenFile: "secrets/token" }));
    vi.stubEnv("KUBECONFIG", file);
    expect(await load()).toMatchObject({ authorization: "Bearer relative" });
  });

  it("finds a token file that a later kubeconfig of several names", async () => {
    const tokenFile = await write("token", "later");
    const { users, ...rest } = JSON.parse(kubeconfig({ tokenFile })) as Record<string, unknown>;
    const first = await write("first", JSON.stringify(rest));
    const second = await write("second", JSON.stringify({ users }));
    vi.stubEnv("KUBECONFIG", [first, second].join(path.delimiter));
    expect(await load()).toMatchObject({ authorization: "Bearer later" });
  });

  it("ignores the token file of another user", async () => {
    const { users, ...rest } = JSON.parse(kubeconfig({ token: "own" })) as { users: object[] };
    const another = { name: "another", user: { tokenFile: "/nowhere/token" } };
    const text = JSON.stringify({ ...rest, users: [...users, another] });
    vi.stubEnv("KUBECONFIG", await write("config", text));
    expect(await load()).toMatchObject({ authorization: "Bearer own" });
  });

  const secret = "s3cr3t";
  const user = (fields: string): string =>
    kubeconfig({ token: "t" }).replace('{"token":"t"}', () => fields);

  // prettier-ignore
  it.each<{ shows: string; text: string; says: string | RegExp }>([
    { shows: "an unclosed quotation mark",  text: `users:\n- name: u\n  user:\n    token: "${secret}\n    x: [`, says: /^it is not YAML at line 6, column \d+$/ },
    { shows: "JSON without an end",         text: user(`{"token":"${secret}`),          says: /^it is not YAML at line 2, column \d+$/ },
    { shows: "an alias",                    text: user(`{"token": *${secret}}`),        says: /^it is not YAML at line 1, column \d+$/ },
    { shows: "a tag",                       text: user(`{"token": !${secret} x}`),      says: /^it is not YAML at line 1, column \d+$/ },
    { shows: "a tab",                       text: `users:\n\t- token: ${secret}`,       says: "it is not YAML at line 2, column 1" },
    { shows: "a text in place of a mapping", text: secret,                              says: "no cluster in the kubeconfig's current context" },
    { shows: "a cluster without a name",    text: `clusters:\n- cluster: {server: ${secret}}`, says: "clusters[0].name is missing" },
    { shows: "a plugin that prints no JSON", text: user(`{"exec":{"command":"echo","args":["${secret}"]}}`), says: "a credential, or what its plugin prints, is not JSON" },
    { shows: "a plugin that fails",         text: user(`{"exec":{"command":"sh","args":["-c","echo expired >&2; exit 1","${secret}"]}}`), says: "expired\n" },
    { shows: "a plugin that is missing",    text: user(`{"exec":{"command":"no-such-plugin","args":["${secret}"]}}`), says: "spawn no-such-plugin ENOENT" },
    { shows: "a provider's command",        text: user(`{"auth-provider":{"name":"gcp","config":{"expiry":"2000-01-01","cmd-path":"false","cmd-args":"${secret}"}}}`), says: "Failed to refresh token" },
    { shows: "an id token that is none",    text: user(`{"auth-provider":{"name":"oidc","config":{"id-token":"czNjcjN0.czNjcjN0.x"}}}`), says: "a credential, or what its plugin prints, is not JSON" },
  ])("quotes nothing of a kubeconfig with $shows", async ({ text, says }) => {
    vi.stubEnv("KUBECONFIG", await write("config", text));
    const said = await load();
    expect(said).toEqual(typeof says === "string" ? says : expect.stringMatching(says));
    expect(JSON.stringify(said)).not.toContain(secret);
  });

  it("names no user, context or cluster that two kubeconfigs have", async () => {
    const text = kubeconfig({ token: "t" }).replaceAll("ours", secret);
    const files = [await write("first", text), await write("second", text)];
    vi.stubEnv("KUBECONFIG", files.join(path.delimiter));
    expect(await load()).toBe("Duplicate cluster");
  });

  it("prints no warning with the text of a tokenFile's kubeconfig", async () => {
    const warn = vi.spyOn(process, "emitWarning");
    const text = `%${secret} x\n---\n${user(`{"tokenFile": "token"}`)}`;
    await write("token", "t");
    vi.stubEnv("KUBECONFIG", await write("config", text));
    expect(await load()).toMatchObject({ authorization: "Bearer t" });
    expect(warn).not.toHaveBeenCalled();
  });

  it("reports the missing file", async () => {
    vi.stubEnv("KUBECONFIG", await write("config", kubeconfig({ tokenFile: "/nowhere/token" })));
    expect(await load()).toContain("/nowhere/token");
  });
});
