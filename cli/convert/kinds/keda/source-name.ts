import type { Fields } from "../../../../engine/model/values/json-values.ts";
import { fnv1a } from "../../../../engine/model/values/short-text.ts";

/** What says, besides the address of a Prometheus, whose data a trigger asks for. */
const tenantKeys = ["customHeaders", "cortexOrgID", "queryParameters", "namespace"];

export const tenantOf = (metadata: Fields): readonly string[] =>
  tenantKeys.flatMap(key =>
    metadata[key] === undefined ? [] : [`${key}=${JSON.stringify(metadata[key])}`],
  );

/** Prometheus' own, and that of most external scalers; a name leaves it out. */
const usualPort = "9090";
/** Service, or service and namespace: the last hyphen of the name separates them. An IPv4 address is all numbers. */
const plainHost = /^([a-z][a-z0-9]*|[a-z]([-a-z0-9]*[a-z0-9])?\.[a-z][a-z0-9]*|\d+(\.\d+){3})$/;

/**
 * A name for the metric source of a server, from nothing but the server: `prometheus-monitoring` for
 * http://prometheus.monitoring.svc:9090, and `prom-a-9091` for http://prom.a:9091. If such a name does not
 * say everything, a hash of the server follows. The same server always has the same name.
 */
export function sourceNameOf(
  address: string,
  scheme: "http" | "grpc",
  tenant: readonly string[] = [],
): string {
  const { protocol, user, host, port, rest } = partsOf(address, scheme);
  const isPlain = protocol === scheme && user === "" && rest === "" && tenant.length === 0;
  if (isPlain && plainHost.test(host)) {
    const name = host.replaceAll(".", "-") + (port === usualPort ? "" : `-${port}`);
    if (name.length <= 63) return name;
  }
  const start = host
    .split(".", /^[\d.]+$/.test(host) ? 4 : 2)
    .join("-")
    .replaceAll(/[^a-z0-9]+/g, "-")
    .slice(0, 40)
    .replaceAll(/^-|-$/g, "");
  const identity = JSON.stringify([protocol, user, host, port, rest, ...tenant]);
  const hash = (fnv1a(identity) >>> 0).toString(16).padStart(8, "0");
  return `${start === "" ? "source" : start}-${hash}`;
}

const portOf: Readonly<Record<string, string>> = { http: "80", https: "443", grpc: "443" };

/** Those of a URL, without a password, in the form that equal servers share. */
function partsOf(written: string, scheme: string) {
  const text = written.trim();
  const address = text.includes("//") ? text : `${scheme}://${text}`;
  if (!URL.canParse(address)) return { protocol: "", user: "", host: text, port: "", rest: "" };
  const url = new URL(address);
  const protocol = url.protocol.slice(0, -1);
  return {
    protocol,
    user: url.username,
    // Pods find a service by any of these names.
    host: url.hostname.toLowerCase().replace(/(\.svc(\.cluster\.local)?)?\.?$/, ""),
    port: url.port === "" ? (portOf[protocol] ?? "") : url.port,
    rest: url.pathname.replace(/\/$/, "") + url.search,
  };
}
