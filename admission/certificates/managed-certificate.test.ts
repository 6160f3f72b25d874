import { X509Certificate } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";

import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { systemClock } from "../../kube/clock.ts";
import { Reflectors } from "../../kube/watch/reflectors.ts";
import { atEnd, cleanUp } from "../../kube/testing/cleanups.ts";
import { fastSleep } from "../../kube/testing/fast-world.ts";
import { ManualClock } from "../../kube/testing/manual-clock.ts";
import { json } from "../../kube/testing/stub-server.ts";
import { transportTo } from "../../kube/testing/stub-transport.ts";
import { until } from "../../kube/testing/until.ts";
import { checkPair, renewed, type KeyPair } from "./certificate.ts";
import { readAuthorities } from "./certificate-secret.ts";
import { issueCertificate } from "./issue-certificate.ts";
import { ManagedCertificate } from "./managed-certificate.ts";
import {
  CertificateWorld,
  namespace,
  secretName,
  webhookName,
} from "../testing/certificate-world.ts";

const minute = 60_000;
const lifeMs = 90 * minute;
const spreadMs = minute;
const dnsNames = ["trimtab.ns.svc"];

const untrusted =
  "webhook certificate: ValidatingWebhookConfiguration trimtab does not trust it yet";

const other = await issueCertificate({ now: Date.parse("2026-01-01"), lifeMs, names: ["other"] });

/**
 * Waits long enough for events to arrive, and for unwanted effects to show. On a busy machine, the event loop
 * may have only one turn in a single pause.
 */
async function aWhile(): Promise<void> {
  for (let turn = 0; turn < 15; turn++) await wait(2);
}

let world: CertificateWorld;
let clock: ManualClock;
let leader: string;
beforeEach(async () => {
  world = await CertificateWorld.start();
  // As the chart creates it.
  world.editSecret({});
  clock = new ManualClock();
  leader = "a";
  atEnd(() => world.server.close());
});
afterEach(cleanUp);

/** Whether the webhooks trust the issuer of the certificate. */
function isTrusted(cert: string): boolean {
  const leaf = new X509Certificate(cert);
  return world.bundles.every(bundle =>
    readAuthorities(bundle).some(each => leaf.checkIssued(each) && leaf.verify(each.publicKey)),
  );
}

/** A pause that lasts until a change ends it. */
const untilWoken = (signal: AbortSignal): Promise<void> =>
  new Promise(resolve => {
    if (signal.aborted) resolve();
    signal.addEventListener("abort", () => {
      resolve();
    });
  });

/** A replica that polls every few milliseconds; the test controls the clock. */
interface Asked {
  readonly makePath?: (() => string) | null;
  readonly fixedPath?: string | null;
  readonly pause?: (signal: AbortSignal) => Promise<void>;
}

function replica(name: string, mayWrite = () => leader === name, asked: Asked = {}) {
  const { makePath = null, fixedPath = null } = asked;
  const { pause = (signal: AbortSignal) => wait(5, undefined, { signal }) } = asked;
  const transport = transportTo(world.server, { userAgent: name });
  const onHealth = (): void => undefined;
  const reflectors = new Reflectors({
    ...{ transport, clock: systemClock, random: () => 0.5, sleep: fastSleep, onHealth },
  });
  const told: string[] = [];
  const pauses: number[] = [];
  const served: KeyPair[] = [];
  /** The certificates that were served without being trusted by the webhooks. */
  const untrusted: string[] = [];
  const managed = new ManagedCertificate({
    ...{ transport, reflectors, clock, mayWrite, namespace, secretName, webhookName },
    ...{ dnsNames, lifeMs, makePath, fixedPath },
    sleep: (ms, signal) => {
      pauses.push(ms);
      return pause(signal).catch(() => undefined);
    },
    report: outcome => told.push(outcome.ok ? outcome.value : `wrong: ${outcome.error}`),
  });
  managed.watch(pair => {
    served.push(pair);
    if (!isTrusted(pair.cert)) untrusted.push(pair.cert);
  });
  const stop = (): Promise<void> => {
    managed.stop();
    return transport.close();
  };
  atEnd(stop);
  return { managed, told, pauses, served, untrusted, stop, cert: () => served.at(-1)?.cert };
}

