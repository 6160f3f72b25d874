import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parseAllDocuments } from "yaml";

import { run } from "../hack/host/run.ts";
import { renderChart } from "../hack/cluster/operator/chart.ts";

const root = join(import.meta.dirname, "..");
/** The folders that the entry point `pepr.ts` imports. */
const sources = ["admission", "capabilities", "controller", "crds", "engine", "kube"];
const module = mkdtempSync(join(tmpdir(), "trimtab-pepr-"));

/**
 * A copy of the module without tests and tools. `pepr build` rewrites every file it checks, which
 * would disturb other readers of the checkout. Here it checks only the product, which is faster.
 */
function copyModule(): void {
  for (const name of [...sources, "pepr.ts", "package.json"]) {
    const isProduct = (path: string) => !path.endsWith(".test.ts");
    cpSync(join(root, name), join(module, name), { recursive: true, filter: isProduct });
  }
  symlinkSync(join(root, "node_modules"), join(module, "node_modules"));
  const config = { extends: join(root, "tsconfig.json"), files: ["pepr.ts"], include: [] };
  writeFileSync(join(module, "tsconfig.json"), JSON.stringify(config));
}

interface Webhook {
  readonly rules: readonly object[];
  readonly namespaceSelector?: object;
}

type Rendered = { kind?: string; webhooks?: Webhook[] } | null;

const webhooksOf = (objects: readonly Rendered[]): readonly Webhook[] =>
  objects
    .filter(object => object?.kind === "ValidatingWebhookConfiguration")
    .flatMap(object => object?.webhooks ?? []);

const readBuilt = (): readonly Rendered[] =>
  parseAllDocuments(readFileSync(join(module, "dist/pepr-module-trimtab.yaml"), "utf8")).map(
    document => document.toJS() as Rendered,
  );

describe("pepr build", () => {
  beforeAll(async () => {
    copyModule();
    const pepr = join(root, "node_modules/.bin/pepr");
    const { code, stdout, stderr } = await run(pepr, ["build"], { cwd: module });
    expect(code, stdout + stderr).toBe(0);
  });

  afterAll(() => {
    rmSync(module, { recursive: true });
  });

  it("finds the bindings of the webhook's requests", async () => {
    // Pepr does not specify the scope, which here is always Namespaced.
    const rules = webhooksOf(readBuilt()).map(({ rules }) =>
      rules.map(rule => ({ ...rule, scope: "Namespaced" })),
    );
    expect(webhooksOf(await renderChart()).map(({ rules }) => rules)).toEqual(rules);
  });

  it("excludes kube-system, which contains the cluster DNS, but the webhook does not", async () => {
    expect(webhooksOf(readBuilt())).toMatchObject([{ namespaceSelector: {} }]);
    expect(webhooksOf(await renderChart()).map(webhook => webhook.namespaceSelector)).toEqual([
      undefined,
    ]);
  });
});
