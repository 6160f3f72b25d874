import type { PodJob } from "../../simulate/world/pod-job.ts";
import { jobOf } from "../../simulate/prepare.ts";
import { lessLostWork, nothingKept, outcomeOf } from "../../suggest/search.ts";
import type { Past } from "../model/assessment.ts";
import type { RunJob } from "../rank/improvement.ts";

/** A forecast needs three weeks before it acts. */
const learnedMs = 21 * 86_400_000;

const options = [
  {
    fields: { algorithm: "Trimtab-1" },
    says: "The same numbers in an Autoscaler",
  },
  {
    fields: { algorithm: "Trimtab-1", forecast: { mode: "Active" } },
    says: "With a forecast, which only an Autoscaler has, the weeks after the first three",
  },
] as const;

/** What an Autoscaler with the same numbers gains; empty: nothing that is clearly better. */
export async function gainsOfAutoscaler(
  { object, world }: PodJob,
  { load, factors }: Pick<Past, "load" | "factors">,
  run: RunJob,
): Promise<readonly string[]> {
  const gains: string[] = [];
  const isLong = load.end - (load.times[0] ?? load.end) > learnedMs + learnedMs / 3;
  for (const { fields, says } of options) {
    const isForecast = "forecast" in fields;
    if (isForecast && !isLong) continue;
    const scored = { ...world, ...(isForecast ? { measureAfterMs: learnedMs } : {}) };
    const given = { columns: load.columns, factors };
    const changed = { ...object, spec: { ...object.spec, ...fields }, algorithm: fields.algorithm };
    const jobs = [object, changed].map(each => jobOf(each, scored, given));
    const outcomes = await Promise.all(
      jobs.flatMap(job => (job.ok ? [run(job.value, load, nothingKept)] : [])),
    );
    const [own, other] = outcomes.map(outcomeOf);
    if (!own || !other || !lessLostWork.isBetter(other, own)) continue;
    const cost = 100 * (other.replicaHours / own.replicaHours - 1);
    gains.push(
      `${says}: ${percent(other.lostWork)} of the work is lost instead of ${percent(own.lostWork)}, for ${cost < 0 ? "-" : "+"}${Math.abs(cost).toFixed(1)}% of the cost.`,
    );
  }
  return gains;
}

const percent = (share: number): string => `${(share * 100).toFixed(2)}%`;
