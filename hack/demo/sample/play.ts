import { setTimeout as sleep } from "node:timers/promises";

import { apiRequest } from "../../cluster/api.ts";
import type { Cluster } from "../../cluster/cluster.ts";
import type { Sample, Scaler } from "./catalogue.ts";
import { Feed } from "./feed.ts";
import { measuresOf } from "./measures.ts";
import { readScaler, type Reading } from "./reading.ts";
import { scenesFor, type Props } from "./scenes.ts";
import type { SampleSources } from "./sources.ts";
import { countOf, podLabelsOf, replicasIn, requestsOf, workloadsOf } from "./workloads.ts";

const pauseMs = 250;

/** Where and how long to play: on nodes with these labels, for this time. */
export interface Place {
  readonly nodeSelector: Readonly<Record<string, string>>;
  readonly seconds: number;
  /** Adds a line to the story. */
  readonly say: (text: string) => void;
  /** Absent: the sample needs none. */
  readonly sources?: SampleSources;
}

/** The results. */
export interface PlayedChanges {
  /** Changes of size by an autoscaler. */
  rises: number;
  falls: number;
  /** How often an autoscaler wanted another size and did not write it because of its mode. */
  withheld: number;
}

/** Applies a sample and its prerequisites, and plays scenes that give it something to do. */
export async function playSample(
  cluster: Cluster,
  sample: Sample,
  place: Place,
): Promise<PlayedChanges> {
  const workloads = workloadsOf(sample, place.nodeSelector);
  await createNamespaces(cluster, sample);
  for (const object of [...sample.others, ...workloads]) await apply(cluster, object);
  const feeds = feedsOf(cluster, sample, workloads, place.sources ?? {});
  for (const feed of feeds) await feed.share();
  for (const { kind, metadata, spec, apiVersion } of sample.scalers) {
    await apply(cluster, { apiVersion, kind, metadata, spec });
    place.say(`applied ${kind} ${metadata.namespace}/${metadata.name}: ${JSON.stringify(spec)}`);
  }
  return await follow({ cluster, sample, workloads, feeds }, place);
}

async function createNamespaces(cluster: Cluster, { scalers }: Sample): Promise<void> {
  for (const name of new Set(scalers.map(({ metadata }) => metadata.namespace))) {
    await apiRequest(cluster, "POST", "/api/v1/namespaces", { metadata: { name } });
  }
}

async function apply(cluster: Cluster, object: object): Promise<void> {
  const { code, stderr } = await cluster.kubectl(["apply", "-f", "-"], JSON.stringify(object));
  if (code !== 0) throw new Error(`kubectl apply: ${stderr}`);
}

function feedsOf(
  cluster: Cluster,
  { scalers }: Sample,
  workloads: Props["workloads"],
  sources: SampleSources,
): Feed[] {
  const requests = requestsOf(workloads);
  return scalers
    .filter(({ kind }) => kind === "Autoscaler")
    .map(({ spec, metadata: { namespace } }) => {
      const measures = measuresOf(spec, requests);
      const pods = workloads.reduce((sum, workload) => sum + replicasIn(workload), 0);
      const podLabels = workloads.map(podLabelsOf);
      return new Feed(cluster, { namespace, measures, podLabels, pods, sources });
    });
}

async function follow(props: Props, { seconds, say }: Place): Promise<PlayedChanges> {
  const { cluster, sample, feeds } = props;
  const started = performance.now();
  const elapsed = (): number => (performance.now() - started) / 1000;
  const upcoming = scenesFor(sample);
  const story = new Story(say, isActive(sample));
  while (elapsed() < seconds) {
    const [next] = upcoming;
    if (next && elapsed() >= next.at * seconds) {
      say(`- ${next.told}`);
      upcoming.shift();
      await next.play(props);
      if (next.byHand) story.expect(await countsOf(props));
    }
    for (const feed of feeds) await feed.share();
    const readings = await Promise.all(sample.scalers.map(scaler => readScaler(cluster, scaler)));
    story.tell(await countsOf(props), sample.scalers, readings);
    await sleep(pauseMs);
  }
  return story.changes;
}

export const isActive = ({ scalers }: Sample): boolean =>
  scalers.every(({ spec }) => (spec.mode ?? "Active") === "Active");

type Counts = ReadonlyMap<string, number>;

const countsOf = async ({ cluster, workloads }: Props): Promise<Counts> =>
  new Map(
    await Promise.all(
      workloads.map(async workload => {
        const { kind, metadata } = workload;
        const name = `${kind} ${metadata.namespace}/${metadata.name}`;
        return [name, await countOf(cluster, workload)] as const;
      }),
    ),
  );

/** Reports every change of size, and every decision with a new wording. */
class Story {
  readonly changes: PlayedChanges = { rises: 0, falls: 0, withheld: 0 };
  readonly #say: (text: string) => void;
  readonly #isActive: boolean;
  #counts: Counts = new Map();
  readonly #told = new Map<string, string>();

  constructor(say: (text: string) => void, isActive: boolean) {
    this.#say = say;
    this.#isActive = isActive;
  }

  /** Sets counts that a user has written. */
  expect(counts: Counts): void {
    this.#counts = counts;
  }

  tell(counts: Counts, scalers: readonly Scaler[], readings: readonly Reading[]): void {
    for (const [name, count] of counts) {
      const before = this.#counts.get(name) ?? count;
      if (before === count) continue;
      if (count > before) this.changes.rises += 1;
      else this.changes.falls += 1;
      this.#say(`  ${name}: ${before} -> ${count} replicas`);
    }
    this.#counts = counts;
    for (const [index, { metadata }] of scalers.entries()) {
      const reading = readings[index];
      if (reading) this.#tellReading(metadata.name, reading);
    }
  }

  #tellReading(name: string, { desired, why }: Reading): void {
    const words = `${why.replaceAll(/\d[\d.]*/g, "#")} ${desired ?? ""}`;
    if (why === "" || this.#told.get(name) === words) return;
    this.#told.set(name, words);
    const isAnother = desired !== null && ![...this.#counts.values()].includes(desired);
    if (!this.#isActive && isAnother) this.changes.withheld += 1;
    const wants = desired === null ? "" : ` wants ${desired}`;
    this.#say(`    ${name}${wants}: ${why}`);
  }
}
