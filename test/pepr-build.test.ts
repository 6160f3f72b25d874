import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parseAllDocuments } from "yaml";

import { buildPeprModule } from "../hack/build/pepr-module.ts";
import { renderChart } from "../hack/cluster/operator/chart.ts";

const module = mkdtempSync(join(tmpdir(), "trimtab-pepr-"));

interface Webhook {
  readonly rules: readonly object[];
  readonly namespaceSelector?: object;
}

type Rendered = { kind?: string; webhooks?: Webhook[] } | null;

const webhooksOf = (objects: readonly Rendered[]): readonly Webhook[] =>
  objects
    .filter(object => object?.kind === "ValidatingWebhookConfiguration")
    .flatMap(object => object?.webhooks ?? []);

let manifest = "";
const readBuilt = (): readonly Rendered[] =>
  parseAllDocuments(readFileSync(manifest, "utf8")).map(document => document.toJS() as Rendered);

describe("pepr build", () => {
  beforeAll(async () => {
    manifest = await buildPeprModule(module);
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
