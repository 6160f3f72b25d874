import { setTimeout as wait } from "node:timers/promises";

import { describe, expect, it } from "vitest";

import { ok } from "../../engine/model/values/result.ts";
import type { StatusEvent } from "../../engine/status/status-events.ts";
import type { KubeErrorCode } from "../transport/errors.ts";
import { EventRecorder, type EventSubject } from "./events.ts";
import { failure } from "../testing/failure.ts";
import { ManualClock } from "../testing/manual-clock.ts";
import { ScriptedTransport } from "../testing/scripted-transport.ts";
import type { KubeRequest } from "../transport/kube-request.ts";

const subject: EventSubject = {
  apiVersion: "autoscaling.trimtab.dev/v1alpha1",
  kind: "ClusterProportionalAutoscaler",
  namespace: "kube-system",
  name: "coredns",
  uid: "u-1",
};

const rescaled = (size = 3): StatusEvent => ({
  type: "Normal",
  reason: "SuccessfulRescale",
  message: `New size: ${size}`,
});

function scene(answer: ConstructorParameters<typeof ScriptedTransport>[0] = () => ok({})) {
  const clock = new ManualClock();
  const transport = new ScriptedTransport(answer);
  const drops: string[] = [];
  const recorder = new EventRecorder({
    transport,
    clock,
    replica: "replica-1",
    onDrop: reason => drops.push(reason),
  });
  const record = async (draft: StatusEvent, about: EventSubject = subject) => {
    recorder.record(about, draft);
    await recorder.flush();
  };
  const said = () =>
    transport.requests.map(({ method, body }) => `${method} ${(body as { count: number }).count}`);
  return { clock, transport, drops, recorder, record, said };
}

const nameOf = ({ body }: KubeRequest) => (body as { metadata: { name: string } }).metadata.name;

