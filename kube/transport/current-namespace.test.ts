import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { currentNamespace } from "./credentials.ts";

describe("the current namespace", () => {
  let directory = "";
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), "trimtab-"));
    vi.stubEnv("HOME", directory);
    vi.stubEnv("KUBECONFIG", join(directory, "config"));
  });
  afterEach(() => {
    vi.unstubAllEnvs();
    rmSync(directory, { recursive: true });
  });

  const use = (context: object): void => {
    const config = {
      apiVersion: "v1",
      kind: "Config",
      clusters: [{ name: "here", cluster: { server: "https://127.0.0.1:1" } }],
      contexts: [{ name: "here", context: { cluster: "here", user: "me", ...context } }],
      users: [{ name: "me", user: {} }],
      "current-context": "here",
    };
    writeFileSync(join(directory, "config"), JSON.stringify(config));
  };

  it.each([
    { when: "the context names one", context: { namespace: "shop" }, want: "shop" },
    { when: "it names none", context: {}, want: "default" },
    { when: "it names an empty one", context: { namespace: "" }, want: "default" },
  ])("is $want when $when", ({ context, want }) => {
    use(context);
    expect(currentNamespace()).toBe(want);
  });

  it("is unknown if the kubeconfig is malformed, of which nothing is quoted", () => {
    writeFileSync(join(directory, "config"), 'users:\n- user:\n    token: "s3cr3t\n    x: [');
    expect(() => currentNamespace()).toThrow(/^it is not YAML at line 5, column \d+$/);
  });

  it("is unknown without a kubeconfig", () => {
    vi.stubEnv("KUBECONFIG", undefined);
    expect(() => currentNamespace()).toThrow("there is none; set KUBECONFIG");
  });
});
