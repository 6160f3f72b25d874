import { X509Certificate } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { Agent } from "node:https";
import { setTimeout as sleep } from "node:timers/promises";

import { afterAll, beforeAll, describe, expect } from "vitest";

import { apiRequest, mustRequest } from "../../hack/cluster/api.ts";
import { tokenFor } from "../../hack/cluster/token.ts";
import { listeners, loopback } from "../../hack/host/listeners.ts";
import {
  makeCertificate,
  type WebhookCertificate,
} from "../../hack/cluster/operator/certificate.ts";
import { startOperator, type Operator } from "../../hack/cluster/operator/operator.ts";
import { eventually } from "./eventually.ts";
import { ask, servedSerial } from "./probe.ts";
import { it, type Sandbox } from "./cluster/sandbox.ts";
import { sharedCluster } from "./cluster/shared-cluster.ts";
import { sharedOperator } from "./cluster/shared-operator.ts";

const second = 1000;
/** How long the API server keeps an idle connection to a webhook, in seconds. */
const apiServerKeepsIdle = 90;
const webhooks = "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations";

/** It sees no objects and decides nothing, but it serves, and may create access reviews. */
let powerless: Operator;

beforeAll(async () => {
  const cluster = await sharedCluster();
  const rbac = "/apis/rbac.authorization.k8s.io/v1/clusterrolebindings";
  await apiRequest(cluster, "POST", rbac, {
    metadata: { name: "powerless" },
    roleRef: {
      apiGroup: "rbac.authorization.k8s.io",
      kind: "ClusterRole",
      name: "system:auth-delegator",
    },
    subjects: [{ kind: "ServiceAccount", name: "default", namespace: "default" }],
  });
  const token = await tokenFor(cluster, "default", "default");
  const options = { replica: "powerless", webhook: false, readyWithinMs: 0 };
  powerless = await startOperator(cluster, { ...options, token });
  await eventually(() => ask(`${powerless.metricsUrl}/livez`));
});

afterAll(() => powerless.stop());

const serialOf = ({ cert }: WebhookCertificate): string => new X509Certificate(cert).serialNumber;

