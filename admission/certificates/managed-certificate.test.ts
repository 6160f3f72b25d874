import { X509Certificate } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";

import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { systemClock } from "../../kube/clock.ts";
import { Reflectors } from "../../kube/watch/reflectors.ts";
import { fastSleep } from "../../kube/testing/fast-world.ts";
import { ManualClock } from "../../kube/testing/manual-clock.ts";
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

const other = await issueCertificate({ now: Date.parse("2026-01-01"), lifeMs, names: ["other"] });

/** Long enough for what must not happen. */
const aWhile = () => wait(30);

let world: CertificateWorld;
let clock: ManualClock;
let leader: string;
const cleanups: (() => unknown)[] = [];
beforeEach(async () => {
  world = await CertificateWorld.start();
  // As the chart makes it.
  world.editSecret({});
  clock = new ManualClock();
  leader = "a";
  cleanups.push(() => world.server.close());
});
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

/** Whether the webhooks trust whoever signed it. */
function isTrusted(cert: string): boolean {
  const leaf = new X509Certificate(cert);
  return world.bundles.every(bundle =>
    readAuthorities(bundle).some(each => leaf.checkIssued(each) && leaf.verify(each.publicKey)),
  );
}

/** A replica; it looks every few milliseconds, so that time passes as the test says. */
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
  /** What was served while the webhooks did not trust it. */
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
  cleanups.push(stop);
  return { managed, told, pauses, served, untrusted, stop, cert: () => served.at(-1)?.cert };
}

async function settled(): Promise<void> {
  await until(() => {
    expect(world.bundles.length).toBeGreaterThan(0);
    expect(world.bundles.every(bundle => bundle === world.secret["ca.crt"])).toBe(true);
  });
  // All have seen it, too.
  await aWhile();
}