async function settled(): Promise<void> {
  await until(() => {
    expect(world.bundles.length).toBeGreaterThan(0);
    expect(world.bundles.every(bundle => bundle === world.secret["ca.crt"])).toBe(true);
  });
  // All replicas have read it, too.
  await aWhile();
}

describe("three replicas", () => {
  it("serve one certificate, which only the leader issues and the webhooks trust", async () => {
    world.editWebhooks(["", ""]);
    const replicas = ["a", "b", "c"].map(name => replica(name));
    expect(replicas[0]?.managed.notReady()).toEqual([
      "webhook certificate: none in Secret ns/certificate",
    ]);
    await settled();
    await until(() => {
      for (const { managed, cert } of replicas) {
        expect(managed.notReady()).toEqual([]);
        expect(cert()).toBe(world.secret["tls.crt"]);
      }
    });
    expect(world.writes).toEqual(["PATCH secret 200", "PATCH webhooks 200"]);
    expect(replicas.map(({ told }) => told.filter(line => line !== renewed))).toEqual([
      [
        "issued a webhook certificate: there is none",
        "ValidatingWebhookConfiguration trimtab trusts the webhook certificate",
      ],
      [],
      [],
    ]);
  });

  it("switch to the next certificate once all webhooks have trusted it for long enough", async () => {
    world.editWebhooks(["", ""]);
    const replicas = ["a", "b", "c"].map(name => replica(name));
    await settled();
    for (let rotation = 0; rotation < 3; rotation++) {
      const before = world.secret["tls.crt"];
      clock.advance(lifeMs * 0.67);
      await until(() => {
        expect(world.secret["next.crt"]).toBeDefined();
      });
      await settled();
      const next = world.secret["next.crt"];
      expect(readAuthorities(world.bundles[1]!)).toHaveLength(2);
      // One webhook loses the next authority: the wait starts again.
      world.editWebhooks([world.bundles[0]!, ""]);
      await settled();
      clock.advance(spreadMs - 1);
      await aWhile();
      expect(replicas.map(({ cert }) => cert())).toEqual([before, before, before]);
      clock.advance(1);
      await until(() => {
        expect(replicas.map(({ cert }) => cert())).toEqual([next, next, next]);
      });
      expect(world.secret["next.crt"]).toBeUndefined();
    }
    // The first certificate was served before any webhook could trust it.
    const first = [replicas[0]!.served[0]!.cert];
    for (const { untrusted } of replicas) expect([[], first]).toContainEqual(untrusted);
    // One write for the first certificate, and two for each rotation.
    expect(world.writes.filter(write => write === "PATCH secret 200")).toHaveLength(7);
  });

  it("serve a certificate of another leader, and write nothing", async () => {
    leader = "another";
    world.editWebhooks([other.ca]);
    const issued = await issueCertificate({ now: clock.now(), lifeMs, names: dnsNames });
    const replicas = ["a", "b"].map(name => replica(name));
    await aWhile();
    world.editSecret({ "tls.crt": issued.cert, "tls.key": issued.key, "ca.crt": issued.ca });
    await until(() => {
      expect(replicas.map(({ cert }) => cert())).toEqual([issued.cert, issued.cert]);
    });
    clock.advance(lifeMs * 2);
    await aWhile();
    expect(world.writes).toEqual([]);
  });
});

it("the certificate is checked at once when the Secret arrives, not after a pause", async () => {
  world.editSecret(null);
  world.editWebhooks([""]);
  const { told } = replica("a", () => true, { pause: untilWoken });
  await until(() => {
    expect(told).toHaveLength(1);
  });
  world.editSecret({});
  await until(() => {
    expect(world.writes).toContain("PATCH secret 200");
  });
});

it("the certificate is not checked again when a client changes another value of the Secret", async () => {
  leader = "another";
  world.editWebhooks([""]);
  world.editSecret({ "tls.crt": other.cert, "tls.key": other.key, "ca.crt": other.ca });
  const { pauses } = replica("a", undefined, { pause: untilWoken });
  await until(() => {
    // A watch begins when its list has been read.
    expect(world.server.requests.filter(({ query }) => query["watch"])).toHaveLength(2);
  });
  await aWhile();
  const before = pauses.length;
  world.editSecret({ ...world.secret, extra: "theirs" });
  await aWhile();
  expect(pauses).toHaveLength(before);
  world.editSecret({ ...world.secret, "webhook.path": "/x" });
  await until(() => {
    expect(pauses.length).toBeGreaterThan(before);
  });
});