describe.concurrent("the operator's ports", () => {
  it("keep an idle connection for longer than the API server does", async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const url = `${sharedOperator().url}/validate`;
    // A method other than POST ends the connection.
    const request = { agent, method: "POST", body: "{}" };
    const { headers } = await ask(url, request);
    const promised = /timeout=(\d+)/.exec(String(headers["keep-alive"]))?.[1];
    expect(Number(promised)).toBeGreaterThan(apiServerKeepsIdle);
    // Node.js keeps them for 5 s, plus one, by default.
    await sleep(7 * second);
    expect(await ask(url, request)).toMatchObject({ code: 400, reused: true });
    agent.destroy();
  });

  it("are open only at the given address", () => {
    for (const { pid, url, metricsUrl } of [sharedOperator(), powerless]) {
      const ports = [url, metricsUrl].map(each => Number(new URL(each).port));
      const hex = ports.map(port => port.toString(16).toUpperCase().padStart(4, "0"));
      expect(listeners([pid]).toSorted()).toEqual(hex.map(port => `${loopback}:${port}`).sort());
    }
  });

  it("belong to a process that logs its missing permissions, with the rules to add", async () => {
    await eventually(() => {
      const lines = powerless.log().split("\n");
      const [told = ""] = lines.filter(line => line.includes("lacks rights"));
      const { level, msg } = JSON.parse(told) as { level: number; msg: string };
      expect([level, lines.filter(line => line.includes("lacks rights")).length]).toEqual([50, 1]);
      expect(msg).toContain(
        'ClusterRole: {"apiGroups":[""],"resources":["nodes"],"verbs":["list","watch"]}',
      );
    });
  });

  it("report liveness, readiness, and why the operator is not ready", async () => {
    expect(await ask(`${sharedOperator().metricsUrl}/readyz`)).toMatchObject({
      code: 200,
      text: "ok\n",
    });
    expect(await ask(`${powerless.metricsUrl}/livez`)).toMatchObject({ code: 200, text: "ok\n" });
    expect(await ask(`${powerless.metricsUrl}/readyz`)).toMatchObject({
      code: 503,
      text: [
        "autoscalers",
        "horizontalpodautoscalers",
        "clusterproportionalautoscalers",
        "nodes",
        "",
      ].join(": the first list is not complete\n"),
    });
  });

  it.for([
    { path: "/", method: "GET", code: 404 },
    { path: "/metrics", method: "GET", code: 404 },
    { path: "/readyz", method: "GET", code: 404 },
    { path: "/validate", method: "GET", code: 405 },
    { path: "/validate", method: "POST", body: "{", code: 400 },
    { path: "/validate", method: "POST", body: '{"kind": "AdmissionReview"}', code: 400 },
    // The header alone decides: a body would be sent on a connection that the response closes.
    { path: "/validate", method: "POST", headers: { "content-length": 9_000_000 }, code: 413 },
  ])("respond $code to an invalid $method $path", async ({ path, code, ...rest }) => {
    expect((await ask(`${powerless.url}${path}`, rest)).code).toBe(code);
  });

  it("serve exactly the documented metrics of Trimtab", async () => {
    const page = readFileSync(`${import.meta.dirname}/../../docs/metrics.md`, "utf8");
    // Those of forecasts exist while an object has one.
    const documented = [...page.matchAll(/^### (\w+)$/gm)]
      .map(([, name = ""]) => name)
      .filter(name => !name.includes("_forecast_"));
    // Tests next to this one ask, too, and there is a limit.
    const { text } = await eventually(async () => {
      const answer = await ask(`${sharedOperator().metricsUrl}/metrics`);
      expect(answer.code).toBe(200);
      return answer;
    });
    const served = [...text.matchAll(/^# TYPE (trimtab_\w+)/gm)]
      .map(([, name = ""]) => name)
      .filter(name => !name.includes("_forecast_"));
    expect(served.sort()).toEqual(documented.sort());
    expect(text).toMatch(/^process_resident_memory_bytes /m);
  });
});

/** A second webhook, for one namespace only, that trusts several authorities. */
async function pointWebhook(sandbox: Sandbox, authorities: readonly string[]): Promise<void> {
  const caBundle = Buffer.from(authorities.join("")).toString("base64");
  const [apiGroups, resources] = [["autoscaling.trimtab.dev"], ["clusterproportionalautoscalers"]];
  const operations = ["CREATE"];
  await mustRequest(sandbox.cluster, "POST", webhooks, {
    metadata: { name: sandbox.namespace },
    webhooks: [
      {
        name: "renewed.trimtab.dev",
        ...{ admissionReviewVersions: ["v1"], sideEffects: "None", failurePolicy: "Fail" },
        clientConfig: { url: `${powerless.url}/validate`, caBundle },
        namespaceSelector: { matchLabels: { "kubernetes.io/metadata.name": sandbox.namespace } },
        rules: [{ apiGroups, apiVersions: ["v1alpha1"], operations, resources }],
      },
    ],
  });
}

async function reviews(): Promise<number> {
  const { text } = await ask(`${powerless.metricsUrl}/metrics`);
  const allowed = 'kind="ClusterProportionalAutoscaler",verdict="allowed"';
  return Number(text.split(`trimtab_admission_reviews_total{${allowed}} `)[1]?.split("\n")[0] ?? 0);
}

describe.concurrent("a renewed certificate", () => {
  it("is served as soon as its pair is complete, without a failed admission", async ({
    sandbox,
  }) => {
    const [first, next] = [await makeCertificate(), await makeCertificate()];
    const renew = (what: Partial<WebhookCertificate>) => {
      if (what.cert) writeFileSync(powerless.certFile, what.cert);
      if (what.key) writeFileSync(powerless.keyFile, what.key);
    };
    const serves = (certificate: WebhookCertificate) =>
      eventually(async () => {
        expect(await servedSerial(powerless.url)).toBe(serialOf(certificate));
      });
    renew(first);
    await serves(first);

    await pointWebhook(sandbox, [first.ca, next.ca]);
    let renewing = true;
    const codes = new Set<number>();
    const admit = async () => {
      while (renewing) {
        const { code } = await sandbox.tryAutoscaler(
          "dns",
          { linear: { nodesPerReplica: 1 } },
          "?dryRun=All",
        );
        codes.add(code);
        await sleep(50);
      }
    };
    const renewal = async () => {
      await eventually(async () => {
        expect(await reviews()).toBeGreaterThan(0);
      });
      // Half of a pair is not served, and is reported once.
      renew({ cert: next.cert });
      await eventually(() => {
        expect(powerless.log()).toContain("trouble with the webhook certificate");
      });
      expect(await servedSerial(powerless.url)).toBe(serialOf(first));
      renew({ key: next.key });
      await serves(next);
      const before = await reviews();
      await eventually(async () => {
        expect(await reviews()).toBeGreaterThan(before + 5);
      });
    };
    await Promise.all([
      renewal().finally(() => {
        renewing = false;
      }),
      admit(),
      admit(),
    ]);
    expect([...codes]).toEqual([201]);
    await mustRequest(sandbox.cluster, "DELETE", `${webhooks}/${sandbox.namespace}`);
  });
});
