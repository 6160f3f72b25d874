import { describe, expect, it } from "vitest";

import { err, ok } from "../../engine/model/values/result.ts";
import { ManualClock } from "../../kube/testing/manual-clock.ts";
import { ScriptedTransport } from "../../kube/testing/scripted-transport.ts";
import { kubeError, type KubeErrorCode } from "../../kube/transport/errors.ts";
import { newPath } from "../path-gate.ts";
import type { SecretTexts } from "./certificate-secret.ts";
import { ProblemReports } from "./certificate.ts";
import { issueCertificate } from "./issue-certificate.ts";
import { renewCertificate, type RenewalPorts } from "./renew-certificate.ts";
import type { WatchedCertificate } from "./watched-certificate.ts";

const dnsNames = ["trimtab.ns.svc"];
const lifeMs = 90 * 60_000;
const clock = new ManualClock();
const issue = () => issueCertificate({ now: clock.now(), lifeMs, names: dnsNames });
const issued = await issue();
const next = await issue();
const filled = { "tls.crt": issued.cert, "tls.key": issued.key, "ca.crt": issued.ca };
const prepared = {
  ...{ ...filled, "ca.crt": `${issued.ca}${next.ca}` },
  ...{ "next.crt": next.cert, "next.key": next.key },
};

interface Given {
  readonly ports?: Partial<RenewalPorts>;
  readonly webhooks?: WatchedCertificate["configuration"];
  /** The error of every write; absent: it succeeds. */
  readonly error?: KubeErrorCode;
}

/** One check of a Secret with these values, when the certificate is due for renewal. */
async function check(texts: SecretTexts, { ports = {}, webhooks, error }: Given = {}) {
  const transport = new ScriptedTransport(() =>
    error ? err(kubeError(error, { request: "PATCH", message: "no" })) : ok({}),
  );
  const watched: Partial<WatchedCertificate> = {
    secret: { resourceVersion: "1", texts },
    configuration: webhooks,
    blankMs: () => 60_000,
    trustedMs: () => 60_000,
    bundles: () => "",
  };
  const told: string[] = [];
  const renewal = await renewCertificate(
    {
      ...{ transport, clock: new ManualClock(clock.now() + lifeMs * 0.7), mayWrite: () => true },
      ...{ namespace: "ns", secretName: "s", webhookName: "w" },
      ...{ dnsNames, lifeMs, spreadMs: 60_000, makePath: null, fixedPath: null },
      ...ports,
    },
    watched as WatchedCertificate,
    new ProblemReports(report => told.push(report.ok ? report.value : `wrong: ${report.error}`)),
  );
  return { renewal, told, requests: transport.requests };
}

// prettier-ignore
it.each([
  { shows: "a leader writes the next certificate",                            texts: filled,   leads: 9, kind: "written", told: ["issued the next webhook certificate, to be served once it is trusted"] },
  { shows: "a leader promotes the next certificate once it is trusted",       texts: prepared, leads: 9, kind: "written", told: ["the next webhook certificate is trusted, and now the one to serve"] },
  { shows: "a replica that stops leading during the issuance writes nothing", texts: filled,   leads: 2, kind: "idle",    told: [] },
  { shows: "any replica fills a Secret that has been empty for a while",      texts: {},       leads: 0, kind: "written", told: ["issued a webhook certificate: there is none"] },
])("$shows", async ({ texts, leads, kind, told }) => {
  let asked = 0;
  const seen = await check(texts, { ports: { mayWrite: () => ++asked <= leads } });
  expect(seen.renewal).toEqual(kind === "idle" ? { kind, ms: 60_000 } : { kind });
  expect(seen.requests).toHaveLength(told.length);
  expect(seen.told).toEqual(told);
});

describe("the path that the leader writes to the webhooks", () => {
  const known = newPath();

  // prettier-ignore
  it.each([
    { shows: "is the unguessable one of the Secret",                        isManaged: true,  fixedPath: null, secret: known,       path: known },
    { shows: "is left alone while the Secret has one that can be guessed",  isManaged: true,  fixedPath: null, secret: "/validate", path: null },
    { shows: "is left alone while the Secret has none",                     isManaged: true,  fixedPath: null, secret: undefined,   path: null },
    { shows: "is left alone if it is not managed, despite that of the Secret", isManaged: false, fixedPath: null, secret: known,    path: null },
    { shows: "is the one that the installation sets",                       isManaged: false, fixedPath: "/x", secret: known,       path: "/x" },
  ])("$shows", async ({ isManaged, fixedPath, secret, path }) => {
    const texts = secret === undefined ? filled : { ...filled, "webhook.path": secret };
    const webhook = { name: "w0", bundle: "", path: "/validate", isService: true };
    const { requests } = await check(texts, {
      ports: { makePath: isManaged ? newPath : null, fixedPath },
      webhooks: { name: "w", resourceVersion: "1", webhooks: [webhook] },
    });
    const trust = requests.find(each => each.path.includes("validatingwebhookconfigurations"));
    const caBundle = expect.any(String) as string;
    const clientConfig = path === null ? { caBundle } : { caBundle, service: { path } };
    expect(trust?.body).toEqual({
      metadata: { resourceVersion: "1" },
      webhooks: [{ name: "w0", clientConfig }],
    });
  });
});

describe("a failed write", () => {
  it.each<{ shows: string; error: KubeErrorCode; told: unknown[] }>([
    { shows: "is no problem if another client was faster", error: "Conflict", told: [] },
    { shows: "is no problem if the object has been deleted", error: "NotFound", told: [] },
    {
      shows: "is reported if it is refused",
      error: "Forbidden",
      told: [expect.stringMatching(/^wrong: PATCH/)],
    },
  ])("$shows ($error)", async ({ error, told }) => {
    const seen = await check(filled, { error });
    expect(seen.renewal).toMatchObject({ kind: "failed", error: { code: error } });
    expect(seen.told).toEqual(told);
  });
});