it("the Secret and the webhooks are read by name, because there is no permission to see others", async () => {
  world.editWebhooks([""]);
  replica("a");
  await settled();
  const reads = world.server.requests.filter(({ method }) => method === "GET");
  const asked = reads.map(({ path, query }) => `${path}?${query["fieldSelector"] ?? ""}`);
  expect([...new Set(asked)].sort()).toEqual([
    "/api/v1/namespaces/ns/secrets?metadata.name=certificate",
    "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations?metadata.name=trimtab",
  ]);
});

describe("a missing Secret", () => {
  it("is not created by any replica; all report the remedy", async () => {
    world.editSecret(null);
    world.editWebhooks([""]);
    const replicas = ["a", "b"].map(name => replica(name));
    const remedy =
      "there is no Secret ns/certificate, and so no webhook certificate can be made or renewed: apply the chart again, which makes the Secret (helm upgrade, or a sync)";
    await until(() => {
      expect(replicas.map(({ told }) => told)).toEqual(Array(2).fill([`wrong: ${remedy}`]));
      for (const { managed } of replicas)
        expect(managed.notReady()).toEqual([`webhook certificate: ${remedy}`]);
    });
    clock.advance(lifeMs);
    await aWhile();
    expect(world.writes).toEqual([]);
    world.editSecret({});
    await settled();
    await until(() => {
      for (const { managed } of replicas) expect(managed.notReady()).toEqual([]);
    });
  });

  it("does not affect the served certificate, and is reported once", async () => {
    world.editWebhooks([""]);
    const { told, cert, managed } = replica("a");
    await settled();
    const before = cert();
    told.length = 0;
    world.editSecret(null);
    await until(() => {
      expect(told).toHaveLength(1);
    });
    managed.checkNow();
    await aWhile();
    expect(told).toEqual([expect.stringContaining("apply the chart again")]);
    expect([cert(), managed.notReady()]).toEqual([before, []]);
  });
});

describe("a Secret that stays empty", () => {
  it("is filled by a replica that is not the leader, after a wait for the leader", async () => {
    leader = "of the old release";
    const { cert, managed } = replica("new");
    await aWhile();
    expect(world.writes).toEqual([]);
    await until(() => {
      // Its wait begins when it sees the Secret, which a busy machine delays.
      clock.advance(5_000);
      expect(world.writes).toEqual(["PATCH secret 200"]);
    });
    await until(() => {
      expect([cert(), managed.notReady()]).toEqual([world.secret["tls.crt"], []]);
    });
  });

  it("is not filled for other DNS names until the replica leads", async () => {
    leader = "of the old release";
    const issued = await issueCertificate({ now: clock.now(), lifeMs, names: ["old.ns.svc"] });
    world.editSecret({ "tls.crt": issued.cert, "tls.key": issued.key, "ca.crt": issued.ca });
    const { managed } = replica("new");
    await until(() => {
      expect(managed.notReady()).toEqual([]);
    });
    leader = "new";
    await until(() => {
      expect(world.secret["tls.crt"]).not.toBe(issued.cert);
    });
  });
});

describe("webhooks that trust nothing yet", () => {
  it("trust the certificate of a replica that is not the leader, after a wait for the leader", async () => {
    leader = "of the removed installation";
    world.editWebhooks(["", ""]);
    const { managed } = replica("new");
    await aWhile();
    expect(world.writes).toEqual([]);
    clock.advance(5_000);
    managed.checkNow();
    await until(() => {
      expect(managed.notReady()).toEqual([]);
    });
    expect(world.writes).toEqual(["PATCH secret 200", "PATCH webhooks 200"]);
    await settled();
  });
});

