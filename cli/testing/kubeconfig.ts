/** The text of a kubeconfig for a server on this machine, with the namespace `shop`. */
export const kubeconfigFor = (server: string): string =>
  JSON.stringify({
    ...{ apiVersion: "v1", kind: "Config", "current-context": "x" },
    clusters: [{ name: "c", cluster: { server, "insecure-skip-tls-verify": true } }],
    users: [{ name: "u", user: {} }],
    contexts: [{ name: "x", context: { cluster: "c", user: "u", namespace: "shop" } }],
  });
