import { X509Certificate } from "node:crypto";
import { connect } from "node:tls";
import { setTimeout as sleep } from "node:timers/promises";

import { describe, expect } from "vitest";

import { mustRequest, type ApiObject } from "../../hack/cluster/api.ts";
import { eventually } from "./eventually.ts";
import { it } from "./cluster/sandbox.ts";
import { sharedOperator } from "./cluster/shared-operator.ts";

const secretPath = "/api/v1/namespaces/trimtab-system/secrets/trimtab-webhook-certificate";
const webhookPath = "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations/trimtab";

interface WebhookConfiguration extends ApiObject {
  readonly webhooks: readonly { readonly clientConfig: { readonly caBundle?: string } }[];
}

const bundleOf = (configuration: ApiObject): string =>
  (configuration as WebhookConfiguration).webhooks[0]?.clientConfig.caBundle ?? "";

const textOf = ({ data }: ApiObject, key: string): string =>
  Buffer.from((data as Readonly<Record<string, string>>)[key] ?? "", "base64").toString();

/** The serial number of the certificate that a new connection gets. */
const served = () =>
  new Promise<string>((resolve, reject) => {
    const port = Number(new URL(sharedOperator().url).port);
    const socket = connect({ port, host: "localhost", rejectUnauthorized: false }, () => {
      resolve(socket.getPeerCertificate().serialNumber);
      socket.destroy();
    });
    socket.on("error", reject);
  });

/** The operator's certificate is valid for a minute here, and is renewed after forty seconds. */
describe.concurrent("a certificate that the operator manages itself", () => {
  it("is renewed without a rejected request", async ({ sandbox }) => {
    const spec = { linear: { nodesPerReplica: 1 } };
    const askOnce = async () => {
      const { code, text } = await sandbox.tryAutoscaler("dns", spec, "?dryRun=All");
      expect(code, text).toBe(201);
      await sleep(100);
    };
    const first = await served();
    do await askOnce();
    while ((await served()) === first);
    for (let more = 0; more < 20; more++) await askOnce();
  });

  it("matches its Secret, which the webhook trusts", async ({ sandbox }) => {
    // A renewal may happen between the two reads.
    const secret = await eventually(async () => {
      const stored = await mustRequest(sandbox.cluster, "GET", secretPath);
      const configuration = await mustRequest(sandbox.cluster, "GET", webhookPath);
      const trusted = Buffer.from(bundleOf(configuration), "base64").toString();
      expect(trusted).toBe(textOf(stored, "ca.crt"));
      return stored;
    });
    const { subjectAltName } = new X509Certificate(textOf(secret, "tls.crt"));
    expect(subjectAltName).toContain("DNS:trimtab.trimtab-system.svc");
  });
});
