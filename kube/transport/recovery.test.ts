import { describe, expect, it } from "vitest";

import { err, ok } from "../../engine/model/values/result.ts";
import { kubeError, type KubeErrorCode } from "./errors.ts";
import { makeRecovery } from "./recovery.ts";
import { ScriptedTransport } from "../testing/scripted-transport.ts";
import { until } from "../testing/until.ts";

const failure = (code: KubeErrorCode) => {
  const retryAfterMs = code === "TooManyRequests" ? 7_000 : null;
  return err(kubeError(code, { request: "GET /version", message: "no", retryAfterMs }));
};

/** A server that responds to /version in the given order, and repeats the last response. */
function scene(...answers: (KubeErrorCode | "ok")[]) {
  const transport = new ScriptedTransport(() => {
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    return answer === undefined || answer === "ok" ? ok({}) : failure(answer);
  });
  const told: string[] = [];
  const pauses: { ms: number; end: () => void }[] = [];
  const recovery = makeRecovery({
    transport,
    sleep: ms => new Promise<void>(resolve => pauses.push({ ms, end: resolve })),
    onAway: ({ code }) => told.push(`away: ${code}`),
    onBack: () => told.push("back"),
  });
  const settled = () => new Promise(resolve => setImmediate(resolve));
  const nextPause = async () => {
    await settled();
    pauses.shift()?.end();
    await settled();
  };
  return { recovery, transport, told, pauses, settled, nextPause };
}

describe("makeRecovery", () => {
  it("reports nothing while the API server responds, and checks at most once a second", async () => {
    const { recovery, transport, told, settled, nextPause } = scene("ok");
    recovery.suspect();
    recovery.suspect();
    await settled();
    recovery.suspect();
    expect([transport.requests.length, told]).toEqual([1, []]);
    await nextPause();
    recovery.suspect();
    expect(transport.requests).toHaveLength(2);
  });

  it.each<{ code: KubeErrorCode }>([
    { code: "Unreachable" },
    { code: "Timeout" },
    { code: "Unauthorized" },
    { code: "ServerError" },
  ])(
    "reports once that the API server is unreachable ($code), and once that it is reachable",
    async ({ code }) => {
      const { recovery, told, nextPause, pauses, settled } = scene(code, code, "ok");
      recovery.suspect();
      await settled();
      expect([told, pauses.map(({ ms }) => ms)]).toEqual([[`away: ${code}`], [1_000]]);
      recovery.suspect();
      await nextPause();
      expect(told).toEqual([`away: ${code}`]);
      await nextPause();
      expect(told).toEqual([`away: ${code}`, "back"]);
    },
  );

  it.each<{ code: KubeErrorCode }>([
    { code: "Forbidden" },
    { code: "NotFound" },
    { code: "TooManyRequests" },
  ])("treats $code as a response", async ({ code }) => {
    const { recovery, told, settled } = scene(code);
    recovery.suspect();
    await settled();
    expect(told).toEqual([]);
  });

  it("waits as long as a busy API server asks", async () => {
    const { recovery, transport, pauses, settled, nextPause } = scene("TooManyRequests");
    recovery.suspect();
    await settled();
    recovery.suspect();
    expect([transport.requests.length, pauses.map(({ ms }) => ms)]).toEqual([1, [7_000]]);
    await nextPause();
    recovery.suspect();
    expect(transport.requests).toHaveLength(2);
  });

  it("reports the next outage, too", async () => {
    const { recovery, told, nextPause } = scene("Timeout", "ok", "Timeout", "ok");
    recovery.suspect();
    await nextPause();
    await until(() => {
      recovery.suspect();
      expect(told).toEqual(["away: Timeout", "back", "away: Timeout"]);
    });
    await nextPause();
    expect(told.at(-1)).toBe("back");
  });
});
