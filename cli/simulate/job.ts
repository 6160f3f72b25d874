import type { Load } from "./load/load.ts";
import { Tally } from "./measures/tally.ts";
import { ClusterModel, type ProportionalJob } from "./proportional/cluster-model.ts";
import type { Kept, Simulated } from "./result.ts";
import { LoadCursor } from "./world/load-history.ts";
import type { PodJob } from "./world/pod-job.ts";
import { PodModel } from "./world/pod-model.ts";
import type { Model } from "./world/target.ts";

/** One object in one world, as plain data for a worker. */
export type Job = PodJob | ProportionalJob;

export const isPodJob = (job: Job): job is PodJob => "plans" in job;

/** One object under a load, from change to change in virtual time. */
export function runJob(job: Job, load: Load, kept: Kept): Simulated {
  const cursor = new LoadCursor(load);
  const start = load.times[0] ?? 0;
  cursor.advance(start);
  const model: Model = isPodJob(job)
    ? new PodModel(job, load, cursor, kept)
    : new ClusterModel(job, start, cursor, kept);
  const { target, podCapacity } = model;
  const { replicas: initialReplicas, changes } = target;
  const tally = new Tally(podCapacity);
  const measuredFrom = start + (isPodJob(job) ? (job.world.measureAfterMs ?? 0) : 0);
  for (let now = start; now < load.end;) {
    model.decide(now);
    const until = Math.min(cursor.next, model.next, load.end);
    const { replicas, decision } = target;
    if (!cursor.isGap && now >= measuredFrom) {
      tally.add({ ...{ from: now, durationMs: until - now, replicas, decision }, ...model.span() });
    }
    model.pass(until);
    cursor.advance(until);
    now = until;
  }
  const { name, kind, algorithm } = job.object;
  const { sizes, decisions } = kept;
  return {
    ...{ name, kind, algorithm, initialReplicas },
    measures: tally.measures(changes.filter(({ time }) => time >= measuredFrom)),
    ...{ elasticity: tally.elasticity, forecast: model.forecast },
    ...(sizes ? sizesOf(model) : { changes: changes.slice(0, decisions), ready: [], bounds: [] }),
  };
}

const sizesOf = ({ target: { changes }, ready, bounds }: Model) => ({ changes, ready, bounds });
