export interface CustomMetricsComponent {
  readonly binary: string;
  /** The folder in which kwokctl keeps the cluster. */
  readonly home: string;
  readonly port: number;
  readonly controlPort: number;
}

const service = { name: "custom-metrics", namespace: "kube-system" };

/** The served APIs: clients prefer the newer version of a group. */
export const customMetricsApis = [
  { group: "custom.metrics.k8s.io", version: "v1beta2", versionPriority: 200 },
  { group: "custom.metrics.k8s.io", version: "v1beta1", versionPriority: 100 },
  { group: "external.metrics.k8s.io", version: "v1beta1", versionPriority: 100 },
] as const;

/** A component of kwokctl: started, logged and restarted like the built-in ones. */
export function customMetricsComponent(component: CustomMetricsComponent) {
  const { binary, home, port, controlPort } = component;
  const kubeconfig = `${home}/kubeconfig.yaml`;
  return {
    name: "custom-metrics",
    links: ["kwok-controller"],
    binary,
    workDir: home,
    args: [
      "--bind-address=127.0.0.1",
      `--secure-port=${port}`,
      `--control-port=${controlPort}`,
      `--lister-kubeconfig=${kubeconfig}`,
      `--authentication-kubeconfig=${kubeconfig}`,
      // It would look this up too late for the first request.
      `--client-ca-file=${home}/pki/ca.crt`,
      "--authentication-skip-lookup",
      `--authorization-kubeconfig=${kubeconfig}`,
      `--tls-cert-file=${home}/pki/admin.crt`,
      `--tls-private-key-file=${home}/pki/admin.key`,
      // Each request with a selector lists objects.
      "--client-qps=1000",
      "--client-burst=1000",
    ],
    manifestContents: manifests(port).map(manifest => JSON.stringify(manifest)),
  };
}

/** There is no service routing here, but the API server follows an ExternalName. */
function manifests(port: number): object[] {
  return [
    {
      apiVersion: "v1",
      kind: "Service",
      metadata: service,
      spec: { type: "ExternalName", externalName: "127.0.0.1" },
    },
    ...customMetricsApis.map(({ group, version, versionPriority }) => ({
      apiVersion: "apiregistration.k8s.io/v1",
      kind: "APIService",
      metadata: { name: `${version}.${group}` },
      spec: {
        ...{ group, version, versionPriority, groupPriorityMinimum: 100 },
        service: { ...service, port },
        insecureSkipTLSVerify: true,
      },
    })),
  ];
}
