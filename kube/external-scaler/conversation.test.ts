import { describe, expect, it } from "vitest";

import type { RawAnswer } from "../../engine/model/observation/observation.ts";
import { err, ok } from "../../engine/model/values/result.ts";
import { kubeError, type KubeError, type KubeErrorCode } from "../transport/errors.ts";
import { ManualClock } from "../testing/manual-clock.ts";
import { type Activity, Conversation, type ConversationOptions } from "./conversation.ts";
import type { GetMetricSpecResponse, GetMetricsResponse } from "./messages.ts";
import { StreamPlaces } from "./stream-places.ts";

const spec = (metricName: string, targetSize = "5", targetSizeFloat = 0) => ({
  ...{ metricName, targetSize, targetSizeFloat },
});
const value = (metricValue: string, metricValueFloat = 0, metricName = "other") => ({
  ...{ metricName, metricValue, metricValueFloat },
});

interface Played {
  specs?: GetMetricSpecResponse["metricSpecs"];
  values?: GetMetricsResponse["metricValues"];
  isActive?: boolean;
  fails?: string;
  code?: KubeErrorCode;
  /** Of each call. */
  tookMs?: number;
}

interface Given {
  readonly activity?: Activity;
  readonly metricName?: string | null;
  readonly metadata?: Readonly<Record<string, string>>;
}

/** A scaler that the test plays, with what it was asked. */
function scene(
  played: Played,
  { activity = "Ignored", metricName = null, metadata = { queue: "jobs" } }: Given = {},
) {
  const clock = new ManualClock();
  const streams = new StreamPlaces(2);
  const closed: number[] = [];
  const asked: string[] = [];
  const requests: object[] = [];
  const limits: object[] = [];
  const hears: ((result: boolean) => void)[] = [];
  const ends: (() => void)[] = [];
  const failed = (code: KubeErrorCode) => kubeError(code, { request: "it", message: "no answer" });
  const answers: Readonly<Record<string, () => unknown>> = {
    isActive: () => ({ result: played.isActive ?? false }),
    getMetricSpec: () => ({ metricSpecs: played.specs ?? [spec("queue")] }),
    getMetrics: () => ({ metricValues: played.values ?? [value("7")] }),
  };
  const names = new Proxy({}, { get: (_, name) => ({ name: String(name) }) });
  const client = {
    connections: 1,
    streams,
    connected: () =>
      Promise.resolve(
        ok({
          methods: names,
          channel: {
            open: (
              _: unknown,
              __: unknown,
              on: { message: (of: object) => void; end: (of: KubeError) => void },
            ) => {
              hears.push(result => on.message({ result }));
              ends.push(() => on.end(failed("Unreachable")));
              const index = hears.length - 1;
              return () => closed.push(index);
            },
          },
        }),
      ),
    call: (
      method: (all: object) => { name: string },
      request: { metricName?: string },
      limit: object,
    ) => {
      const { name } = method(names);
      limits.push(limit);
      clock.advance(played.tookMs ?? 0);
      requests.push(request);
      asked.push(request.metricName === undefined ? name : `${name} ${request.metricName}`);
      const { fails, code = "Timeout" } = played;
      return Promise.resolve(fails === name ? err(failed(code)) : ok(answers[name]?.()));
    },
  };
  const query = { source: "queues", metadata, metricName, push: true };
  const options = { client, namespace: "shop", name: "web", query, activity, clock };
  const conversation = new Conversation({
    ...options,
    random: () => 0,
  } as unknown as ConversationOptions);
  const ask = async (): Promise<RawAnswer | string> => {
    const answer = await conversation.ask(1_000);
    return answer.ok ? answer.value : `${answer.error.message}; ${answer.error.remedy}`;
  };
  const asks = { ask, asked, requests, limits };
  return { ...asks, client, clock, conversation, hears, ends, streams, closed };
}

const answer = (isActive: boolean | null, ...metrics: readonly object[]) => ({
  ...{ kind: "ScalerMetrics", isActive, metrics },
});
const queue = { name: "queue", target: "5", values: ["7"] };

