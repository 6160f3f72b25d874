/** A name for the metric source of a server: `prometheus-monitoring` for http://prometheus.monitoring.svc:9090. */
export function sourceNameOf(address: string, otherwise: string): string {
  const host = hostOf(address).toLowerCase();
  const isNumeric = /^[\d.:[\]]+$/.test(host);
  const parts = isNumeric ? [host] : host.split(".").slice(0, 2);
  const name = parts
    .join("-")
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, 63)
    .replace(/^-+|-+$/g, "");
  return name === "" ? otherwise : name;
}

/** Of a URL, or of HOST:PORT. */
const hostOf = (address: string): string =>
  address.includes("//") && URL.canParse(address)
    ? new URL(address).hostname
    : address.replace(/:\d+$/, "");