describe("a replica that serves a certificate", () => {
  const issued = async () => {
    const { cert, key, ca } = await issueCertificate({ now: clock.now(), lifeMs, names: dnsNames });
    world.editSecret({ "tls.crt": cert, "tls.key": key, "ca.crt": ca });
    return ca;
  };
  const fixedPath = "/reviews";

  it.each<{ when: string; webhooks: (ca: string) => void; want: readonly string[] }>([
    {
      when: "there are no webhooks",
      webhooks: () => undefined,
      want: [],
    },
    {
      when: "the webhooks trust nothing",
      webhooks: () => {
        world.editWebhooks(["", ""], [fixedPath, fixedPath]);
      },
      want: [untrusted],
    },
    {
      when: "the webhooks trust another authority",
      webhooks: () => {
        world.editWebhooks([other.ca], [fixedPath]);
      },
      want: [untrusted],
    },
    {
      when: "one of the webhooks does not trust it",
      webhooks: ca => {
        world.editWebhooks([`${other.ca}${ca}`, other.ca], [fixedPath, fixedPath]);
      },
      want: [untrusted],
    },
    {
      when: "a webhook has another path",
      webhooks: ca => {
        world.editWebhooks([ca, ca], [fixedPath, "/validate"]);
      },
      want: [untrusted],
    },
    {
      when: "all webhooks trust it, and one has a URL",
      webhooks: ca => {
        world.editWebhooks([ca, `${other.ca}${ca}`], [fixedPath, null]);
      },
      want: [],
    },
  ])("is not ready because of $want if $when", async ({ webhooks, want }) => {
    leader = "another";
    webhooks(await issued());
    const { managed, served } = replica("a", undefined, { fixedPath });
    await until(() => {
      expect(served).toHaveLength(1);
      expect(managed.notReady()).toEqual(want);
    });
    await aWhile();
    expect(managed.notReady()).toEqual(want);
  });

  it("is ready without the right to read the webhooks", async () => {
    await issued();
    const { handler } = world.server;
    world.server.handler = (request, response) => {
      if (request.path.includes("webhook")) json(response, 403, {});
      else void handler(request, response);
    };
    const { managed } = replica("a");
    await until(() => {
      expect(managed.notReady()).toEqual([]);
    });
  });

  it("is ready after a minute, so that an older leader with another Secret can end", async () => {
    leader = "older";
    world.editWebhooks([other.ca]);
    await issued();
    const { managed } = replica("new");
    await until(() => {
      expect(managed.notReady()).toEqual([untrusted]);
    });
    clock.advance(minute - 1);
    expect(managed.notReady()).toEqual([untrusted]);
    clock.advance(1);
    expect(managed.notReady()).toEqual([]);
    expect(world.writes).toEqual([]);
  });

  it("stays ready when the webhooks lose their trust", async () => {
    world.editWebhooks([await issued()]);
    const { managed } = replica("a");
    await until(() => {
      expect(managed.notReady()).toEqual([]);
    });
    leader = "another";
    world.editWebhooks([other.ca]);
    await aWhile();
    expect(managed.notReady()).toEqual([]);
  });
});

describe("a change of leader", () => {
  const steps = ["nothing", "made", "trusted", "prepared", "promoted"] as const;

  it.each(steps.map(when => ({ when })))(
    "in the state $when continues from there without repeating a step",
    async ({ when }) => {
      world.editWebhooks([""]);
      const stuck = (kind: "secret" | "webhooks") => {
        if (when === "nothing") return 500;
        return when === "made" && kind === "webhooks" ? 500 : null;
      };
      world.fault = stuck;
      const [a, b] = [replica("a"), replica("b")];
      const reach = {
        nothing: () =>
          until(() => {
            expect(a.told).toHaveLength(1);
          }),
        made: () =>
          until(() => {
            expect(world.secret["tls.crt"]).toBeDefined();
          }),
        trusted: settled,
        prepared: async () => {
          await settled();
          clock.advance(lifeMs * 0.67);
          await until(() => {
            expect(world.secret["next.crt"]).toBeDefined();
          });
        },
        promoted: async () => {
          await reach.prepared();
          await settled();
          clock.advance(spreadMs);
          await until(() => {
            expect(world.secret["next.crt"]).toBeUndefined();
          });
        },
      };
      await reach[when]();
      leader = "b";
      world.fault = () => null;
      b.managed.checkNow();
      await settled();
      await until(() => {
        expect([a.cert(), b.cert()]).toEqual(Array(2).fill(world.secret["tls.crt"]));
      });
      if (when === "prepared") {
        const next = world.secret["next.crt"];
        clock.advance(spreadMs);
        await until(() => {
          expect(b.cert()).toBe(next);
        });
      }
      const all = [...a.told, ...b.told];
      expect(all.filter(line => line.startsWith("issued a webhook"))).toHaveLength(1);
      expect(all.filter(line => line.startsWith("issued the next")).length).toBeLessThan(2);
    },
  );

  it("between issuing and writing a certificate prevents the write", async () => {
    let asked = 0;
    // The first check precedes the issuance.
    replica("a", () => ++asked === 1);
    await until(() => {
      expect(asked).toBeGreaterThan(3);
    });
    expect(world.writes).toEqual([]);
  });

  it("with two simultaneous leaders results in one certificate", async () => {
    world.editWebhooks([""]);
    const both = [replica("a", () => true), replica("b", () => true)];
    await settled();
    await until(() => {
      expect(both.map(({ cert }) => cert())).toEqual(Array(2).fill(world.secret["tls.crt"]));
    });
    expect(world.writes.filter(write => write === "PATCH secret 200")).toHaveLength(1);
  });
});

