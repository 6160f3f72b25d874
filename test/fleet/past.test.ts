import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { discover } from "../../cli/fleet/past/names.ts";
import { pastOf } from "../../cli/fleet/past/past-of.ts";
import { PastReader } from "../../cli/fleet/past/reader.ts";
import type { QuestionName } from "../../cli/fleet/past/questions.ts";
import { accuracyOf } from "../../cli/fleet/replay/accuracy.ts";
import { replayJob, sizesOnly } from "../../cli/fleet/replay/replay.ts";
import { openMetrics, stateSeries, withLabels } from "../../cli/fleet/testing/state-metrics.ts";
import {
  cpuAt,
  noisyLoad,
  objectOf,
  type Scenario,
  type Truth,
  truthOf,
  workloadOf,
} from "../../cli/fleet/testing/truth.ts";
import { Client } from "../../kube/prometheus/client.ts";
import { connectionTo } from "../../kube/prometheus/connection.ts";
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
    const own = truths.map((truth, index) => stateSeries(truth, index === 4));
    const all = [
      ...withLabels(own.flat(), { cluster: "prod", instance: "a" }),
      // Two replicas of kube-state-metrics have the same series.
      ...withLabels(stateSeries(truths[0]!), { cluster: "prod", instance: "b" }),
      ...withLabels(stateSeries(truthOf(foreign)), { cluster: "test", instance: "a" }),
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

  const clientTo = () =>
    new Client(valueOf(connectionTo({ address: gate.address })), {
      ...{ sleep: () => Promise.resolve(), random: () => 0 },
    });

  async function readAll(names?: readonly QuestionName[]) {
    const client = clientTo();
    const found = await discover(client, {
      clusterLabel: "cluster=prod",
      to: window().to - stepMs,
    });
    const discovered = valueOf(found);
    const env = { XDG_CACHE_HOME: cache };
    const reader = new PastReader({ client, discovered, env, now: window().to + dayMs });
    const namespaces = [...new Set(scenarios.map(({ namespace }) => namespace))];
    const answers = new Map(
      await Promise.all(
        namespaces.map(async namespace => {
          // As many objects as make a page of each day.
          const read = await reader.read({ namespace, objects: 100 }, window(), names);
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
    const accuracies = scenarios.map(scenario => {
      const subject = { object: objectOf(scenario), workload: workloadOf(scenario) };
      const past = valueOf(pastOf(subject, answers.get(scenario.namespace)!, window()));
      const job = valueOf(replayJob(valueOf(subject.object.simulated), past));
      const replay = runJob(job, past.load, sizesOnly);
      return { past, ...accuracyOf(past, job, replay, { otherWriter: null }) };
    });
    expect(accuracies.map(({ verdict }) => verdict)).toEqual(scenarios.map(() => "ReplayedWell"));
    const [gap] = accuracies[3]!.past.load.gaps;
    expect((gap!.to - gap!.from) / (0.05 * days * dayMs)).toBeCloseTo(1, 1);
    expect(accuracies.map(({ past }) => past.podStart.type)).not.toContain("Constant");
  });

  it("is kept: the next run asks for the names only, and for what is broken", async () => {
    gate.asked = [];
    const first = await readAll();
    expect(gate.asked.length).toBe(2);
    expect(askedFirst).toBeGreaterThan(10 * gate.asked.length);
    const folder = join(cache, "trimtab", "fleet");
    const [file = ""] = readdirSync(folder);
    writeFileSync(join(folder, file), "broken");
    gate.asked = [];
    expect(await readAll()).toEqual(first);
    expect(gate.asked.filter(url => url.includes("query_range"))).toHaveLength(1);
  });

  it("has the usage of ready pods by workload, whatever restarts", async () => {
    const { answers } = await readAll(["usage"]);
    const { usage } = answers.get("search")!;
    const labels = { workload: "index", container: "main" };
    expect(usage?.series).toMatchObject([{ labels }]);
    const own = scenarios[4]!.load;
    const hours = Array.from({ length: 70 }, (_, hour) => hour + 1);
    const mean = (values: Float64Array): number =>
      values
        .filter(value => !Number.isNaN(value))
        .reduce((sum, value, _, { length }) => sum + value / length, 0);
    const errors = hours.map(hour => {
      const [from, to] = [(hour * 3_600_000) / stepMs, ((hour + 1) * 3_600_000) / stepMs];
      const measured = mean(usage!.series[0]!.values.slice(from, to));
      const real = mean(own.values[0]!.slice(2 * from, 2 * to));
      return measured / real - 1;
    });
    expect(Math.max(...errors.map(Math.abs))).toBeLessThan(0.02);
  });
});
