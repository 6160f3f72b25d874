import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { type Answers, answersFor } from "../../cli/fleet/past/answers.ts";
import { discover } from "../../cli/fleet/past/discover.ts";
import { pastOf } from "../../cli/fleet/past/past-of.ts";
import { accuracyOf } from "../../cli/fleet/replay/accuracy.ts";
import { replayJob, sizesOnly } from "../../cli/fleet/replay/replay.ts";
import {
  openMetrics,
  stateSeries,
  type StateSeries,
  withLabels,
} from "../../cli/fleet/testing/state-metrics.ts";
import {
  cpuAt,
  noisyLoad,
  objectOf,
  type Scenario,
  shownOf,
  type Truth,
  truthOf,
  workloadOf,
} from "../../cli/fleet/testing/truth.ts";
import { PrometheusClient } from "../../kube/prometheus/client.ts";
import { runJob } from "../../cli/simulate/job.ts";
import { type Prometheus, startPrometheus } from "../../hack/cluster/prometheus/start.ts";
import type { Result } from "../../engine/model/values/result.ts";

const days = 3;
const stepMs = 30_000;
const dayMs = 86_400_000;

const usual = {
  ...{ namespace: "shop", name: "web", request: 0.5, limit: 1, seed: 7 },
  spec: { minReplicas: 1, maxReplicas: 60, metrics: [cpuAt(60)] },
};

const load = (shape: string, seed: number) =>
  noisyLoad(`${shape}:days=${days},base=0.5,peak=2`, seed);

const scenarios: readonly Scenario[] = [
  { ...usual, load: load("office", 1) },
  { ...usual, name: "api", load: load("sine", 2) },
  { ...usual, namespace: "jobs", name: "mail", load: load("spikes", 3) },
  { ...usual, namespace: "jobs", name: "sync", load: load("sine", 4), failing: [0.5, 0.55] },
  { ...usual, namespace: "search", name: "index", load: load("office", 5) },
];
/** Of another cluster, with the name of one of these. */
const foreign: Scenario = { ...usual, load: load("spikes", 6) };

const valueOf = <Value>(result: Result<Value, string>): Value => {
  if (!result.ok) throw new Error(result.error);
  return result.value;
};

/** Without honorLabels, the scraped process has the plain names, and the labels of a series other ones. */
function withoutHonor({ name, labels, valueAt }: StateSeries): StateSeries {
  if (!name.startsWith("kube_")) return { name, labels, valueAt };
  const { namespace = "", pod, ...others } = labels;
  const exported = { exported_namespace: namespace, ...(pod && { exported_pod: pod }) };
  const own = { namespace: "monitoring", pod: "kube-state-metrics-0", container: "main" };
  return { name, labels: { ...others, ...exported, ...own }, valueAt };
}

/** In front of a Prometheus: counts the questions, and refuses some of them. */
class Gate {
  readonly server: Server;
  asked: string[] = [];
  /** Every so many questions; 0: none. */
  refuseEach = 0;
  refused = 0;
  address = "";

  constructor(upstream: () => string) {
    this.server = createServer((request, response) => {
      this.asked.push(request.url ?? "");
      if (this.refuseEach > 0 && this.asked.length % this.refuseEach === 0) {
        this.refused += 1;
        response.writeHead(429, { "retry-after": "0" }).end("slow down");
        return;
      }
      const path = (request.url ?? "").replace("/behind", "");
      void fetch(upstream() + path).then(async answer => {
        response.writeHead(answer.status, { "content-type": "application/json" });
        response.end(await answer.text());
      });
    });
  }

  async listen(): Promise<void> {
    await new Promise<void>(resolve => this.server.listen(0, "127.0.0.1", resolve));
    this.address = `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/behind`;
  }
}

