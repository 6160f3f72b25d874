import type { KubeError, KubeErrorCode } from "../../kube/transport/errors.ts";

/** For users of the command line; the remedies in kube/ are for the operator. */
const sentences: Readonly<Partial<Record<KubeErrorCode, (message: string) => string>>> = {
  Unreachable: why =>
    `the API server cannot be reached (${why}); check that KUBECONFIG names the right one`,
  Timeout: () => "the API server does not answer",
  Unauthorized: why => `the API server does not accept who asks (${why}); check the kubeconfig`,
  Forbidden: why => `${why}; ask for that right`,
  NotFound: () => "the API server has no such resources; install the CRDs of Trimtab first",
  TooLarge: why => `${why}; look what makes it so large`,
  TooManyRequests: () => "the API server has too much to do",
};

export function describeProblem({ code, status, message }: KubeError): string {
  // No request was sent yet.
  if (code === "Unauthorized" && status === null)
    return `the kubeconfig cannot be used: ${message}`;
  return sentences[code]?.(message) ?? `the API server answers: ${message}`;
}
