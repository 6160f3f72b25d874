import type { Server } from "node:http";
import type { Server as SecureServer } from "node:https";
import type { AddressInfo } from "node:net";

import type { Result } from "../../engine/model/values/result.ts";
import { atEnd } from "../../kube/testing/cleanups.ts";

/** The port of a server that has started; `cleanUp` ends the server. */
export function portOf(started: Result<Server | SecureServer, string>): number {
  if (!started.ok) throw new Error(started.error);
  const server = started.value;
  atEnd(() => {
    server.close();
    server.closeAllConnections();
  });
  return (server.address() as AddressInfo).port;
}
