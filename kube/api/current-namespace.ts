import { KubeConfig } from "@kubernetes/client-node";

import { kubeconfigProblem } from "../transport/kubeconfig-problem.ts";

/** The server that client-node assumes if it finds neither a kubeconfig nor a service account. */
const madeUp = "http://localhost:8080";

/**
 * The namespace of the kubeconfig's current context or of the pod's service account; "default" if it names
 * none, like kubectl. Throws if there is neither a kubeconfig nor a service account.
 */
export function currentNamespace(): string {
  const config = new KubeConfig();
  try {
    config.loadFromDefault();
  } catch (error) {
    // Not with its cause, which quotes the text.
    throw new Error(kubeconfigProblem(error));
  }
  const context = config.getContextObject(config.getCurrentContext());
  if (config.getCurrentCluster()?.server === madeUp && context?.name === "loaded-context") {
    throw new Error("there is none; set KUBECONFIG");
  }
  const namespace = context?.namespace ?? "";
  return namespace === "" ? "default" : namespace;
}
