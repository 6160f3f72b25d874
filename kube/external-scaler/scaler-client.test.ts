import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { err, ok } from "../../engine/model/values/result.ts";
import { systemClock } from "../clock.ts";
import { kubeError } from "../transport/errors.ts";
import { ScalerClient } from "./scaler-client.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const late = kubeError("Timeout", { request: "it", message: "no answer in time" });

/** A client of a scaler that needs this time for each call of a namespace. */
class Played extends ScalerClient {
  readonly #tookMs: Readonly<Record<string, number>>;
  readonly given: number[] = [];

  constructor(mostCalls: number, tookMs: Readonly<Record<string, number>>) {
    super({
      ...{ source: "queues", mostCalls, mostStreams: 1, mostWaitMs: Infinity, clock: systemClock },
      endpoint: () => Promise.resolve(err("unused")),
      onCall: () => undefined,
    });
    this.#tookMs = tookMs;
  }

  override connected = (): ReturnType<ScalerClient["connected"]> => {
    const call = (_: unknown, { namespace }: { namespace: string }, deadlineMs: number) => {
      const tookMs = this.#tookMs[namespace] ?? 0;
      this.given.push(deadlineMs);
      return new Promise(resolve => {
        const isLate = tookMs > deadlineMs;
        setTimeout(() => resolve(isLate ? err(late) : ok("7")), Math.min(tookMs, deadlineMs));
      });
    };
    return Promise.resolve(ok({ channel: { call }, methods: {} })) as never;
  };
}

/** What becomes of calls that are made at the same moment, and in which time: `7 after 400 ms`. */
async function outcomes(client: ScalerClient, namespaces: readonly string[], deadlineMs: number) {
  const since = systemClock.monotonic();
  const calls = namespaces.map(async namespace => {
    const request = { namespace };
    const answer = await client.call(() => ({}) as never, request, { namespace, deadlineMs });
    const tookMs = Math.round(systemClock.monotonic() - since);
    const { message, remedy } = answer.ok ? { message: answer.value, remedy: "" } : answer.error;
    return { said: `${String(message)} after ${tookMs} ms`, remedy };
  });
  await vi.advanceTimersByTimeAsync(10 * deadlineMs);
  return Promise.all(calls);
}

const full = (places: number) => `no place in time among ${places} calls (maxConcurrentCalls)`;
const busy = (places: number) => `${full(places)}: more calls wait than it answers after 500 ms`;
const slow = (places: number) => `${full(places)}: the scaler answers none of them after 500 ms`;
const late1s = "no answer in time after 1000 ms";
const after = (ms: number) => `7 after ${ms} ms`;

describe("calls that wait for a place", () => {
  // prettier-ignore
  it.each([
    { shows: "get one each, one after the other",        most: 1, tookMs: { shop: 100 },             calls: ["shop", "shop", "shop"], want: [after(100), after(200), after(300)] },
    { shows: "leave a healthy scaler enough time",       most: 1, tookMs: { shop: 450 },             calls: ["shop", "shop", "shop"], want: [after(450), after(900), busy(1)] },
    { shows: "have half of them in a namespace",         most: 4, tookMs: { shop: 400 },             calls: Array(5).fill("shop"),    want: [after(400), after(400), after(800), after(800), busy(4)] },
    { shows: "say that the scaler is slow",              most: 2, tookMs: { shop: 2_000 },           calls: ["shop", "shop"],         want: [late1s, slow(2)] },
    { shows: "say so of their own namespace only",       most: 4, tookMs: { shop: 2_000, team: 100 }, calls: ["shop", "shop", "shop", "team", "team"], want: [late1s, late1s, slow(4), after(100), after(200)] },
    { shows: "say so while another one has all places",  most: 1, tookMs: { shop: 2_000 },           calls: ["shop", "team"],         want: [late1s, slow(1)] },
  ])("$shows", async ({ most, tookMs, calls, want }) => {
    const said = await outcomes(new Played(most, tookMs), calls as string[], 1_000);
    expect(said.map(each => each.said)).toEqual(want);
  });

  it("say of a namespace without calls what holds for all", async () => {
    const client = new Played(1, { shop: 450 });
    await outcomes(client, ["team"], 1_000);
    expect((await outcomes(client, ["shop", "shop", "team"], 1_000)).at(-1)?.said).toBe(busy(1));
  });

  it("have at least half of their time left for the answer", async () => {
    const client = new Played(1, { shop: 90 });
    await outcomes(client, Array<string>(20).fill("shop"), 1_000);
    expect(client.given).toHaveLength(6);
    expect(Math.min(...client.given)).toBeGreaterThanOrEqual(500);
  });

  // prettier-ignore
  it.each([
    { when: "more wait than it answers", tookMs: 450,   want: "ask the platform team to raise maxConcurrentCalls of the metric source" },
    { when: "the scaler is slow",        tookMs: 2_000, want: "ask the platform team to look at the metric source; it is asked again" },
  ])("have a remedy when $when", async ({ tookMs, want }) => {
    const said = await outcomes(new Played(1, { shop: tookMs }), ["shop", "shop", "shop"], 1_000);
    expect(said.at(-1)?.remedy).toBe(want);
  });
});