describe("a change by another client", () => {
  it.each<{ shows: string; act: () => void; told: string; then?: () => void }>([
    {
      shows: "that deletes and recreates the Secret",
      act: () => {
        world.editSecret(null);
      },
      told: "wrong: there is no Secret ns/certificate",
      then: () => {
        world.editSecret({});
      },
    },
    {
      shows: "that empties the Secret",
      act: () => {
        world.editSecret({});
      },
      told: "issued a webhook certificate: there is none",
    },
    {
      shows: "that writes an incomplete pair",
      act: () => {
        world.editSecret({ ...world.secret, "tls.key": other.key });
      },
      told: "issued a webhook certificate: tls.crt and tls.key: ",
    },
    {
      shows: "that writes a pair for another name",
      act: () => {
        world.editSecret({ "tls.crt": other.cert, "tls.key": other.key, "ca.crt": other.ca });
      },
      told: "issued a webhook certificate: tls.crt: it is not for trimtab.ns.svc",
    },
    {
      shows: "that writes too much data",
      act: () => {
        world.editSecret({ ...world.secret, "tls.crt": "x".repeat(1_000_000) });
      },
      told: "issued a webhook certificate: tls.crt and tls.key: ",
    },
    {
      shows: "that clears the CA bundle of one webhook",
      act: () => {
        world.editWebhooks([world.bundles[0]!, ""]);
      },
      told: "ValidatingWebhookConfiguration trimtab trusts the webhook certificate",
    },
    {
      shows: "that sets another CA bundle",
      act: () => {
        world.editWebhooks([other.ca]);
      },
      told: "ValidatingWebhookConfiguration trimtab trusts the webhook certificate",
    },
    {
      shows: "that deletes and recreates the webhooks",
      act: () => {
        world.editWebhooks(null);
      },
      told: "wrong: there is no ValidatingWebhookConfiguration trimtab: nothing asks for admission",
      then: () => {
        world.editWebhooks(["", "", ""]);
      },
    },
  ])("$shows is reported and reverted", async ({ act, told, then }) => {
    world.editWebhooks(["", ""]);
    const { told: lines, managed, served } = replica("a");
    await settled();
    lines.length = 0;
    act();
    await until(() => {
      expect(lines.some(line => line.startsWith(told))).toBe(true);
    });
    then?.();
    await settled();
    await until(() => {
      const { "tls.crt": cert = "", "tls.key": key = "" } = world.secret;
      expect(served.at(-1)).toEqual({ cert, key });
      expect(checkPair({ cert, key }).ok && isTrusted(cert)).toBe(true);
    });
    expect(served.every(pair => checkPair(pair).ok)).toBe(true);
    expect(managed.notReady()).toEqual([]);
  });

  it("that empties the Secret keeps the trust in the certificate that replicas may still serve", async () => {
    world.editWebhooks([""]);
    const { pauses } = replica("a");
    await settled();
    await until(() => {
      // It has read the bundle that it wrote, and waits.
      expect(pauses.at(-1)).toBe(minute);
    });
    const authoritiesOf = (pem = "") =>
      readAuthorities(pem).map(({ fingerprint256 }) => fingerprint256);
    const before = authoritiesOf(world.secret["ca.crt"]);
    world.editSecret({});
    await settled();
    expect(authoritiesOf(world.secret["ca.crt"])).toEqual([
      ...before,
      expect.not.stringMatching(before[0]!),
    ]);
  });

  it("to delete the webhooks does not cause their creation", async () => {
    const { told, cert } = replica("a");
    await until(() => {
      expect(cert()).toBeDefined();
    });
    await aWhile();
    expect(world.writes).toEqual(["PATCH secret 200"]);
    expect(told.filter(line => line.startsWith("wrong: there is no"))).toHaveLength(1);
  });

  it("to other keys of the Secret is preserved", async () => {
    world.editSecret({ "tls.crt": "", extra: "theirs" });
    replica("a");
    await until(() => {
      expect(world.secret).toMatchObject({
        extra: "theirs",
        "ca.crt": expect.any(String) as string,
      });
    });
  });

  it("that is repeated is reverted with increasing pauses", async () => {
    world.editWebhooks([""]);
    const { pauses } = replica("a");
    const undo = setInterval(() => {
      if (world.bundles[0] !== "") world.editWebhooks([""]);
    }, 1);
    await until(() => {
      expect(world.writes.length).toBeGreaterThan(8);
    });
    clearInterval(undo);
    expect(pauses).toEqual(expect.arrayContaining([100, 200, 400, 800, 1_600, 3_200, 5_000]));
  });
});