describe("a conversation with a scaler", () => {
  // prettier-ignore
  it.each<{ when: string; played: Played; given?: Given; want: unknown; asked: string[] }>([
    { when: "the workload never goes to 0",    played: {},                    want: answer(null, queue),  asked: ["getMetricSpec", "getMetrics queue"] },
    { when: "an active scaler keeps a replica", played: { isActive: true },   given: { activity: "Keeps" }, want: answer(true, queue),  asked: ["isActive", "getMetricSpec", "getMetrics queue"] },
    { when: "it is not active above 0",        played: {},                    given: { activity: "Keeps" }, want: answer(false, queue), asked: ["isActive", "getMetricSpec", "getMetrics queue"] },
    { when: "it is not active at 0",           played: {},                    given: { activity: "Wakes" }, want: answer(false),        asked: ["isActive"] },
    { when: "it is active at 0",               played: { isActive: true },    given: { activity: "Wakes" }, want: answer(true, queue),  asked: ["isActive", "getMetricSpec", "getMetrics queue"] },
    { when: "its metrics fail at 0",           played: { isActive: true, fails: "getMetrics" }, given: { activity: "Wakes" }, want: answer(true), asked: ["isActive", "getMetricSpec", "getMetrics queue"] },
    { when: "its activity is not known",       played: { fails: "isActive" }, given: { activity: "Wakes" }, want: expect.stringContaining("no answer"), asked: ["isActive"] },
    { when: "its metrics fail",                played: { fails: "getMetrics" },                           want: expect.stringContaining("no answer"), asked: ["getMetricSpec", "getMetrics queue"] },
    { when: "it has several metrics",          played: { specs: [spec("a"), spec("b", "0", 2.5)] },       want: answer(null, { name: "a", target: "5", values: ["7"] }, { name: "b", target: "2.500", values: ["7"] }), asked: ["getMetricSpec", "getMetrics a", "getMetrics b"] },
    { when: "one of them is chosen",           played: { specs: [spec("a"), spec("b")] }, given: { metricName: "b" }, want: answer(null, { name: "b", target: "5", values: ["7"] }), asked: ["getMetricSpec", "getMetrics b"] },
    { when: "the chosen one is not there",     played: { specs: [spec("a"), spec("b")] }, given: { metricName: "c" }, want: "it has no metric c; name one of a, b", asked: ["getMetricSpec"] },
    { when: "it names no metric",              played: { specs: [] },         want: "it names no metric for this object; look whether the metadata is complete", asked: ["getMetricSpec"] },
    { when: "it names 17 metrics",             played: { specs: Array.from({ length: 17 }, (_, index) => spec(`m${index}`)) }, want: expect.stringContaining("more than 16"), asked: ["getMetricSpec"] },
  ])("asks no more than it needs when $when", async ({ played, given, want, asked: wanted }) => {
    const { ask, asked } = scene(played, given);
    expect(await ask()).toEqual(want);
    expect(asked).toEqual(wanted);
  });

  it("gives each call what is left of its time", async () => {
    const { ask, limits } = scene({ isActive: true, tookMs: 300 }, { activity: "Keeps" });
    await ask();
    expect(limits).toEqual(
      [1_000, 700, 400].map(deadlineMs => ({ namespace: "shop", deadlineMs })),
    );
  });

  it("names its own object in each call, whatever the metadata say", async () => {
    const metadata = { name: "other", namespace: "team" };
    const { ask, requests } = scene({ isActive: true }, { activity: "Keeps", metadata });
    await ask();
    const ref = { name: "web", namespace: "shop", scalerMetadata: metadata };
    expect(requests).toEqual([ref, ref, { scaledObjectRef: ref, metricName: "queue" }]);
  });

  // prettier-ignore
  it.each<{ shows: string; values: GetMetricsResponse["metricValues"]; want: string[] }>([
    { shows: "all digits of an int64",           values: [value("9223372036854775807")], want: ["9223372036854775807"] },
    { shows: "a negative value",                 values: [value("-3")],                  want: ["-3"] },
    { shows: "the newer field before the older", values: [value("7", 7.25)],             want: ["7.250"] },
    { shows: "thousandths without noise",        values: [value("0", 0.1 + 0.2)],        want: ["0.300"] },
    { shows: "more than 0 as more than 0",       values: [value("0", 0.0001)],           want: ["0.0001"] },
    { shows: "a negative double",                values: [value("0", -1.5)],             want: ["-1.500"] },
    { shows: "what is no number as such",        values: [value("4", NaN)],              want: ["NaN"] },
    { shows: "infinity as such",                 values: [value("4", Infinity)],         want: ["Infinity"] },
    { shows: "all values of an answer",          values: [value("1"), value("2")],       want: ["1", "2"] },
    { shows: "an answer without values as such", values: [],                             want: [] },
  ])("reads $shows", async ({ values, want }) => {
    const { ask } = scene({ values });
    expect(await ask()).toEqual(answer(null, { ...queue, values: want }));
  });

  /** How many times the next two questions ask for the targets. */
  const specsIn = async ({ ask, asked }: ReturnType<typeof scene>): Promise<number[]> => {
    const counts: number[] = [];
    for (let round = 0; round < 2; round += 1) {
      asked.length = 0;
      await ask();
      counts.push(asked.filter(name => name === "getMetricSpec").length);
    }
    return counts;
  };

  it("asks for the targets again after five minutes, and after a new connection", async () => {
    const at = scene({});
    expect(await specsIn(at)).toEqual([1, 0]);
    at.clock.advance(300_000);
    expect(await specsIn(at)).toEqual([1, 0]);
    at.client.connections += 1;
    expect(await specsIn(at)).toEqual([1, 0]);
  });

  // prettier-ignore
  it.each<{ after: string; code: KubeErrorCode; fails?: string; isAsked: boolean }>([
    { after: "no place or no answer in time",  code: "Timeout",         isAsked: false },
    { after: "no connection",                  code: "Unreachable",     isAsked: false },
    { after: "a busy server",                  code: "TooManyRequests", isAsked: false },
    { after: "refused credentials",            code: "Unauthorized",    isAsked: false },
    { after: "an unknown metric",              code: "BadRequest",      isAsked: true },
    { after: "an unknown method",              code: "NotFound",        isAsked: true },
    { after: "an error of the scaler",         code: "ServerError",     isAsked: true },
    { after: "an answer that is no message",   code: "Malformed",       isAsked: true },
    { after: "a failed question for activity", code: "ServerError",     fails: "isActive", isAsked: false },
  ])("asks for the targets again after $after: $isAsked", async ({ code, fails = "getMetrics", isAsked }) => {
    const played: Played = {};
    const at = scene(played, { activity: "Keeps" });
    expect(await specsIn(at)).toEqual([1, 0]);
    Object.assign(played, { fails, code });
    expect(await at.ask()).toContain("no answer");
    delete played.fails;
    expect(await specsIn(at)).toEqual([isAsked ? 1 : 0, 0]);
  });
});

