import type { Story } from "../story.ts";

const query = {
  type: "Prometheus",
  prometheus: {
    ...{ source: "platform", query: "queue" },
    target: { type: "AverageValue", averageValue: "5" },
  },
} as const;

/** What Prometheus may answer. */
export const queries: Readonly<Record<string, Story>> = {
  "a-query-without-a-result": {
    told: "A query without a result is not 0: at the peak, what is measured ends, and so do its series. The size stays until there is a value again, which counts at once.",
    spec: { minReplicas: 1, maxReplicas: 20, metrics: [query] },
    workloads: { web: 4 },
    load: { queue: 20 },
    events: [
      { at: 60, told: "three times as much to do", load: { queue: 60 } },
      {
        at: 180,
        told: "the exporter ends: no series",
        happens: world => (world.trouble = { failing: new Set(["queue"]) }),
      },
      {
        at: 900,
        told: "the exporter is back: the queue had grown",
        load: { queue: 80 },
        happens: world => (world.trouble = {}),
      },
    ],
    minutes: 17,
  },
};
