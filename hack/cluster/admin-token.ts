import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import type { ApiTarget } from "./api.ts";
import type { ClusterFolder } from "./folder.ts";

const fileIn = ({ path }: ClusterFolder): string => join(path, "tokens.csv");

/**
 * Writes a token of the administrator, and returns the path for the API server. It remembers tokens, but
 * verifies the signature of a client certificate again in each request.
 */
export function writeAdminToken(folder: ClusterFolder): string {
  const token = randomBytes(32).toString("hex");
  // The name in the certificate that kwokctl creates.
  writeFileSync(fileIn(folder), `${token},kwok-admin,kwok-admin,"system:masters"\n`, {
    mode: 0o600,
  });
  return fileIn(folder);
}

/** The token instead of the certificate; unchanged for a cluster that was started without one. */
export function withAdminToken(folder: ClusterFolder, target: ApiTarget): ApiTarget {
  if (!existsSync(fileIn(folder))) return target;
  const [token = ""] = readFileSync(fileIn(folder), "utf8").split(",");
  const { server, ca } = target;
  return { server, ...(ca === undefined ? {} : { ca }), token };
}
