const writeVerbs: Readonly<Record<string, string>> = {
  POST: "create",
  PUT: "update",
  PATCH: "patch",
  DELETE: "delete",
};

/** Users choose the names of these resources: each name would become a separate label value. */
const namedByPeople = new Set(["custom.metrics.k8s.io", "external.metrics.k8s.io"]);

/** The namespace of a request; empty: it concerns no single namespace. */
export function namespaceIn(path: string): string {
  const [root, api, ...rest] = path.split("/");
  const [, plural, name = ""] = api === "apis" ? rest.slice(1) : rest;
  const isApi = root === "" && (api === "api" || api === "apis");
  return isApi && plural === "namespaces" ? name : "";
}

/** The owner of requests that wait for others of their namespace to the same API, and for no other API. */
export const ownerAt = (namespace: string, api: string): string => `${namespace} ${api}`;

/**
 * A request in the terms of the API server's authorizer, for counters and messages.
 *
 * Source: apiserver RequestInfoFactory, limited to the paths of this client.
 */
export function requestInfo(method: string, path: string, watch: boolean) {
  const parts = path.split("/").filter(part => part !== "");
  const rest = parts.slice(parts[0] === "api" ? 2 : 3);
  const scoped = rest[0] === "namespaces" && rest.length > 2 ? rest.slice(2) : rest;
  const [plural, name, subresource] = scoped;
  if (plural === undefined) return { verb: "get", resource: "discovery" };
  const group = parts[1] ?? "";
  if (namedByPeople.has(group)) return { verb: "get", resource: group };
  const resource = subresource === undefined ? plural : `${plural}/${subresource}`;
  if (watch) return { verb: "watch", resource };
  return { verb: writeVerbs[method] ?? (name === undefined ? "list" : "get"), resource };
}