describe("a scaler that announces work", () => {
  const other = (namespace: string) => ({
    ...{ namespace, begin: () => undefined, interrupt: () => undefined },
  });
  const listening = async (prepare: (at: ReturnType<typeof scene>) => void = () => undefined) => {
    const at = scene({ isActive: false }, { activity: "Wakes" });
    prepare(at);
    const heard: RawAnswer[] = [];
    const stop = at.conversation.listen(change => heard.push(change));
    await Promise.resolve();
    await Promise.resolve();
    return { ...at, heard, stop };
  };

  it("is heard once for each change, and not asked meanwhile", async () => {
    const { heard, hears, ask, asked, clock, stop } = await listening();
    hears[0]?.(false);
    expect(await ask()).toEqual(answer(false));
    expect(asked).toEqual([]);
    hears[0]?.(true);
    hears[0]?.(true);
    expect(heard).toEqual([answer(true)]);
    expect(await ask()).toEqual(answer(true, queue));
    expect(asked).toEqual(["getMetricSpec", "getMetrics queue"]);
    hears[0]?.(false);
    hears[0]?.(true);
    expect(heard).toHaveLength(1);
    clock.advance(1_000);
    hears[0]?.(false);
    hears[0]?.(true);
    expect(heard).toHaveLength(2);
    stop();
  });

  it("is asked while another namespace has the place, and heard again afterwards", async () => {
    const at = await listening(({ streams }) => streams.take(other("shop")));
    const { hears, ask, asked, stop, streams, closed, heard, clock } = at;
    hears[0]?.(true);
    const leave = streams.take(other("team"));
    expect(closed).toEqual([0]);
    expect(await ask()).toEqual(answer(false));
    expect(asked).toEqual(["isActive"]);
    leave();
    await new Promise(resolve => setImmediate(resolve));
    clock.advance(1_000);
    hears[1]?.(true);
    expect(heard).toHaveLength(2);
    stop();
    expect([streams.taken, closed]).toEqual([1, [0, 1]]);
  });

  it("is not opened for a place that is lost again meanwhile", async () => {
    const at = scene({}, { activity: "Wakes" });
    at.streams.take(other("shop"));
    const stop = at.conversation.listen(() => undefined);
    at.streams.take(other("team"));
    await new Promise(resolve => setImmediate(resolve));
    expect(at.hears).toHaveLength(0);
    stop();
  });

  it("is asked again while the stream is down", async () => {
    const { hears, ends, ask, asked, stop } = await listening();
    hears[0]?.(true);
    ends[0]?.();
    expect(await ask()).toEqual(answer(false));
    expect(asked).toEqual(["isActive"]);
    stop();
  });
});
