import { setTimeout as wait } from "node:timers/promises";

import pino, { type Logger } from "pino";

import { systemClock, type Clock } from "../kube/clock.ts";
import { CredentialSource } from "../kube/credentials.ts";
import { Discovery } from "../kube/discovery.ts";
import type { KubeError } from "../kube/errors.ts";
import { EventRecorder } from "../kube/events.ts";
import { Recovery } from "../kube/recovery.ts";
import { Reflectors } from "../kube/reflectors.ts";
import { Transport } from "../kube/transport.ts";
import { Claims } from "./claims.ts";
import type { Config } from "./config.ts";
import { soleOwner, type Ownership } from "./ownership.ts";
import { Targets } from "./targets.ts";
import { Telemetry } from "./telemetry.ts";

/** What all controllers of the process share. Making it does no I/O. */
export interface Environment {
  readonly config: Config;
  readonly log: Logger;
  readonly clock: Clock;
  readonly random: () => number;
  readonly telemetry: Telemetry;
  readonly transport: Transport;
  readonly reflectors: Reflectors;
  readonly targets: Targets;
  readonly claims: Claims;
  readonly events: EventRecorder;
  readonly ownership: Ownership;
  readonly recovery: Recovery;
  /** Called whenever a watch that was cut off is connected again, and at the end of an outage. */
  readonly onReconnect: Set<() => void>;
  /** Called with the name of a target, or of the claims on one, when it has changed. */
  readonly onChange: Set<(thing: string) => void>;
  /** The caches of our own objects, kind by kind: who claims which target is known from all of them. */
  readonly ownObjects: Set<{ whenSynced(): Promise<void> }>;
  /** The work queues by kind. */
  readonly queues: Map<string, { readonly depth: number }>;
}

export function makeEnvironment(config: Config, version: string): Environment {
  const clock = systemClock;
  const random = Math.random;
  const log = pino({ level: config.logLevel, base: { replica: config.replica } });
  const telemetry = new Telemetry();
  const transport = new Transport({
    credentials: new CredentialSource(clock),
    userAgent: `trimtab/${version} (${config.replica})`,
    clock,
    random,
    sleep: ms => wait(ms),
    onRequest: sample => {
      telemetry.request(sample);
    },
    deadlineMs: config.requestTimeoutMs,
  });
  const onReconnect = new Set<() => void>();
  const reflectors = new Reflectors({
    transport,
    clock,
    random,
    // Aborted when the reflector stops: then there is nothing left to wait for.
    sleep: (ms, signal) => wait(ms, undefined, { signal }).catch(() => undefined),
    onHealth: reportHealth(log, onReconnect),
  });
  observeReflectors(telemetry, reflectors);
  const onChange = new Set<(thing: string) => void>();
  const changed = (thing: string): void => {
    for (const notify of onChange) notify(thing);
  };
  const queues: Environment["queues"] = new Map();
  telemetry.observe("queue_depth", "Objects that wait for a worker", "kind", () => {
    return new Map(Array.from(queues, ([kind, { depth }]) => [kind, depth]));
  });
  const discovery = new Discovery(transport, clock);
  const onDrop = (reason: string): void => {
    telemetry.eventDropped(reason);
  };
  return {
    ...{ config, log, clock, random, telemetry, transport, reflectors },
    ...{ onReconnect, onChange, queues, ownObjects: new Set() },
    targets: new Targets({ transport, discovery, reflectors, onChange: changed }),
    claims: new Claims(changed),
    events: new EventRecorder({ transport, clock, replica: config.replica, onDrop }),
    ownership: soleOwner,
    recovery: new Recovery({ transport, sleep: ms => wait(ms), ...reportOutage(log, onReconnect) }),
  };
}

function reportHealth(log: Logger, onReconnect: Set<() => void>) {
  return (resource: string, error: KubeError | null): void => {
    if (error) {
      log.warn({ resource, error }, "watch cut off; trying again until it is back");
      return;
    }
    log.info({ resource }, "watch is back");
    for (const notify of onReconnect) notify();
  };
}

function reportOutage(log: Logger, onReconnect: Set<() => void>) {
  return {
    onAway: (error: KubeError): void => {
      log.warn({ error }, "the API server does not answer us; trying again until it does");
    },
    onBack: (): void => {
      log.info("the API server answers again");
      for (const notify of onReconnect) notify();
    },
  };
}

function observeReflectors(telemetry: Telemetry, reflectors: Reflectors): void {
  const read = {
    kube_reflector_objects: ["Objects kept in memory", () => reflectors.sizes()],
    kube_reflectors_disconnected: [
      "Watches that are cut off from the API server",
      () => reflectors.disconnected(),
    ],
  } as const;
  for (const [name, [help, sums]] of Object.entries(read)) {
    telemetry.observe(name, help, "resource", sums);
  }
}
