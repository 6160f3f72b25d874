import { expect, it } from "vitest";

import { secretsPath, webhooksPath } from "./certificate-writes.ts";

const webhooks = "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations";

it.each([
  { shows: "all Secrets", path: secretsPath("ns"), want: "/api/v1/namespaces/ns/secrets" },
  { shows: "a Secret", path: secretsPath("ns", "a"), want: "/api/v1/namespaces/ns/secrets/a" },
  { shows: "all configurations", path: webhooksPath(), want: webhooks },
  { shows: "a configuration", path: webhooksPath("a"), want: `${webhooks}/a` },
])("$shows have the path of the API server", ({ path, want }) => {
  expect(path).toBe(want);
});