describe("EventRecorder", () => {
  it("writes an event to the subject's namespace, with this replica as its source", async () => {
    const { record, transport } = scene();
    await record(rescaled());
    const time = "2026-01-01T00:00:00Z";
    expect(transport.requests).toMatchObject([
      {
        method: "POST",
        path: "/api/v1/namespaces/kube-system/events",
        body: {
          apiVersion: "v1",
          kind: "Event",
          metadata: { namespace: "kube-system" },
          involvedObject: subject,
          ...{ type: "Normal", reason: "SuccessfulRescale", message: "New size: 3" },
          source: { component: "trimtab", host: "replica-1" },
          reportingComponent: "trimtab",
          reportingInstance: "replica-1",
          ...{ count: 1, firstTimestamp: time, lastTimestamp: time },
        },
      },
    ]);
  });

  it("writes at most 1 KiB of a message, and counts messages as equal that differ only beyond that", async () => {
    const { record, transport, said } = scene();
    const longMessage = (end: string) => ({ ...rescaled(), message: "x".repeat(2_000) + end });
    await record(longMessage("a"));
    await record(longMessage("b"));
    expect(transport.requests[0]?.body).toMatchObject({ message: `${"x".repeat(1_021)}…` });
    expect(said()).toEqual(["POST 1", "PATCH 2"]);
  });

  it("counts a repeated event instead of writing a new one", async () => {
    const { record, transport, clock, said } = scene();
    await record(rescaled());
    clock.advance(60_000);
    await record(rescaled());
    await record(rescaled());
    expect(said()).toEqual(["POST 1", "PATCH 2", "PATCH 3"]);
    const [created, counted] = transport.requests;
    expect(counted).toMatchObject({
      path: `/api/v1/namespaces/kube-system/events/${nameOf(created!)}`,
      contentType: "application/merge-patch+json",
      body: { count: 2, lastTimestamp: "2026-01-01T00:01:00Z" },
    });
  });

  it.each([
    { differs: "message", draft: rescaled(4), about: subject },
    { differs: "reason", draft: { ...rescaled(), reason: "Other" }, about: subject },
    { differs: "type", draft: { ...rescaled(), type: "Warning" as const }, about: subject },
    { differs: "uid", draft: rescaled(), about: { ...subject, uid: "u-2" } },
  ])(
    "treats an event with another $differs as a new event with its own name",
    async ({ draft, about }) => {
      const { record, transport, said } = scene();
      await record(rescaled());
      await record(draft, about);
      expect(said()).toEqual(["POST 1", "POST 1"]);
      expect(new Set(transport.requests.map(nameOf)).size).toBe(2);
    },
  );

  /** Responses that wait for `release`, and how many are pending. */
  function slowScene() {
    const held: (() => void)[] = [];
    const world = scene(async () => {
      await new Promise<void>(resolve => held.push(resolve));
      return ok({});
    });
    const release = async () => {
      for (const answer of held.splice(0)) answer();
      await wait(1);
    };
    return { ...world, held, release };
  }

  it("writes repetitions of an event in sequence, and up to four events in parallel", async () => {
    const { recorder, transport, held, release, said } = slowScene();
    for (const size of [1, 1, 2, 3, 4, 5]) recorder.record(subject, rescaled(size));
    expect(held).toHaveLength(4);
    const messages = transport.requests.map(({ body }) => (body as { message: string }).message);
    expect(messages).toEqual([1, 2, 3, 4].map(size => `New size: ${size}`));
    const flushed = recorder.flush();
    await release();
    expect(said().slice(4)).toEqual(["PATCH 2", "POST 1"]);
    await release();
    await flushed;
  });

  it("is flushed once the last event is written, and not before", async () => {
    const { recorder, held } = slowScene();
    for (const size of [1, 2]) recorder.record(subject, rescaled(size));
    let isFlushed = false;
    const flushed = recorder.flush().then(() => (isFlushed = true));
    const states: boolean[] = [];
    for (const answer of [() => undefined, ...held]) {
      answer();
      await wait(1);
      states.push(isFlushed);
    }
    expect(states).toEqual([false, false, true]);
    await flushed;
  });

  it("records the time of the event, not of the write", async () => {
    const { recorder, transport, clock, release } = slowScene();
    recorder.record(subject, rescaled());
    recorder.record(subject, rescaled());
    clock.advance(60_000);
    await release();
    expect(transport.requests.map(({ body }) => body)).toMatchObject([
      { firstTimestamp: "2026-01-01T00:00:00Z" },
      { lastTimestamp: "2026-01-01T00:00:00Z" },
    ]);
    await release();
  });

  it("keeps no more than ten thousand waiting events", async () => {
    const { recorder, drops, held, release } = slowScene();
    for (let index = 0; index < 10_006; index++) {
      recorder.record({ ...subject, uid: `u-${index}` }, rescaled());
    }
    expect([held.length, drops]).toEqual([4, ["QueueFull", "QueueFull"]]);
    await release();
    recorder.record({ ...subject, uid: "after" }, rescaled());
    expect(drops).toHaveLength(2);
  });

  it("prevents the events of one namespace from displacing or delaying those of another", async () => {
    const { recorder, drops, transport, release } = slowScene();
    for (let index = 0; index < 10_500; index++) {
      recorder.record({ ...subject, namespace: "noisy", uid: `u-${index}` }, rescaled());
    }
    expect(drops).toHaveLength(496);
    recorder.record({ ...subject, namespace: "quiet", uid: "quiet" }, rescaled());
    expect(drops).toHaveLength(497);
    await release();
    const after = transport.requests.slice(4).map(({ path }) => path);
    expect(after.filter(path => path.includes("/quiet/"))).toHaveLength(1);
    await release();
  });

  it("starts a new event when the previous one has expired", async () => {
    const { record, transport, said } = scene();
    await record(rescaled());
    transport.answer = ({ method }) => (method === "PATCH" ? failure("NotFound") : ok({}));
    await record(rescaled());
    transport.answer = () => ok({});
    await record(rescaled());
    expect(said()).toEqual(["POST 1", "PATCH 2", "POST 1", "PATCH 2"]);
    expect(transport.requests.at(-1)?.path).toContain(nameOf(transport.requests[2]!));
  });

  it.each<{ code: KubeErrorCode }>([
    { code: "Forbidden" },
    { code: "Timeout" },
    { code: "NotFound" },
  ])("drops an event that fails with $code, logs the reason, and continues", async ({ code }) => {
    const { record, transport, drops, said } = scene(() => failure(code));
    await record(rescaled());
    transport.answer = () => ok({});
    await record(rescaled());
    expect(drops).toEqual([code]);
    expect(said()).toEqual(["POST 1", "POST 1"]);
  });

  it("does not count a repetition that could not be written", async () => {
    const { record, transport, drops, said } = scene();
    await record(rescaled());
    transport.answer = () => failure("Timeout");
    await record(rescaled());
    transport.answer = () => ok({});
    await record(rescaled());
    expect(drops).toEqual(["Timeout"]);
    expect(said()).toEqual(["POST 1", "PATCH 2", "PATCH 2"]);
  });

  it("allows 25 events per object at once and then one in five minutes, without affecting others", async () => {
    const { record, transport, drops, clock } = scene();
    for (let size = 0; size < 27; size++) await record(rescaled(size));
    expect([transport.requests.length, drops]).toEqual([25, ["RateLimited", "RateLimited"]]);
    await record(rescaled(), { ...subject, uid: "u-2" });
    expect(transport.requests).toHaveLength(26);
    clock.advance(299_999);
    await record(rescaled(100));
    expect(transport.requests).toHaveLength(26);
    clock.advance(1);
    await record(rescaled(101));
    await record(rescaled(102));
    expect(transport.requests).toHaveLength(27);
  });

  it("allows no more than 25 at once, however long an object was idle", async () => {
    const { record, transport, clock } = scene();
    await record(rescaled());
    clock.advance(30 * 86_400_000);
    for (let size = 0; size < 30; size++) await record(rescaled(size));
    expect(transport.requests).toHaveLength(26);
  });

  it("remembers 4096 events, and drops the least recently used first", async () => {
    const { recorder, record, said } = scene();
    const other = (index: number) => ({ ...subject, uid: `other-${index}` });
    await record(rescaled());
    for (let index = 0; index < 4_095; index++) await record(rescaled(), other(index));
    await record(rescaled());
    expect(said().at(-1)).toBe("PATCH 2");
    recorder.record(other(4_095), rescaled());
    await record(rescaled());
    expect(said().at(-1)).toBe("PATCH 3");
    await record(rescaled(), other(0));
    expect(said().at(-1)).toBe("POST 1");
  });
});
