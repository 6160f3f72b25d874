import type { Server } from "node:https";

import type { Capability } from "pepr";

import { ok, type Result } from "../engine/result.ts";
import { sleep } from "../kube/clock.ts";
import type { PairSource } from "./certificate.ts";
import { review, type ReviewReport } from "./review.ts";
import { serve } from "./server.ts";

export interface HostPorts {
  readonly capabilities: readonly Capability[];
  readonly notReady: () => readonly string[];
  readonly metrics: () => Promise<string>;
  readonly isEnding: () => boolean;
  readonly reviewed: (report: ReviewReport, milliseconds: number) => void;
  /** The certificate that connections are shown from now on, as PEM. */
  readonly serving: (cert: string) => void;
  readonly monotonic: () => number;
}

/** Longer than any look at a target may take. */
const answersMs = 4_000;
const sweepMs = 20;

/** Serves the capabilities' `Validate` bindings, probes and metrics. The error is a sentence. */
export async function startHost(
  ports: HostPorts,
  source: PairSource,
  at: { readonly port: number; readonly bindAddress: string },
): Promise<Result<{ stop: () => Promise<void> }, string>> {
  const pair = await source.first();
  if (!pair.ok) return pair;
  const { capabilities, notReady, metrics, isEnding, monotonic } = ports;
  const server = await serve(
    {
      ...{ notReady, metrics, isEnding },
      review: request => {
        const started = monotonic();
        return review(capabilities, request, report => {
          ports.reviewed(report, monotonic() - started);
        });
      },
    },
    pair.value,
    at,
  );
  if (!server.ok) return server;
  ports.serving(pair.value.cert);
  source.watch(renewed => {
    server.value.setSecureContext(renewed);
    ports.serving(renewed.cert);
  });
  return ok({
    stop: () => {
      source.stop();
      return end(server.value);
    },
  });
}

/** No review that has arrived is left without its answer, as far as they come in time. */
async function end(server: Server): Promise<void> {
  const closed = new Promise(resolve => server.close(resolve));
  const sweep = setInterval(() => {
    server.closeIdleConnections();
  }, sweepMs);
  await Promise.race([closed, sleep(answersMs)]);
  clearInterval(sweep);
  server.closeAllConnections();
}
