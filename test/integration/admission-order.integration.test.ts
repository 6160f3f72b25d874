import { randomUUID } from "node:crypto";

import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { apiRequest, mustRequest } from "../../hack/cluster/api.ts";
import type { Cluster } from "../../hack/cluster/cluster.ts";
import { crdKinds } from "./cluster/crd-kinds.ts";
import { productGroup } from "./cluster/crd-files.ts";
import { sharedCluster } from "./cluster/shared-cluster.ts";
import { eventually } from "./eventually.ts";

const namespace = `order-${randomUUID().slice(0, 8)}`;
const webhooks = "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations";
/** Nothing listens there: each review that an API server sends fails, and so does its request. */
const nowhere = "https://127.0.0.1:9/validate";

const configuration = {
  metadata: { name: namespace },
  webhooks: [
    {
      name: "order.trimtab.dev",
      ...{ admissionReviewVersions: ["v1"], sideEffects: "None", failurePolicy: "Fail" },
      clientConfig: { url: nowhere },
      namespaceSelector: { matchLabels: { "kubernetes.io/metadata.name": namespace } },
      rules: [
        {
          ...{ apiGroups: [productGroup], apiVersions: ["v1alpha1"] },
          ...{ operations: ["CREATE"], resources: crdKinds.map(({ plural }) => plural) },
        },
      ],
    },
  ],
};

let cluster: Cluster;

beforeAll(async () => {
  cluster = await sharedCluster();
  await mustRequest(cluster, "POST", "/api/v1/namespaces", { metadata: { name: namespace } });
  await mustRequest(cluster, "POST", webhooks, configuration);
}, 600_000);

afterAll(async () => {
  await apiRequest(cluster, "DELETE", `${webhooks}/${namespace}`);
  await apiRequest(cluster, "DELETE", `/api/v1/namespaces/${namespace}`);
});

describe.each(crdKinds)("an API server that gets a $kind", ({ kind, plural, spec, cases }) => {
  const create = (created: unknown) =>
    apiRequest(
      cluster,
      "POST",
      `/apis/${productGroup}/v1alpha1/namespaces/${namespace}/${plural}?dryRun=All`,
      {
        apiVersion: `${productGroup}/v1alpha1`,
        ...{ kind, metadata: { name: "case" }, spec: created },
      },
    );
  // Other tests may have installed the operator's webhook for all namespaces, and its answer may come first. The text is
  // JSON, in which quotes are escaped.
  const byWebhook = /failed calling webhook|admission webhook \\"[^"]+" denied the request/;

  // A webhook takes effect a moment after it is accepted.
  beforeAll(() =>
    eventually(async () => {
      expect((await create(spec)).text).toContain("failed calling webhook");
    }),
  );

  it.each(cases.filter(({ errors, byWebhook: isOurs }) => errors.length > 0 && !isOurs))(
    "refuses it by the CRD before it calls a webhook: $when",
    async ({ spec: refused }) => {
      const { code, text } = await create(refused);
      expect([code, byWebhook.test(text), text]).toEqual([422, false, text]);
    },
  );

  it.each(cases.filter(({ byWebhook: isOurs }) => isOurs))(
    "calls a webhook for what no rule of the CRD finds: $when",
    async ({ spec: accepted }) => {
      expect((await create(accepted)).text).toMatch(byWebhook);
    },
  );
});
