import { setTimeout as sleep } from "node:timers/promises";

import { it } from "vitest";

import type { MetricsAnswers } from "../../../hack/cluster/operator/metrics-api.ts";
import {
  comesTo,
  idle,
  load,
  podsOf,
  runWorkload,
  says,
  settled,
  sizeOf,
  stays,
  type World,
} from "./workload.ts";

interface Row {
  readonly which: string;
  /** In addition to the load, which disappears at the same moment. */
  readonly begin: (answers: MetricsAnswers) => void;
  readonly words: string;
}

const failing = (fault: Exclude<MetricsAnswers["fault"], null>) => (answers: MetricsAnswers) => {
  answers.fault = fault;
};

// prettier-ignore
const rows: readonly Row[] = [
  { which: "has no samples",           begin: answers => (answers.usageOf = () => null), words: "has no metrics of these pods; .* look at metrics-server" },
  { which: "fails",                    begin: failing(() => 500), words: "a fault .*; look at the log of metrics-server" },
  { which: "is not available",         begin: failing(() => 503), words: "install metrics-server, or look why it is not available" },
  { which: "rejects the operator",     begin: failing(() => 403), words: "grant the operator's service account this verb" },
  { which: "hangs",                    begin: failing(() => 0),   words: "no answer within the deadline .*; check that metrics-server answers" },
  { which: "is slower than a period",  begin: failing(() => sleep(3_500, null)), words: "no answer within the deadline" },
  { which: "returns nonsense",         begin: failing(() => ({ items: [null] })), words: "not a list of metrics .*; look what answers in place of metrics-server" },
  { which: "has only old samples",     begin: answers => (answers.sampleAgeSeconds = 240), words: "no samples but old ones, .*; look why" },
];

/** A metrics API that ... */
export function metricsFaults(world: () => World): void {
  it.each(rows)(
    "that $which causes no scale-down, is reported, and recovers",
    async ({ begin, words }) => {
      const web = await settled(await runWorkload(world()));
      const size = await sizeOf(web);
      web.answers.usageOf = idle;
      begin(web.answers);
      await says(web, "ScalingActive", "False/FailedGetResourceMetric", words);
      await stays(web, size);

      Object.assign(web.answers, { usageOf: idle, fault: null, sampleAgeSeconds: 0 });
      await comesTo(web, 1);
      await says(web, "ScalingActive", "True/ValidMetricFound");
    },
  );

  it("that has samples of only half of the pods makes the others count as busy", async () => {
    const web = await settled(await runWorkload(world()));
    const size = await sizeOf(web);
    const known = (await podsOf(web)).slice(0, 2).map(({ metadata }) => metadata?.name);
    web.answers.usageOf = pod => (known.includes(pod.name) ? 10 : null);
    await stays(web, size);
    await says(web, "ScalingActive", "True/ValidMetricFound");

    web.answers.usageOf = idle;
    await comesTo(web, 1);
  });

  it("that is slow still determines the count", async () => {
    const web = await settled(await runWorkload(world()));
    web.answers.fault = () => sleep(1_500, null);
    web.answers.usageOf = load(300);
    await comesTo(web, 6);
    web.answers.usageOf = idle;
    await comesTo(web, 1);
  });
}
