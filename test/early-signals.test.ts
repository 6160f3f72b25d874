import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, expect, it } from "vitest";

import { bundleOperator } from "../hack/build/bundle.ts";

const folder = mkdtempSync(join(tmpdir(), "trimtab-signals-"));
const [bundle, preload] = [join(folder, "trimtab.cjs"), join(folder, "preload.cjs")];
const kubeconfig = join(folder, "kubeconfig");

beforeAll(async () => {
  await bundleOperator(bundle);
  const clusters = [{ name: "a", cluster: { server: "http://127.0.0.1:1" } }];
  const contexts = [{ name: "a", context: { cluster: "a", user: "a" } }];
  const users = [{ name: "a", user: {} }];
  writeFileSync(kubeconfig, JSON.stringify({ clusters, contexts, users, "current-context": "a" }));
  // When the bundle asks for the first module, nearly all of it has not been evaluated.
  writeFileSync(
    preload,
    `const Module = require("node:module");
     const load = Module._load;
     Module._load = function (name, parent, isMain) {
       if (!isMain && parent) {
         Module._load = load;
         process.kill(process.pid, process.env.SIGNAL);
       }
       return load.apply(this, arguments);
     };`,
  );
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

it.each(["SIGTERM", "SIGINT"])("%s while the process starts is a normal stop", async signal => {
  // It issues a certificate first, which takes many turns of the event loop.
  const args = [
    "--namespace=ns",
    "--tls-secret-name=tls",
    "--tls-dns-names=a.ns.svc",
    "--webhook-name=a",
  ];
  const child = spawn(process.execPath, ["--require", preload, bundle, ...args], {
    env: { SIGNAL: signal, KUBECONFIG: kubeconfig },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let log = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => (log += text));
  }
  const ended = await new Promise(resolve => {
    child.once("close", (code, by) => {
      resolve(code ?? by);
    });
  });
  expect([ended, log]).toEqual([0, ""]);
});
