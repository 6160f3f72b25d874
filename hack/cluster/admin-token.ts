import { randomBytes } from "node:crypto";
import { appendFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import type { ApiTarget } from "./api.ts";
import type { ClusterFolder } from "./folder.ts";

const tokensFile = "tokens.csv";
const fileIn = ({ path }: ClusterFolder): string => join(path, tokensFile);

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

/** Who the parts of a real node are, by the node's name. */
const nodeUsers = (node: string) =>
  [
    ["kubelet", `system:node:${node}`, "system:nodes"],
    ["proxy", "system:kube-proxy", "system:node-proxier"],
  ] as const;

type NodePart = ReturnType<typeof nodeUsers>[number][0];

/** Adds tokens of the kubelet and of kube-proxy. */
export function writeNodeTokens(folder: ClusterFolder, node: string): void {
  for (const [part, user, group] of nodeUsers(node)) {
    const token = randomBytes(32).toString("hex");
    appendFileSync(fileIn(folder), `${token},${user},${part},"${group}"\n`);
  }
}

/** @param path of the cluster's folder */
export function nodeTokens(path: string): Readonly<Record<NodePart, string>> {
  const rows = readFileSync(join(path, tokensFile), "utf8").split("\n");
  const tokenOf = (part: NodePart): string => {
    const [token] = rows.map(row => row.split(",")).find(([, , uid]) => uid === part) ?? [];
    if (!token) throw new Error(`${path} has no tokens for a real node.`);
    return token;
  };
  return { kubelet: tokenOf("kubelet"), proxy: tokenOf("proxy") };
}

/** The token instead of the certificate; unchanged for a cluster that was started without one. */
export function withAdminToken(folder: ClusterFolder, target: ApiTarget): ApiTarget {
  if (!existsSync(fileIn(folder))) return target;
  const [token = ""] = readFileSync(fileIn(folder), "utf8").split(",");
  const { server, ca } = target;
  return { server, ...(ca === undefined ? {} : { ca }), token };
}
