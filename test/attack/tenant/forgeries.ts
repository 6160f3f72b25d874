import {
  deployment,
  deploymentNamed,
  deploymentsIn,
  scaler,
  scalersIn,
  type Part,
} from "../part.ts";
import { parametersName } from "../setup/premises.ts";
import { below, pick } from "../../random.ts";

const forged = "forged";

/** False statuses of the tenant's own object; all of them are rejected. */
export const statuses: Part = {
  name: "forged statuses",
  pauseMs: 300,
  prepare: async ({ namespace, send }) => {
    await send("POST", deploymentsIn(namespace), deployment(forged, { app: forged }));
    const spec = { scaleTargetRef: deploymentNamed(forged) };
    await send("POST", scalersIn(namespace), scaler(forged, spec));
  },
  act: ({ namespace, random, send }) => {
    const path = `${scalersIn(namespace)}/${forged}/status`;
    const text = "s".repeat(below(random, 100_000));
    const status = pick<object>(random, [
      { lastScaleTime: new Date(Date.now() + 1e9).toISOString(), desiredReplicas: 1_000 },
      { summary: text, conditions: [{ type: "Ready", status: `"} 1\n${text}`, reason: "x" }] },
      { history: { version: 1, pending: { from: 1, to: 1_000, time: "now" }, targetUID: text } },
    ]);
    return send("PATCH", path, { status });
  },
};

/** Invalid parameters, in a ConfigMap that an object of the platform reads. */
export const configMaps: Part = {
  name: "garbage in a ConfigMap",
  pauseMs: 500,
  prepare: async ({ namespace, send }) => {
    const workload = deployment(parametersName, { app: parametersName });
    await send("POST", deploymentsIn(namespace), workload);
  },
  act: ({ namespace, random, send }, turn) => {
    const path = `/api/v1/namespaces/${namespace}/configmaps`;
    const data = pick<object>(random, [
      { linear: `{"nodesPerReplica":${random() < 0.5 ? 1e-300 : -1}}` },
      { linear: '{"coresPerReplica":'.repeat(1_000) },
      { linear: "[".repeat(200_000) },
      { ladder: JSON.stringify({ nodesToReplicas: Array.from({ length: 20_000 }, () => [1, 1]) }) },
      { linear: '{"__proto__":{"nodesPerReplica":1}}', ladder: "{}", [`k${turn}`]: "x" },
      { linear: "x".repeat(900_000) },
    ]);
    if (turn === 0) {
      const metadata = { name: parametersName };
      return send("POST", path, { metadata, data });
    }
    // Remove what this turn does not set.
    const all = { linear: null, ladder: null, [`k${turn - 1}`]: null, ...data };
    const own = `${path}/${parametersName}`;
    return send("PATCH", own, { data: all });
  },
};
