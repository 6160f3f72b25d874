import { describe, expect, it } from "vitest";

import { kubeconfigFor, refuseServer } from "./kubeconfig.ts";

describe("refuseServer", () => {
  it.each([
    { server: "https://127.0.0.1:6443", refused: false },
    { server: "https://127.8.9.10", refused: false },
    { server: "https://localhost:6443/prefix", refused: false },
    { server: "https://[::1]:6443", refused: false },
    { server: "https://0.0.0.0:6443", refused: true },
    { server: "https://10.0.0.1:6443", refused: true },
    { server: "https://127.0.0.1.example.com", refused: true },
    { server: "https://localhost.example.com", refused: true },
    { server: "https://127.0.0.1@example.com", refused: true },
    { server: "https://[fe80::1]:6443", refused: true },
  ])("$server: $refused", ({ server, refused }) => {
    const refusal = refuseServer(server);
    if (refused) expect(refusal).toContain("only loopback addresses are ever contacted");
    else expect(refusal).toBeUndefined();
  });
});

describe("kubeconfigFor", () => {
  const admin = { server: "https://127.0.0.1:1", ca: "CA", certificate: "CERT", key: "KEY" };
  const base64 = (text: string) => Buffer.from(text).toString("base64");
  const adminUser = {
    "client-certificate-data": base64("CERT"),
    "client-key-data": base64("KEY"),
  };

  it.each([
    { when: "a token", user: { token: "t" }, want: { token: "t" } },
    { when: "a token file", user: { tokenFile: "/t" }, want: { tokenFile: "/t" } },
    { when: "the admin's certificate", user: {}, want: adminUser },
  ])("authenticates with $when", ({ user, want }) => {
    const [written] = kubeconfigFor(admin, user).users;
    expect(JSON.parse(JSON.stringify(written?.user))).toEqual(want);
  });

  it("supports a proxy with a separate certificate authority", () => {
    const [written] = kubeconfigFor(admin, { server: "https://127.0.0.1:2", ca: "OTHER" }).clusters;
    expect(written?.cluster).toEqual({
      server: "https://127.0.0.1:2",
      "certificate-authority-data": base64("OTHER"),
    });
  });
});