describe("failures of the API server", () => {
  it.each([
    { status: 500, pause: 0 },
    { status: 403, pause: 30_000 },
    { status: 422, pause: 30_000 },
  ])("with $status for writes are reported once, and recovered from", async ({ status, pause }) => {
    world.editWebhooks([""]);
    world.fault = () => status;
    const { told, pauses, managed } = replica("a");
    await until(() => {
      expect(world.writes.length).toBeGreaterThan(5);
    });
    expect(told).toEqual([expect.stringMatching(/^wrong: PATCH .*secrets.*: HTTP/)]);
    expect(pauses).toContain(pause);
    expect(managed.notReady()).toHaveLength(1);
    world.fault = kind => (kind === "webhooks" ? status : null);
    await until(() => {
      expect(managed.notReady()).toEqual([untrusted]);
      expect(told.at(-1)).toMatch(/^wrong: PATCH .*validatingwebhookconfigurations/);
    });
    world.fault = () => null;
    await settled();
    expect(managed.notReady()).toEqual([]);
  });

  it("at the start delay the certificate, while probes have a temporary one", async () => {
    const { handler } = world.server;
    world.server.handler = (_, response) => {
      response.destroy();
    };
    world.editWebhooks([""]);
    const { managed, cert } = replica("a");
    const first = await managed.first();
    expect(first.ok && checkPair(first.value).ok).toBe(true);
    await aWhile();
    expect([managed.notReady().length, cert()]).toEqual([1, undefined]);
    world.server.handler = handler;
    await settled();
    await until(() => {
      expect(managed.notReady()).toEqual([]);
    });
  });
});

it("a stopped instance sends no requests and serves no certificate", async () => {
  world.editWebhooks([""]);
  const { managed, served } = replica("a");
  await settled();
  managed.stop();
  const before = [world.server.requests.length, served.length];
  world.editSecret({ "tls.crt": other.cert, "tls.key": other.key, "ca.crt": other.ca });
  clock.advance(lifeMs);
  await aWhile();
  expect([world.server.requests.length, served.length]).toEqual(before);
});

