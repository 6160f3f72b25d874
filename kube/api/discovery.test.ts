import { describe, expect, it } from "vitest";

import { ok } from "../../engine/model/values/result.ts";
import { Discovery } from "./discovery.ts";
import { failure } from "../testing/failure.ts";
import { ManualClock } from "../testing/manual-clock.ts";
import { ScriptedTransport } from "../testing/scripted-transport.ts";

const apps = [
  { name: "deployments", kind: "Deployment", namespaced: true },
  { name: "deployments/scale", kind: "Scale", namespaced: true },
  { name: "deployments/status", kind: "Deployment", namespaced: true },
  { name: "daemonsets", kind: "DaemonSet", namespaced: true },
];

function scene(resources: readonly object[] = apps) {
  const served = {
    answer: () => ok({ resources }) as ReturnType<typeof ok> | ReturnType<typeof failure>,
  };
  const transport = new ScriptedTransport(() => served.answer());
  const clock = new ManualClock();
  return { served, transport, clock, discovery: new Discovery(transport, clock) };
}

describe("Discovery", () => {
  it("returns the resource of a kind, and whether it is scalable", async () => {
    const { discovery } = scene();
    expect(await discovery.resolve("apps/v1", "Deployment", "shop")).toEqual(
      ok({
        group: "apps",
        version: "v1",
        kind: "Deployment",
        plural: "deployments",
        namespaced: true,
        scalable: true,
      }),
    );
    expect(await discovery.resolve("apps/v1", "DaemonSet", "shop")).toMatchObject({
      value: { scalable: false },
    });
  });

  it("does not treat a subresource's kind as a kind of its own", async () => {
    expect(await scene().discovery.resolve("apps/v1", "Scale", "shop")).toMatchObject({
      error: { code: "NotFound" },
    });
  });

  it.each([
    { apiVersion: "v1", path: "/api/v1", group: "" },
    { apiVersion: "apps/v1", path: "/apis/apps/v1", group: "apps" },
  ])("requests $apiVersion at $path", async ({ apiVersion, path, group }) => {
    const { discovery, transport } = scene();
    expect(await discovery.resolve(apiVersion, "Deployment", "shop")).toMatchObject({
      value: { group, version: "v1" },
    });
    expect(transport.requests).toMatchObject([{ method: "GET", path }]);
  });

  it("sends one request for all concurrent callers, and no other for ten minutes", async () => {
    const { discovery, transport, clock } = scene();
    const ask = () => discovery.resolve("apps/v1", "Deployment", "shop");
    await Promise.all([ask(), ask(), discovery.resolve("apps/v1", "DaemonSet", "shop")]);
    clock.advance(599_999);
    await ask();
    expect(transport.requests).toHaveLength(1);
    clock.advance(1);
    await ask();
    expect(transport.requests).toHaveLength(2);
  });

  it("keeps the 500 served group versions that were requested last", async () => {
    const { discovery, transport } = scene();
    for (let index = 0; index <= 500; index++)
      await discovery.resolve(`a${index}/v1`, "Deployment", "shop");
    await discovery.resolve("a500/v1", "Deployment", "shop");
    expect(transport.requests).toHaveLength(501);
    await discovery.resolve("a0/v1", "Deployment", "shop");
    expect(transport.requests).toHaveLength(502);
  });

  it("keeps what is served, however many names a tenant makes up at once", async () => {
    const { discovery, transport, served } = scene();
    await discovery.resolve("apps/v1", "Deployment", "shop");
    served.answer = () => failure("NotFound");
    const names = Array.from({ length: 600 }, (_, index) => `a${index}/v1`);
    await Promise.all(names.map(name => discovery.resolve(name, "Deployment", "attacker")));
    expect(transport.requests).toHaveLength(601);
    expect(await discovery.resolve("apps/v1", "Deployment", "shop")).toMatchObject({ ok: true });
    expect(transport.requests).toHaveLength(601);
    await discovery.resolve("a599/v1", "Deployment", "attacker");
    expect(transport.requests).toHaveLength(601);
    await discovery.resolve("a0/v1", "Deployment", "attacker");
    expect(transport.requests).toHaveLength(602);
  });

  it("sends the requests for a namespace within that namespace's share of the connections", async () => {
    const { discovery, transport } = scene();
    await discovery.resolve("apps/v1", "Deployment", "shop");
    expect(transport.requests).toMatchObject([{ owner: "shop discovery" }]);
  });

  describe("with two namespaces that ask the same", () => {
    const both = () => {
      const at = scene();
      const turns: (() => void)[] = [];
      const answers: ((answer: ReturnType<typeof failure> | ReturnType<typeof ok>) => void)[] = [];
      at.transport.answer = request => {
        turns.push(() => request.onTurn?.());
        return new Promise(resolve => answers.push(resolve));
      };
      const ask = async (namespace: string) => {
        const answer = at.discovery.resolve("apps/v1", "Deployment", namespace);
        for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
        return answer;
      };
      const owners = () => at.transport.requests.map(({ owner }) => owner);
      return { ...at, turns, answers, ask, owners };
    };
    const served = ok({ resources: apps });

    it("lets neither wait for the turn of the other", async () => {
      const { answers, ask, owners } = both();
      const first = ask("attacker");
      const second = ask("shop");
      await Promise.resolve();
      await Promise.resolve();
      expect(owners()).toEqual(["attacker discovery", "shop discovery"]);
      answers[1]?.(served);
      expect(await second).toMatchObject({ ok: true });
      answers[0]?.(failure("Timeout"));
      expect(await first).toMatchObject({ ok: false });
      expect(await ask("bank")).toMatchObject({ ok: true });
      expect(owners()).toHaveLength(2);
    });

    it("shares a request that has been sent", async () => {
      const { answers, turns, ask, owners } = both();
      const first = ask("shop");
      await Promise.resolve();
      await Promise.resolve();
      turns[0]?.();
      const second = ask("team");
      await Promise.resolve();
      answers[0]?.(served);
      expect(await Promise.all([first, second])).toMatchObject([{ ok: true }, { ok: true }]);
      expect(owners()).toEqual(["shop discovery"]);
    });

    it("does not ask again for callers in the namespace whose request has failed", async () => {
      const { answers, turns, ask, owners } = both();
      const first = ask("shop");
      await Promise.resolve();
      await Promise.resolve();
      turns[0]?.();
      const second = ask("shop");
      await Promise.resolve();
      answers[0]?.(failure("Timeout"));
      await new Promise(resolve => setImmediate(resolve));
      expect(owners()).toEqual(["shop discovery"]);
      expect(await Promise.all([first, second])).toMatchObject([{ ok: false }, { ok: false }]);
    });

    it("asks for the second one when the request of the first has failed", async () => {
      const { answers, turns, ask, owners } = both();
      const first = ask("attacker");
      await Promise.resolve();
      await Promise.resolve();
      turns[0]?.();
      const second = ask("shop");
      await Promise.resolve();
      answers[0]?.(failure("Timeout"));
      expect(await first).toMatchObject({ ok: false });
      await new Promise(resolve => setImmediate(resolve));
      answers[1]?.(served);
      expect(await second).toMatchObject({ ok: true });
      expect(owners()).toEqual(["attacker discovery", "shop discovery"]);
    });
  });

  it("distinguishes group versions", async () => {
    const { discovery, transport } = scene();
    await discovery.resolve("apps/v1", "Deployment", "shop");
    await discovery.resolve("apps/v1beta1", "Deployment", "shop");
    expect(transport.requests).toHaveLength(2);
  });

  it("treats a group version that is not served as one without kinds", async () => {
    const { discovery, served } = scene();
    served.answer = () => failure("NotFound");
    expect(await discovery.resolve("nobody.dev/v1", "Thing", "shop")).toMatchObject({
      error: { code: "NotFound", message: "the API server serves no kind Thing in nobody.dev/v1" },
    });
  });

  it("caches for fifteen seconds that a kind does not exist", async () => {
    const { discovery, transport, served, clock } = scene([]);
    const ask = () => discovery.resolve("apps/v1", "Deployment", "shop");
    expect((await ask()).ok).toBe(false);
    served.answer = () => ok({ resources: apps });
    clock.advance(14_999);
    expect((await ask()).ok).toBe(false);
    expect(transport.requests).toHaveLength(1);
    clock.advance(1);
    expect((await ask()).ok).toBe(true);
  });

  it("does not report a kind as missing from an old list: it may have been installed since", async () => {
    const { discovery, served, clock } = scene();
    await discovery.resolve("apps/v1", "Deployment", "shop");
    clock.advance(60_000);
    served.answer = () =>
      ok({ resources: [...apps, { name: "gadgets", kind: "Gadget", namespaced: true }] });
    expect(await discovery.resolve("apps/v1", "Gadget", "shop")).toMatchObject({
      value: { plural: "gadgets" },
    });
  });

  it("does not cache failures: the next call sends a new request", async () => {
    const { discovery, served } = scene();
    served.answer = () => failure("Timeout");
    const answers = [
      discovery.resolve("apps/v1", "Deployment", "shop"),
      discovery.resolve("apps/v1", "Deployment", "shop"),
    ];
    expect(await Promise.all(answers)).toMatchObject([
      { error: { code: "Timeout" } },
      { error: { code: "Timeout" } },
    ]);
    served.answer = () => ok({ resources: apps });
    expect((await discovery.resolve("apps/v1", "Deployment", "shop")).ok).toBe(true);
  });

  it("reports the requested versions of a group that is not served, and retries after fifteen seconds", async () => {
    const { discovery, served, transport, clock } = scene();
    served.answer = () => failure("NotFound");
    const version = () => discovery.version("custom.metrics.k8s.io", ["v1beta2", "v1beta1"]);
    const message = "the API server serves no custom.metrics.k8s.io in v1beta2 or v1beta1";
    expect(await version()).toMatchObject({ error: { code: "NotFound", message } });
    clock.advance(14_999);
    await version();
    expect(transport.requests).toHaveLength(1);
    clock.advance(1);
    served.answer = () => ok({ versions: [{ version: "v1beta1" }] });
    expect(await version()).toEqual(ok("v1beta1"));
  });

  it("forgets a group version on request", async () => {
    const { discovery, transport } = scene();
    await discovery.resolve("apps/v1", "Deployment", "shop");
    discovery.invalidate("apps/v1");
    await discovery.resolve("apps/v1", "Deployment", "shop");
    expect(transport.requests).toHaveLength(2);
  });

  it("forgets a group version no more often than allowed, and reports that", async () => {
    const { discovery, clock } = scene();
    await discovery.resolve("apps/v1", "Deployment", "shop");
    const forget = (apiVersion = "apps/v1") => discovery.invalidate(apiVersion, 15_000);
    expect([forget(), forget(), forget("batch/v1")]).toEqual([true, false, true]);
    clock.advance(14_999);
    expect(forget()).toBe(false);
    clock.advance(1);
    expect(forget()).toBe(true);
  });

  it("does not let a late failure remove a newer response", async () => {
    let fail: (answer: ReturnType<typeof failure>) => void = () => undefined;
    const { discovery, served, transport } = scene();
    const late = new Promise<ReturnType<typeof failure>>(resolve => (fail = resolve));
    transport.answer = () => late;
    const first = discovery.resolve("apps/v1", "Deployment", "shop");
    discovery.invalidate("apps/v1");
    transport.answer = () => served.answer();
    await discovery.resolve("apps/v1", "Deployment", "shop");
    fail(failure("Timeout"));
    await first;
    await discovery.resolve("apps/v1", "Deployment", "shop");
    expect(transport.requests).toHaveLength(2);
  });

  it.each([
    { body: {}, code: "Malformed" },
    { body: null, code: "Malformed" },
    { body: { resources: null }, code: "NotFound" },
    {
      body: { resources: [null, {}, "Deployment", { name: 1, kind: "Deployment" }] },
      code: "NotFound",
    },
  ])("reports $body as $code", async ({ body, code }) => {
    const { discovery, served } = scene();
    served.answer = () => ok(body);
    expect(await discovery.resolve("apps/v1", "Deployment", "shop")).toMatchObject({
      error: { code },
    });
  });

  it("reads the entries that are well-formed, next to others", async () => {
    const { discovery, served } = scene();
    const deployments = { name: "deployments", kind: "Deployment", namespaced: true };
    served.answer = () => ok({ resources: [{}, deployments, null] });
    expect(await discovery.resolve("apps/v1", "Deployment", "shop")).toMatchObject({
      value: { plural: "deployments" },
    });
    const v1 = { version: "v1" };
    served.answer = () => ok({ versions: [{}, null, v1], preferredVersion: { version: 2 } });
    expect(await discovery.version("metrics.k8s.io", ["v1"])).toEqual(ok("v1"));
  });
});
