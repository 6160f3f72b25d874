import { Server, ServerCredentials } from "@grpc/grpc-js";
import { afterEach, describe, expect, it } from "vitest";

import { makeAuthority } from "../testing/certificate-authority.ts";
import { atEnd, cleanUp } from "../testing/cleanups.ts";
import { methods } from "./messages.ts";
import { ScalerChannel } from "./scaler-channel.ts";

afterEach(cleanUp);

const platform = await makeAuthority("platform");
const stranger = await makeAuthority("stranger");
const here = ["127.0.0.1"];
const elsewhere = ["scaler.example"];
const operator = await platform.issue("operator");

/** An IsActiveResponse with `result: true`. */
const active = Buffer.from([8, 1]);

interface Played {
  readonly pair: { readonly cert: string; readonly key: string };
  /** The authority whose clients the scaler accepts; absent: all clients. */
  readonly clients?: string;
}

/** A scaler on loopback that is active; its port, and how many calls it has received. */
async function serve({ pair, clients }: Played) {
  const seen = { calls: 0 };
  const server = new Server();
  const { path } = methods.isActive;
  server.addService(
    {
      isActive: {
        ...{ path, requestStream: false, responseStream: false },
        requestSerialize: (bytes: Buffer) => bytes,
        requestDeserialize: (bytes: Buffer) => bytes,
        responseSerialize: (bytes: Buffer) => bytes,
        responseDeserialize: (bytes: Buffer) => bytes,
      },
    },
    {
      isActive: (_: unknown, answer: (error: null, bytes: Buffer) => void) => {
        seen.calls += 1;
        answer(null, active);
      },
    },
  );
  const keys = [{ private_key: Buffer.from(pair.key), cert_chain: Buffer.from(pair.cert) }];
  const authority = clients === undefined ? null : Buffer.from(clients);
  const credentials = ServerCredentials.createSsl(authority, keys, clients !== undefined);
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync("127.0.0.1:0", credentials, (error, bound) => {
      if (error) reject(error);
      else resolve(bound);
    });
  });
  atEnd(() => {
    server.forceShutdown();
  });
  return { port, seen };
}

const cannot = (why: string) => `the server cannot be reached (${why})`;
const unsigned = cannot("unable to verify the first certificate");
const misnamed = cannot("does not match certificate");

describe("a channel to an external scaler", () => {
  const own = platform.issue("scaler", "server", here);
  const foreign = stranger.issue("scaler", "server", here);
  const other = platform.issue("scaler", "server", elsewhere);

  // prettier-ignore
  it.each<{ shows: string; pair: typeof own; trusts?: string | undefined; serverName?: string; clients?: string; shown?: typeof operator; want: string }>([
    { shows: "asks a scaler of the configured authority",     pair: own,     trusts: platform.ca, want: "active" },
    { shows: "refuses a scaler of a foreign authority",       pair: foreign, trusts: platform.ca, want: unsigned },
    { shows: "refuses a private authority by default",        pair: own,     trusts: undefined,   want: unsigned },
    { shows: "refuses a certificate for another name",        pair: other,   trusts: platform.ca, want: misnamed },
    { shows: "asks a scaler with the configured name",        pair: other,   trusts: platform.ca, serverName: "scaler.example", want: "active" },
    { shows: "refuses a scaler without the configured name",  pair: own,     trusts: platform.ca, serverName: "scaler.example", want: misnamed },
    { shows: "shows its own certificate",                     pair: own,     trusts: platform.ca, clients: platform.ca, shown: operator, want: "active" },
    { shows: "refuses a foreign scaler that accepts its certificate", pair: foreign, trusts: platform.ca, clients: platform.ca, shown: operator, want: unsigned },
    { shows: "refuses another name although its certificate is accepted", pair: other, trusts: platform.ca, clients: platform.ca, shown: operator, want: misnamed },
  ])("$shows", async ({ pair, trusts: ca, serverName, clients, shown, want }) => {
    const { port, seen } = await serve({ pair: await pair, ...(clients !== undefined && { clients }) });
    const tls = { ca, cert: shown?.cert, key: shown?.key, serverName };
    const channel = new ScalerChannel("queues", { address: `127.0.0.1:${port}`, tls }, () => undefined);
    atEnd(() => channel.close());
    const ref = { name: "web", namespace: "shop", scalerMetadata: { token: "s3cr3t" } };
    const answer = await channel.call(methods.isActive, ref, 60_000);
    const said = answer.ok ? (answer.value.result ? "active" : "idle") : answer.error.message;
    expect([said, seen.calls]).toEqual([want, want === "active" ? 1 : 0]);
  });
});
