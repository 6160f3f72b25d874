import { systemClock } from "../clock.ts";
import { CredentialSource } from "../transport/credentials.ts";
import { Transport } from "../transport/transport.ts";
import type { TransportOptions } from "../transport/kube-request.ts";
import { atEnd } from "./cleanups.ts";
import { type Handler, StubServer } from "./stub-server.ts";

/** A transport to the stub server, without pauses between retries. */
export const transportTo = (
  { url }: StubServer,
  options: Partial<TransportOptions> = {},
): Transport =>
  new Transport({
    credentials: new CredentialSource(systemClock, () =>
      Promise.resolve({ server: url, authorization: null, tls: {} }),
    ),
    userAgent: "test",
    clock: systemClock,
    random: () => 0.5,
    sleep: () => Promise.resolve(),
    onRequest: () => undefined,
    deadlineMs: 10_000,
    ...options,
  });

/** A server that the test plays, and a transport to it; `cleanUp` ends both. */
export async function stubbed(handler: Handler, options: Partial<TransportOptions> = {}) {
  const server = await StubServer.start(handler);
  const transport = transportTo(server, options);
  atEnd(
    () => server.close(),
    () => transport.close(),
  );
  return { server, transport };
}
