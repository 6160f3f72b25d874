import { describe, expect, it } from "vitest";

import { type RawPod, trimPod } from "../../engine/model/observation/pod.ts";
import { ok } from "../../engine/model/values/result.ts";
import { failure } from "../../kube/testing/failure.ts";
import { ManualClock } from "../../kube/testing/manual-clock.ts";
import { ScriptedTransport } from "../../kube/testing/scripted-transport.ts";
import { SomePods } from "./some-pods.ts";

const pod = (name: string): RawPod => ({ metadata: { name } });

function scene(watched: readonly string[] | null = null) {
  const clock = new ManualClock();
  const transport = new ScriptedTransport(() => ok({ items: [pod("listed")] }));
  const inWatch = watched && new Map(watched.map(name => [name, trimPod(pod(name))]));
  const pods = new SomePods({ transport, clock, watched: () => inWatch });
  const read = async (namespace = "shop", selector = "app=web") => {
    const answer = await pods.read(namespace, selector);
    return answer.ok ? answer.value.map(({ name }) => name) : answer.error.code;
  };
  return { clock, transport, read };
}

describe("some pods of a target", () => {
  it.each([
    { shows: "a few", watched: ["a", "b", "c", "d"], want: ["a", "b", "c"] },
    { shows: "all", watched: ["a"], want: ["a"] },
    { shows: "none", watched: [], want: [] },
  ])("are $shows of a watch, without a request", async ({ watched, want }) => {
    const { transport, read } = scene(watched);
    expect(await read()).toEqual(want);
    expect(transport.requests).toEqual([]);
  });

  it("are listed without a watch, a few of them", async () => {
    const { transport, read } = scene();
    expect(await read()).toEqual(["listed"]);
    expect(transport.requests).toMatchObject([
      { path: "/api/v1/namespaces/shop/pods", query: { labelSelector: "app=web", limit: 3 } },
    ]);
  });

  it("are listed once in ten seconds for each selector and namespace", async () => {
    const { clock, transport, read } = scene();
    const readAll = () => Promise.all([read(), read(), read("shop", "app=db"), read("till")]);
    await readAll();
    clock.advance(10_000);
    await readAll();
    expect(transport.requests).toHaveLength(3);
    clock.advance(1);
    await readAll();
    expect(transport.requests).toHaveLength(6);
  });

  it("are listed each time if they are large", async () => {
    const { transport, read } = scene();
    const annotations = { note: "x".repeat(64 * 1024) };
    transport.answer = () => ok({ items: [{ metadata: { name: "large", annotations } }] });
    expect([await read(), await read()]).toEqual([["large"], ["large"]]);
    expect(transport.requests).toHaveLength(2);
  });

  it("are listed again after a failure", async () => {
    const { transport, read } = scene();
    const { answer } = transport;
    transport.answer = () => failure("Timeout");
    expect(await read()).toBe("Timeout");
    transport.answer = answer;
    expect(await read()).toEqual(["listed"]);
  });
});