describe("three replicas", () => {
  it("serve one certificate, which the leader alone makes, and the webhooks trust it", async () => {
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

  it("change to the next one when all webhooks have trusted it for a while", async () => {
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
      // One webhook forgets the next one: the while begins anew.
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
    // The first was served before anybody could have trusted it.
    const first = [replicas[0]!.served[0]!.cert];
    for (const { untrusted } of replicas) expect([[], first]).toContainEqual(untrusted);
    // The first one, and two for each rotation.
    expect(world.writes.filter(write => write === "PATCH secret 200")).toHaveLength(7);
  });

  it("serve what another wrote while none of them leads, and write nothing", async () => {
    leader = "another";
    world.editWebhooks([""]);
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

it("is looked after at once when the Secret comes, and not only after a pause", async () => {
  world.editSecret(null);
  world.editWebhooks([""]);
  const woken = (signal: AbortSignal) =>
    new Promise<void>(resolve => {
      if (signal.aborted) resolve();
      signal.addEventListener("abort", () => {
        resolve();
      });
    });
  const { told } = replica("a", () => true, { pause: woken });
  await until(() => {
    expect(told).toHaveLength(1);
  });
  world.editSecret({});
  await until(() => {
    expect(world.writes).toContain("PATCH secret 200");
  });
});

describe("a Secret that is not there", () => {
  it("is made by no replica; all say what to do", async () => {
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

  it("while one is served, leaves that one served, and says so once", async () => {
    world.editWebhooks([""]);
    const { told, cert, managed } = replica("a");
    await settled();
    const before = cert();
    told.length = 0;
    world.editSecret(null);
    await until(() => {
      expect(told).toHaveLength(1);
    });
    managed.poke();
    await aWhile();
    expect(told).toEqual([expect.stringContaining("apply the chart again")]);
    expect([cert(), managed.notReady()]).toEqual([before, []]);
  });
});

describe("a Secret that stays empty", () => {
  it("is filled by a replica that does not lead, when it has waited for the leader", async () => {
    leader = "of the old release";
    const { cert, managed } = replica("new");
    await aWhile();
    expect(world.writes).toEqual([]);
    clock.advance(5_000);
    await until(() => {
      expect(world.writes).toEqual(["PATCH secret 200"]);
      expect([cert(), managed.notReady()]).toEqual([world.secret["tls.crt"], []]);
    });
  });

  it("for other names than ours does, until we lead", async () => {
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

describe("a change of leader", () => {
  const steps = ["nothing", "made", "trusted", "prepared", "promoted"] as const;

  it.each(steps.map(when => ({ when })))(
    "when all is $when goes on from there, and makes nothing twice",
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
      b.managed.poke();
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

  it("between the making and the writing of a certificate keeps it from being written", async () => {
    let asked = 0;
    // The first answer is before the making.
    replica("a", () => ++asked === 1);
    await until(() => {
      expect(asked).toBeGreaterThan(3);
    });
    expect(world.writes).toEqual([]);
  });

  it("that two believe in ends in one certificate", async () => {
    world.editWebhooks([""]);
    const both = [replica("a", () => true), replica("b", () => true)];
    await settled();
    await until(() => {
      expect(both.map(({ cert }) => cert())).toEqual(Array(2).fill(world.secret["tls.crt"]));
    });
    expect(world.writes.filter(write => write === "PATCH secret 200")).toHaveLength(1);
  });
});

describe("what others do", () => {
  it.each<{ shows: string; act: () => void; told: string }>([
    {
      shows: "deletes the Secret, and makes it again",
      act: () => {
        world.editSecret(null);
        setTimeout(() => {
          world.editSecret({});
        }, 30);
      },
      told: "issued a webhook certificate: there is none",
    },
    {
      shows: "empties the Secret",
      act: () => {
        world.editSecret({});
      },
      told: "issued a webhook certificate: there is none",
    },
    {
      shows: "writes half a pair",
      act: () => {
        world.editSecret({ ...world.secret, "tls.key": other.key });
      },
      told: "issued a webhook certificate: tls.crt and tls.key: ",
    },
    {
      shows: "writes a pair for another name",
      act: () => {
        world.editSecret({ "tls.crt": other.cert, "tls.key": other.key, "ca.crt": other.ca });
      },
      told: "issued a webhook certificate: tls.crt: it is not for trimtab.ns.svc",
    },
    {
      shows: "writes far too much",
      act: () => {
        world.editSecret({ ...world.secret, "tls.crt": "x".repeat(1_000_000) });
      },
      told: "issued a webhook certificate: tls.crt and tls.key: ",
    },
    {
      shows: "wipes one webhook's trust",
      act: () => {
        world.editWebhooks([world.bundles[0]!, ""]);
      },
      told: "ValidatingWebhookConfiguration trimtab trusts the webhook certificate",
    },
    {
      shows: "trusts somebody else",
      act: () => {
        world.editWebhooks([other.ca]);
      },
      told: "ValidatingWebhookConfiguration trimtab trusts the webhook certificate",
    },
    {
      shows: "deletes the webhooks",
      act: () => {
        world.editWebhooks(null);
        setTimeout(() => {
          world.editWebhooks(["", "", ""]);
        }, 30);
      },
      told: "wrong: there is no ValidatingWebhookConfiguration trimtab: nothing asks for admission",
    },
  ])("who $shows is told of it, and it is mended", async ({ act, told }) => {
    world.editWebhooks(["", ""]);
    const { told: lines, managed, served } = replica("a");
    await settled();
    lines.length = 0;
    act();
    await until(() => {
      expect(lines.some(line => line.startsWith(told))).toBe(true);
    });
    await settled();
    await until(() => {
      const { "tls.crt": cert = "", "tls.key": key = "" } = world.secret;
      expect(served.at(-1)).toEqual({ cert, key });
      expect(checkPair({ cert, key }).ok && isTrusted(cert)).toBe(true);
    });
    expect(served.every(pair => checkPair(pair).ok)).toBe(true);
    expect(managed.notReady()).toEqual([]);
  });

  it("never creates the webhooks", async () => {
    const { told, cert } = replica("a");
    await until(() => {
      expect(cert()).toBeDefined();
    });
    await aWhile();
    expect(world.writes).toEqual(["PATCH secret 200"]);
    expect(told.filter(line => line.startsWith("wrong: there is no"))).toHaveLength(1);
  });

  it("leaves alone what is not ours in the Secret", async () => {
    world.editSecret({ "tls.crt": "", extra: "theirs" });
    replica("a");
    await until(() => {
      expect(world.secret).toMatchObject({
        extra: "theirs",
        "ca.crt": expect.any(String) as string,
      });
    });
  });

  it("is fought ever more slowly by whom it is undone", async () => {
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

describe("faults of the API server", () => {
  it.each([
    { status: 500, pause: 0 },
    { status: 403, pause: 30_000 },
    { status: 422, pause: 30_000 },
  ])("$status of writes is told once, and outlived", async ({ status, pause }) => {
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
      expect(managed.notReady()).toEqual([]);
      expect(told.at(-1)).toMatch(/^wrong: PATCH .*validatingwebhookconfigurations/);
    });
    world.fault = () => null;
    await settled();
  });

  it("that is away at first is waited for, and probes have a pair meanwhile", async () => {
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

it("asks and serves nothing once it is stopped", async () => {
  world.editWebhooks([""]);
  const { managed, served } = replica("a");
  await settled();
  managed.stop();
  const before = [world.server.requests.length, served.length];
  world.editSecret(null);
  clock.advance(lifeMs);
  await aWhile();
  expect([world.server.requests.length, served.length]).toEqual(before);
});

describe("the path that reviews come to", () => {
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

  it("is made by the leader alone, and written with the trust in one patch", async () => {
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

  it("is added to a certificate from before there was one, which stays", async () => {
    const issued = await issueCertificate({ now: clock.now(), lifeMs, names: dnsNames });
    const texts = { "tls.crt": issued.cert, "tls.key": issued.key, "ca.crt": issued.ca };
    world.editSecret(texts);
    world.editWebhooks([issued.ca], ["/validate"]);
    asking("a");
    await carried();
    expect(world.secret).toEqual({ ...texts, "webhook.path": first });
    expect(world.writes).toEqual(["PATCH secret 200", "PATCH webhooks 200"]);
  });

  it("is the same again where somebody sets it back, and the plain one is open meanwhile", async () => {
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
    leading.managed.poke();
    await carried();
  });

  it.each([
    {
      shows: "is made again, empty",
      edit: () => {
        world.editSecret({});
      },
    },
    {
      shows: "loses it",
      edit: () => {
        world.editSecret({ ...world.secret, "webhook.path": "" });
      },
    },
    {
      shows: "gets one that can be guessed",
      edit: () => {
        world.editSecret({ ...world.secret, "webhook.path": "/validate" });
      },
    },
  ])("stays where the Secret $shows, since the webhooks carry it", async ({ edit }) => {
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

  it("is another one where a person writes another one, and the old one is open for a while", async () => {
    world.editWebhooks([""]);
    const leading = asking("a");
    await settled();
    const other = `/validate/${"f".repeat(32)}`;
    world.editSecret({ ...world.secret, "webhook.path": other });
    await until(() => {
      expect(world.paths).toEqual([other]);
    });
    // The replica has seen it, too.
    await aWhile();
    clock.advance(spreadMs - 1);
    expect(opens(leading, [first, other])).toEqual([first, other]);
    clock.advance(1);
    expect(opens(leading, ["/validate", first, other])).toEqual([other]);
  });

  it("is not written into a webhook that has an address", async () => {
    world.editWebhooks(["", ""], [null, undefined!]);
    asking("a");
    await settled();
    expect(world.paths).toEqual([null, first]);
  });

  it.each([
    { shows: "stays as it is", carried: "/x" },
    { shows: "takes the place of one that an older replica made up", carried: first },
  ])("is the one that the installation names, which $shows", async ({ carried: before }) => {
    world.editWebhooks([""], [before]);
    replica("a", undefined, { fixedPath: "/x" });
    await settled();
    expect([world.paths, world.secret["webhook.path"]]).toEqual([["/x"], undefined]);
  });
});
