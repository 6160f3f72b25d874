import { createServer } from "node:https";
import type { AddressInfo } from "node:net";

import { afterEach, describe, expect, it } from "vitest";

import { makeAuthority } from "../../kube/testing/certificate-authority.ts";
import { atEnd, cleanUp } from "../../kube/testing/cleanups.ts";
import { SourceConnection } from "./source-connection.ts";

afterEach(cleanUp);

const platform = await makeAuthority("platform");
const stranger = await makeAuthority("stranger");
const operator = await platform.issue("operator");

interface Played {
  readonly pair: { readonly cert: string; readonly key: string };
  /** The authority whose clients the server accepts; absent: all clients. */
  readonly clients?: string;
}

/** A server on loopback; its port, and the requests that it has received. */
async function serve({ pair, clients }: Played) {
  const paths: string[] = [];
  const asks = clients === undefined ? {} : { ca: clients, requestCert: true };
  const server = createServer({ ...pair, ...asks }, (request, response) => {
    paths.push(request.url ?? "");
    response.end("{}");
  });
  await new Promise<void>(resolve => server.listen(0, "127.0.0.1", resolve));
  atEnd(() => {
    server.closeAllConnections();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, paths };
}

const none = { token: undefined, username: undefined, password: undefined };

describe("a connection to a metric source", () => {
  const own = platform.issue("prometheus", "server", ["127.0.0.1"]);
  const foreign = stranger.issue("prometheus", "server", ["127.0.0.1"]);
  const other = platform.issue("prometheus", "server", ["prometheus.example"]);
  const [unsigned, misnamed] = ["UNABLE_TO_VERIFY_LEAF_SIGNATURE", "ERR_TLS_CERT_ALTNAME_INVALID"];

  // prettier-ignore
  it.each<{ shows: string; pair: typeof own; trusts?: string | undefined; serverName?: string; clients?: string; shown?: typeof operator; want: number | string }>([
    { shows: "asks a server of the configured authority",     pair: own,     trusts: platform.ca, want: 200 },
    { shows: "refuses a server of a foreign authority",       pair: foreign, trusts: platform.ca, want: unsigned },
    { shows: "refuses a private authority by default",        pair: own,     trusts: undefined,   want: unsigned },
    { shows: "refuses a certificate for another name",        pair: other,   trusts: platform.ca, want: misnamed },
    { shows: "asks a server with the configured name",        pair: other,   trusts: platform.ca, serverName: "prometheus.example", want: 200 },
    { shows: "refuses a server without the configured name",  pair: own,     trusts: platform.ca, serverName: "prometheus.example", want: misnamed },
    { shows: "shows its own certificate",                     pair: own,     trusts: platform.ca, clients: platform.ca, shown: operator, want: 200 },
    { shows: "refuses a foreign server that accepts its certificate", pair: foreign, trusts: platform.ca, clients: platform.ca, shown: operator, want: unsigned },
    { shows: "refuses another name although its certificate is accepted", pair: other, trusts: platform.ca, clients: platform.ca, shown: operator, want: misnamed },
  ])("$shows", async ({ pair, trusts: ca, serverName = null, clients, shown, want }) => {
    const { port, paths } = await serve({ pair: await pair, ...(clients !== undefined && { clients }) });
    const origin = `https://127.0.0.1:${port}`;
    const connection = new SourceConnection({ origin, serverName, connections: 1 });
    atEnd(() => connection.close());
    const opened = connection.to({ ...none, ca, cert: shown?.cert, key: shown?.key });
    if (!opened.ok) throw new Error(opened.error);
    const asked = opened.value.request({ method: "GET", path: "/api/v1/query" });
    const answered = await asked.then(
      ({ statusCode }) => statusCode,
      (error: unknown) => (error as NodeJS.ErrnoException).code,
    );
    expect([answered, paths.length]).toEqual([want, want === 200 ? 1 : 0]);
  });
});
