import type { RawAnswer, RawScalerMetric } from "../../engine/model/observation/observation.ts";
import { err, ok } from "../../engine/model/values/result.ts";
import { shortText } from "../../engine/model/values/short-text.ts";
import type { ScalerQuery } from "../../engine/sources/metric-source.ts";
import { isText } from "../../engine/model/values/json-values.ts";
import type { Clock } from "../clock.ts";
import { kubeError, type KubeAnswer, type KubeErrorCode } from "../transport/errors.ts";
import { mostCharacters } from "../transport/response-size.ts";
import { followActivity } from "./activity-stream.ts";
import type { GetMetricSpecResponse, GetMetricsResponse, ScaledObjectRef } from "./messages.ts";
import type { ScalerClient } from "./scaler-client.ts";

/**
 * Why the scaler is asked whether it is active.
 *
 * Ignored  the workload never goes to 0: it is not asked
 * Keeps    an active scaler keeps a replica
 * Wakes    the workload is at 0, and only an active scaler wakes it
 */
export type Activity = "Ignored" | "Keeps" | "Wakes";

export interface ConversationOptions {
  readonly client: ScalerClient;
  readonly namespace: string;
  /** Of the Autoscaler, in place of KEDA's ScaledObject. */
  readonly name: string;
  readonly query: ScalerQuery;
  readonly activity: Activity;
  readonly clock: Pick<Clock, "monotonic">;
  readonly random: () => number;
}

interface NamedMetric {
  readonly name: string;
  readonly target: string;
}

interface Specs {
  readonly metrics: readonly NamedMetric[];
  readonly askedAt: number;
  readonly connection: number;
}

/**
 * With these, a scaler may mean that it has other metrics by now. After any other, such as Timeout, a call for
 * each object would only be more work for a server that is busy.
 */
const mayBeOutdated: ReadonlySet<KubeErrorCode> = new Set([
  ...(["BadRequest", "NotFound", "Malformed", "ServerError"] as const),
]);

/** Targets change rarely. */
const specsForMs = 300_000;
/** Each of them is a call in every period. */
const mostMetrics = 16;
/** A server that keeps changing its mind cannot make an object decide all the time. */
const shortestWakeMs = 1_000;

/** What one object asks a scaler, period after period. */
export class Conversation {
  readonly #options: ConversationOptions;
  readonly #ref: ScaledObjectRef;
  #specs: Specs | null = null;
  /** As the stream has said; null: there is no stream, or it has said nothing yet. */
  #pushed: boolean | null = null;
  #wokenAt = -Infinity;

  constructor(options: ConversationOptions) {
    this.#options = options;
    const { name, namespace, query } = options;
    this.#ref = { name, namespace, scalerMetadata: query.metadata };
  }

  async ask(deadlineMs: number): KubeAnswer<RawAnswer> {
    const giveUpAt = this.#options.clock.monotonic() + deadlineMs;
    const isActive = await this.#isActive(giveUpAt);
    if (!isActive.ok) return isActive;
    const wakes = this.#options.activity === "Wakes";
    // Its metrics change nothing while it is idle, and cost nothing then.
    if (wakes && isActive.value === false) return ok(answerOf(false, []));
    const metrics = await this.#metrics(giveUpAt);
    if (metrics.ok) return ok(answerOf(isActive.value, metrics.value));
    if (mayBeOutdated.has(metrics.error.code)) this.#specs = null;
    return wakes ? ok(answerOf(true, [])) : metrics;
  }

