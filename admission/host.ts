import type { Server } from "node:https";
import { setImmediate } from "node:timers/promises";

import { ok, type Result } from "../engine/model/values/result.ts";
import { sleep } from "../kube/clock.ts";
import type { PairSource } from "./certificates/certificate.ts";
import { serveProbes, type Address, type ProbePorts } from "./probe-server.ts";
import type { ClientAuthority } from "./certificates/client-authority.ts";
import { review, type ReviewReport, type Validator } from "./review.ts";
import { serve, type ServerPorts } from "./server.ts";

export interface HostPorts extends ProbePorts, Omit<ServerPorts, "review"> {
  readonly validators: readonly Validator[];
  /** Null: clients need no certificate. */
  readonly clients: ClientAuthority | null;
  readonly reviewed: (report: ReviewReport, milliseconds: number) => void;
  /** The certificate that new connections receive from now on, as PEM. */
  readonly serving: (cert: string) => void;
  readonly monotonic: () => number;
}

/** Longer than any check of a target takes. */
const answersMs = 4_000;
const sweepMs = 20;

export interface HostAddress extends Address {
  readonly metricsPort: number;
}

/** A whole turn: the current one may have polled the sockets already. */
const socketsRead = async (): Promise<void> => {
  await setImmediate();
  await setImmediate();
};

/** Serves the reviews, probes and metrics. The error is a sentence. */
export async function startHost(
  ports: HostPorts,
  source: PairSource,
  at: HostAddress,
): Promise<Result<{ stop: () => Promise<void> }, string>> {
  const pair = await source.first();
  if (!pair.ok) return pair;
  const { validators, clients, monotonic } = ports;
  const server = await serve(
    {
      ...ports,
      review: request => {
        const started = monotonic();
        return review(validators, request, report => ports.reviewed(report, monotonic() - started));
      },
    },
    pair.value,
    at,
  );
  if (!server.ok) return server;
  const probes = await serveProbes(ports, { ...at, port: at.metricsPort }, ports);
  if (!probes.ok) {
    server.value.close();
    return probes;
  }
  ports.serving(pair.value.cert);
  let current = pair.value;
  // A context without the clients' authority would trust every authority that Node.js trusts.
  const secure = (): void => server.value.setSecureContext({ ...current, ...clients?.options });
  source.watch(renewed => {
    current = renewed;
    secure();
    ports.serving(renewed.cert);
  });
  clients?.watch(secure);
  return ok({
    stop: async () => {
      source.stop();
      clients?.stop();
      await end(server.value);
      // Last: until then, the readiness probe tells whether this replica still accepts reviews.
      probes.value.close();
      probes.value.closeAllConnections();
    },
  });
}

/**
 * Answers every review that has arrived, if it completes in time. A connection looks idle while its next
 * request waits in the socket, so each close comes after a turn of the event loop in which sockets are read:
 * Go does not repeat a POST that a closed connection left without a response.
 */
async function end(server: Server): Promise<void> {
  await socketsRead();
  const closed = new Promise(resolve => server.close(resolve));
  const sweep = setInterval(() => {
    void socketsRead().then(() => server.closeIdleConnections());
  }, sweepMs);
  await Promise.race([closed, sleep(answersMs)]);
  clearInterval(sweep);
  server.closeAllConnections();
}
