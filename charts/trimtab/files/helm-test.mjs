// What `helm test` runs: it asks the API server, as a dry run, for an object that only the webhook refuses. So it finds a
// webhook that the API server cannot reach or does not trust, and a replica that does not answer.
import { readFileSync } from "node:fs";
import { request } from "node:https";
import { setTimeout as wait } from "node:timers/promises";

const folder = "/var/run/secrets/kubernetes.io/serviceaccount";
const [ca, token] = ["ca.crt", "token"].map(name => readFileSync(`${folder}/${name}`, "utf8"));
const namespace = process.env["TEST_NAMESPACE"];
const group = "autoscaling.trimtab.dev";
const autoscaler = {
  apiVersion: `${group}/v1alpha1`,
  kind: "Autoscaler",
  metadata: { name: "helm-test" },
  spec: {
    scaleTargetRef: { apiVersion: `helm-test.${group}/v1`, kind: "Unserved", name: "none" },
    maxReplicas: 2,
  },
};

/** @returns {Promise<string>} */
const create = () =>
  new Promise((resolve, reject) => {
    const sent = request({
      ...{ method: "POST", ca, timeout: 20_000 },
      host: process.env["KUBERNETES_SERVICE_HOST"],
      port: process.env["KUBERNETES_SERVICE_PORT"],
      path: `/apis/${group}/v1alpha1/namespaces/${namespace}/autoscalers?dryRun=All`,
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    });
    sent.once("error", reject);
    sent.once("timeout", () => sent.destroy(new Error("the API server does not answer")));
    sent.once("response", response => {
      let text = `${response.statusCode} `;
      response.setEncoding("utf8").on("data", part => (text += part));
      response.once("end", () => resolve(text));
    });
    sent.end(JSON.stringify(autoscaler));
  });

/** The caBundle arrives a moment after the first replica starts. */
const attempts = 10;
const refusal = `admission webhook \\"validate.${group}\\" denied the request`;
let answer = "";
for (let attempt = 1; attempt <= attempts && !answer.includes(refusal); attempt++) {
  if (attempt > 1) await wait(2_000);
  answer = await create().catch(error => String(error));
}
const isAnswered = answer.includes(refusal);
console.log(isAnswered ? "The webhook answers." : explain(answer));
process.exitCode = isAnswered ? 0 : 1;

/** @param {string} text */
function explain(text) {
  const why = text.startsWith("201 ")
    ? "The API server did not ask the webhook: does webhook.namespaceSelector exclude this namespace, or does webhook.failurePolicy hide that it is away?"
    : "The webhook does not answer. The API server says:";
  return `${why}\n${text}`;
}
