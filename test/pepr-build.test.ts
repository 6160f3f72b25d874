import { readFileSync } from "node:fs";
import { join } from "node:path";

import { beforeAll, describe, expect, it } from "vitest";
import { parseAllDocuments } from "yaml";

import { run } from "../hack/machine/run.ts";
import { renderChart } from "../hack/operator/chart.ts";

const root = join(import.meta.dirname, "..");
const built = join(root, "dist/pepr/pepr-module-trimtab.yaml");

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
  parseAllDocuments(readFileSync(built, "utf8")).map(document => document.toJS() as Rendered);

describe("pepr build", () => {
  beforeAll(async () => {
    const pepr = join(root, "node_modules/.bin/pepr");
    const { code, stdout, stderr } = await run(pepr, "build -e pepr.ts -o dist/pepr".split(" "), {
      cwd: root,
    });
    expect(code, stdout + stderr).toBe(0);
  });

  it("finds the bindings that our webhook sends requests for", async () => {
    // Pepr has no word for the scope, which here is always Namespaced.
    const rules = webhooksOf(readBuilt()).map(({ rules }) =>
      rules.map(rule => ({ ...rule, scope: "Namespaced" })),
    );
    expect(webhooksOf(await renderChart()).map(({ rules }) => rules)).toEqual(rules);
  });

  it("leaves out kube-system, where cluster DNS lives, and our webhook does not", async () => {
    expect(webhooksOf(readBuilt())).toMatchObject([{ namespaceSelector: {} }]);
    expect(webhooksOf(await renderChart()).map(webhook => webhook.namespaceSelector)).toEqual([
      undefined,
    ]);
  });
});
