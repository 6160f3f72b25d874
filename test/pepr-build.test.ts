import { readFileSync } from "node:fs";
import { join } from "node:path";

import { beforeAll, describe, expect, it } from "vitest";
import { parseAllDocuments } from "yaml";

import { run } from "../hack/machine/run.ts";

const root = join(import.meta.dirname, "..");
const ours = join(root, "charts/trimtab/manifests/webhook.yaml");
const built = join(root, "dist/pepr/pepr-module-trimtab.yaml");

interface Webhook {
  readonly rules: readonly object[];
  readonly namespaceSelector?: object;
}

function webhooksOf(file: string): readonly Webhook[] {
  return parseAllDocuments(readFileSync(file, "utf8"))
    .map(document => document.toJS() as { kind?: string; webhooks?: Webhook[] } | null)
    .filter(object => object?.kind === "ValidatingWebhookConfiguration")
    .flatMap(object => object?.webhooks ?? []);
}

describe("pepr build", () => {
  beforeAll(async () => {
    const pepr = join(root, "node_modules/.bin/pepr");
    const { code, stdout, stderr } = await run(pepr, "build -e pepr.ts -o dist/pepr".split(" "), {
      cwd: root,
    });
    expect(code, stdout + stderr).toBe(0);
  });

  it("finds the bindings that our webhook sends requests for", () => {
    // Pepr has no word for the scope, which here is always Namespaced.
    const rules = webhooksOf(built).map(({ rules }) =>
      rules.map(rule => ({ ...rule, scope: "Namespaced" })),
    );
    expect(webhooksOf(ours).map(({ rules }) => rules)).toEqual(rules);
  });

  it("leaves out kube-system, where cluster DNS lives, and our webhook does not", () => {
    expect(webhooksOf(built)).toMatchObject([{ namespaceSelector: {} }]);
    expect(webhooksOf(ours).map(webhook => webhook.namespaceSelector)).toEqual([undefined]);
  });
});
