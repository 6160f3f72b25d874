import { afterAll, beforeAll, describe, it } from "vitest";

import type { Cluster } from "../../hack/cluster/cluster.ts";
import { startMetricsApi, type MetricsApi } from "../../hack/operator/metrics-api.ts";
import { clearPlaces, startFaultCluster } from "./cluster/fault-cluster.ts";
import type { Test } from "./cluster/operator-in.ts";
import { expiredToken } from "./own-operator/expired-token.ts";
import { rollback } from "./own-operator/rollback.ts";
import type { Scene } from "./own-operator/scene.ts";
import { thresholdKill } from "./own-operator/threshold-kill.ts";

let cluster: Cluster;
let metrics: MetricsApi;

beforeAll(async () => {
  cluster = await startFaultCluster();
  metrics = await startMetricsApi(cluster);
});
afterAll(async () => {
  await clearPlaces(cluster);
  await metrics.stop();
  await cluster.stop();
});

const cases: readonly { shows: string; run: (scene: Scene, test: Test) => Promise<void> }[] = [
  { shows: "with an expired token resumes as soon as it gets a new one", run: expiredToken },
  { shows: "that was killed continues a threshold's duration", run: thresholdKill },
  { shows: "begins a new history, and does not misread a newer release's", run: rollback },
];

describe.concurrent("an operator", () => {
  it.for(cases)("$shows", ({ run }, test) => run({ cluster, metrics }, test));
});