describe("the path of reviews", () => {
  const made = (): (() => string) => {
    let count = 0;
    return () => `/validate/${String((count += 1)).padStart(32, "0")}`;
  };
  const first = `/validate/${"1".padStart(32, "0")}`;
  const opens = ({ managed }: ReturnType<typeof replica>, paths: readonly string[]) =>
    paths.filter(path => managed.accepts(path));
  const asking = (name: string, makePath: (() => string) | null = made()) =>
    replica(name, undefined, { makePath });
  const carried = () =>
    until(() => {
      expect(world.paths).toEqual([first]);
    });

  it("is created by the leader only, and written together with the CA bundle in one patch", async () => {
    world.editWebhooks([""]);
    const replicas = ["a", "b"].map(name => asking(name));
    const [, other] = replicas;
    expect(opens(other!, ["/validate", first])).toEqual(["/validate", first]);
    await settled();
    expect([world.paths, world.secret["webhook.path"]]).toEqual([[first], first]);
    expect(world.writes).toEqual(["PATCH secret 200", "PATCH webhooks 200"]);
    for (const each of replicas) {
      expect(opens(each, ["/", "/validate", first])).toEqual(["/", "/validate", first]);
    }
    clock.advance(spreadMs);
    for (const each of replicas) expect(opens(each, ["/", "/validate", first])).toEqual([first]);
  });

  it("is added to an older certificate without one, which is kept", async () => {
    const issued = await issueCertificate({ now: clock.now(), lifeMs, names: dnsNames });
    const texts = { "tls.crt": issued.cert, "tls.key": issued.key, "ca.crt": issued.ca };
    world.editSecret(texts);
    world.editWebhooks([issued.ca], ["/validate"]);
    asking("a");
    await carried();
    expect(world.secret).toEqual({ ...texts, "webhook.path": first });
    expect(world.writes).toEqual(["PATCH secret 200", "PATCH webhooks 200"]);
  });

  it("is restored when a client resets it, and the plain path is open meanwhile", async () => {
    world.editWebhooks([""]);
    const leading = asking("a");
    await settled();
    clock.advance(spreadMs);
    expect(opens(leading, ["/validate"])).toEqual([]);
    leader = "none";
    world.editWebhooks([world.secret["ca.crt"]!], ["/validate"]);
    await until(() => {
      expect(opens(leading, ["/validate", first])).toEqual(["/validate", first]);
    });
    leader = "a";
    leading.managed.checkNow();
    await carried();
  });

  it.each([
    {
      shows: "is recreated as empty",
      edit: () => {
        world.editSecret({});
      },
    },
    {
      shows: "loses the path",
      edit: () => {
        world.editSecret({ ...world.secret, "webhook.path": "" });
      },
    },
    {
      shows: "contains a path that can be guessed",
      edit: () => {
        world.editSecret({ ...world.secret, "webhook.path": "/validate" });
      },
    },
  ])("is kept when the Secret $shows, because the webhooks contain it", async ({ edit }) => {
    world.editWebhooks([""]);
    asking("a");
    await settled();
    edit();
    await until(() => {
      expect(world.secret["webhook.path"]).toBe(first);
    });
    await settled();
    expect(world.paths).toEqual([first]);
  });

  it("changes when a user writes another one, and the old path stays open for a while", async () => {
    world.editWebhooks([""]);
    const leading = asking("a");
    await settled();
    const other = `/validate/${"f".repeat(32)}`;
    world.editSecret({ ...world.secret, "webhook.path": other });
    await until(() => {
      expect(world.paths).toEqual([other]);
    });
    // The replica has read it, too.
    await aWhile();
    clock.advance(spreadMs - 1);
    expect(opens(leading, [first, other])).toEqual([first, other]);
    clock.advance(1);
    expect(opens(leading, ["/validate", first, other])).toEqual([other]);
  });

  it("is the unguessable one that a user has put into the URL of a webhook", async () => {
    leader = "another";
    const own = `/validate/${"e".repeat(32)}`;
    world.editWebhooks([""], [`https://operator.example${own}`]);
    const following = asking("a");
    await until(() => {
      expect(opens(following, [first])).toEqual([]);
    });
    clock.advance(spreadMs);
    expect(opens(following, ["/", "/validate", first, own])).toEqual([own]);
  });

  it("is not written to a webhook with a URL", async () => {
    world.editWebhooks(["", ""], [null, undefined!]);
    asking("a");
    await settled();
    expect(world.paths).toEqual([null, first]);
  });

  it.each([
    { shows: "is unchanged", carried: "/x" },
    { shows: "replaces one that an older replica generated", carried: first },
  ])("is the one that the installation sets, which $shows", async ({ carried: before }) => {
    world.editWebhooks([""], [before]);
    replica("a", undefined, { fixedPath: "/x" });
    await settled();
    expect([world.paths, world.secret["webhook.path"]]).toEqual([["/x"], undefined]);
  });
});
