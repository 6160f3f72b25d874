import { KubeConfig } from "@kubernetes/client-node";

/** What client-node makes up where it finds neither a kubeconfig nor a service account. */
const madeUp = "http://localhost:8080";

/**
 * The namespace that the kubeconfig's current context or the pod's service account names; "default"
 * where it names none, as kubectl. Throws where there is neither of the two.
 */
export function currentNamespace(): string {
  const config = new KubeConfig();
  config.loadFromDefault();
  const context = config.getContextObject(config.getCurrentContext());
  if (config.getCurrentCluster()?.server === madeUp && context?.name === "loaded-context") {
    throw new Error("there is none; set KUBECONFIG");
  }
  const namespace = context?.namespace ?? "";
  return namespace === "" ? "default" : namespace;
}