  /**
   * Listens until the returned function is called.
   *
   * @param hears an answer that was not asked for: there is work
   */
  listen(hears: (answer: RawAnswer) => void): () => void {
    const { client, random, clock } = this.#options;
    return followActivity({
      ...{ client, random, ref: this.#ref },
      onState: isActive => {
        const isWake = isActive === true && this.#pushed !== true;
        this.#pushed = isActive;
        if (!isWake || clock.monotonic() - this.#wokenAt < shortestWakeMs) return;
        this.#wokenAt = clock.monotonic();
        hears(answerOf(true, []));
      },
    });
  }

  async #isActive(giveUpAt: number): KubeAnswer<boolean | null> {
    if (this.#options.activity === "Ignored") return ok(null);
    if (this.#pushed !== null) return ok(this.#pushed);
    const { client } = this.#options;
    const asked = await client.call(all => all.isActive, this.#ref, this.#within(giveUpAt));
    return asked.ok ? ok(asked.value.result) : asked;
  }

  async #metrics(giveUpAt: number): KubeAnswer<readonly RawScalerMetric[]> {
    const named = await this.#named(giveUpAt);
    if (!named.ok) return named;
    const found: RawScalerMetric[] = [];
    for (const { name, target } of named.value) {
      const request = { scaledObjectRef: this.#ref, metricName: name };
      const { client } = this.#options;
      const values = await client.call(all => all.getMetrics, request, this.#within(giveUpAt));
      if (!values.ok) return values;
      found.push({ name, target, values: valuesOf(values.value) });
    }
    return ok(found);
  }

  /** The metrics to ask for: the one that the object names, or all that the scaler names. */
  async #named(giveUpAt: number): KubeAnswer<readonly NamedMetric[]> {
    const { client, query, clock } = this.#options;
    const askedAt = clock.monotonic();
    const known = this.#specs;
    const isOld = askedAt - (known?.askedAt ?? -Infinity) >= specsForMs;
    if (known && !isOld && known.connection === client.connections) return ok(known.metrics);
    const asked = await client.call(all => all.getMetricSpec, this.#ref, this.#within(giveUpAt));
    if (!asked.ok) return asked;
    const chosen = chosenOf(asked.value, query);
    if (!chosen.ok) return chosen;
    this.#specs = { metrics: chosen.value, askedAt, connection: client.connections };
    return ok(chosen.value);
  }

  #within(giveUpAt: number) {
    const { namespace, clock } = this.#options;
    return { namespace, deadlineMs: Math.max(1, giveUpAt - clock.monotonic()) };
  }
}

const answerOf = (isActive: boolean | null, metrics: readonly RawScalerMetric[]): RawAnswer => ({
  ...{ kind: "ScalerMetrics", isActive, metrics },
});

function chosenOf({ metricSpecs }: GetMetricSpecResponse, { source, metricName }: ScalerQuery) {
  const all = metricSpecs.map(({ metricName: name, targetSize, targetSizeFloat }) => ({
    ...{ name, target: amountOf(targetSizeFloat, targetSize) },
  }));
  const chosen = metricName === null ? all : all.filter(({ name }) => name === metricName);
  const request = `external scaler ${source}, GetMetricSpec`;
  const wrong = (message: string, remedy: string) =>
    err({ ...kubeError("Malformed", { request, message }), remedy });
  if (all.length === 0) {
    return wrong("it names no metric for this object", "look whether the metadata is complete");
  }
  if (all.some(({ name }) => !isText(name, mostCharacters.name))) {
    const message = `a metric has a name of more than ${mostCharacters.name} characters`;
    return wrong(message, "ask the platform team what answers in place of the scaler");
  }
  if (chosen.length === 0) {
    const names = shortText(all.map(({ name }) => name).join(", "), 256);
    return wrong(`it has no metric ${metricName ?? ""}`, `name one of ${names}`);
  }
  if (chosen.length > mostMetrics) {
    const message = `it names ${chosen.length} metrics, which are more than ${mostMetrics}`;
    return wrong(message, "write metricName to select one of them");
  }
  return ok(chosen);
}

/** KEDA ignores the name in a value: those of one answer belong to the metric that was asked for. */
const valuesOf = ({ metricValues }: GetMetricsResponse): readonly string[] =>
  metricValues.map(({ metricValue, metricValueFloat }) => amountOf(metricValueFloat, metricValue));

/**
 * The newer field, unless it is absent, as a quantity. A double has noise far behind the thousandths; what is
 * above 0 stays so.
 */
function amountOf(float: number, whole: string): string {
  if (float === 0) return whole;
  const rounded = float.toFixed(3);
  return Number(rounded) === 0 ? String(float) : rounded;
}