describe("the past in a Prometheus with two clusters", () => {
  let prometheus: Prometheus;
  let truths: readonly Truth[] = [];
  let askedFirst = 0;
  const cache = mkdtempSync(join(tmpdir(), "trimtab-fleet-"));
  const gate = new Gate(() => prometheus.url);

  beforeAll(async () => {
    truths = scenarios.map(truthOf);
    const { start, end } = truths[0]!;
    const own = truths.map(truth => stateSeries(truth));
    const all = [
      ...withLabels(own.flat(), { cluster: "prod", instance: "a" }),
      // Two replicas of kube-state-metrics have the same series.
      ...withLabels(stateSeries(truths[0]!), { cluster: "prod", instance: "b" }),
      ...withLabels(stateSeries(truthOf(foreign)).map(withoutHonor), { cluster: "test" }),
    ];
    prometheus = await startPrometheus({ stored: openMetrics(all, { start, end, stepMs }) });
    await gate.listen();
  });

  afterAll(async () => {
    gate.server.close();
    await prometheus.stop();
    rmSync(cache, { recursive: true });
  });

  const window = () => ({ from: truths[0]!.start, to: truths[0]!.end });

  function judged(scenario: Scenario, answers: Answers) {
    const subject = { object: objectOf(scenario), workload: workloadOf(scenario) };
    const past = valueOf(pastOf(subject, shownOf(scenario), answers));
    const job = valueOf(replayJob(shownOf(scenario), past));
    return { past, ...accuracyOf(past, job, runJob(job, past.load, sizesOnly)) };
  }

  const clientTo = () =>
    new PrometheusClient({
      ...{ address: gate.address, sleep: () => Promise.resolve(), random: () => 0 },
    });

  async function readAll(cluster = "prod") {
    const client = clientTo();
    const asked = { clusterLabel: `cluster=${cluster}`, to: window().to - stepMs };
    const discovered = valueOf(await discover(client, asked));
    const env = { XDG_CACHE_HOME: cache };
    const ports = { client, discovered, env, now: window().to + dayMs };
    const namespaces = [...new Set(scenarios.map(({ namespace }) => namespace))];
    const answers = new Map(
      await Promise.all(
        namespaces.map(async namespace => {
          // As many objects as make a part of each day.
          const read = await answersFor(ports, { namespace, objects: 100 }, window());
          return [namespace, valueOf(read)] as const;
        }),
      ),
    );
    return { discovered, answers };
  }

  it("needs to know which cluster", async () => {
    const found = await discover(clientTo(), { to: window().to - stepMs });
    expect(found.ok ? "" : found.error).toMatch(
      /^http:\/\/127\.0\.0\.1:\d+\/behind has the series of 2 clusters; choose one, such as --cluster-label cluster=prod$/,
    );
  });

  it("is read by namespaces and days, past refusals, and replayed", async () => {
    gate.asked = [];
    gate.refuseEach = 7;
    const { answers, discovered } = await readAll();
    gate.refuseEach = 0;
    askedFirst = gate.asked.length;
    expect(discovered.stepMs).toBe(stepMs);
    expect(gate.refused).toBeGreaterThan(3);
    const accuracies = scenarios.map(each => judged(each, answers.get(each.namespace)!));
    expect(accuracies.map(({ verdict }) => verdict)).toEqual(scenarios.map(() => "ReplayedWell"));
    const [gap] = accuracies[3]!.past.load.gaps;
    expect((gap!.to - gap!.from) / (0.05 * days * dayMs)).toBeCloseTo(1, 1);
    expect(accuracies.map(({ past }) => past.podStart.type)).not.toContain("Constant");
  });

  it("is kept: the next run asks for the names only, and for what is broken", async () => {
    gate.asked = [];
    const first = await readAll();
    expect(gate.asked.length).toBe(3);
    expect(askedFirst).toBeGreaterThan(6 * gate.asked.length);
    const folder = join(cache, "trimtab", "loads");
    const [file = ""] = readdirSync(folder);
    writeFileSync(join(folder, file), "broken");
    gate.asked = [];
    expect(await readAll()).toEqual(first);
    expect(gate.asked.filter(url => url.includes("query_range"))).toHaveLength(1);
  });

  it("is that of the other cluster, without honorLabels", async () => {
    const { answers, discovered } = await readAll("test");
    expect(discovered.prefix).toBe("exported_");
    const own = answers.get("shop")!;
    const { near, past } = judged(foreign, own);
    expect(near).toBeGreaterThan(0.95);
    expect(past.podStart.type).toBe("Recorded");
    expect(own.counts.series.map(({ labels }) => labels["deployment"])).not.toContain("api");
  });
});
