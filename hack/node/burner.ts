import { imageOf } from "./images.ts";

export const burner = "burner";

const container = {
  ...{ name: burner, image: imageOf("burner"), imagePullPolicy: "Never" },
  ports: [{ containerPort: 8080 }],
  readinessProbe: { httpGet: { path: "/ready", port: 8080 }, periodSeconds: 1 },
  resources: {
    requests: { cpu: "100m", memory: "16Mi" },
    limits: { cpu: "200m", memory: "64Mi" },
  },
  securityContext: {
    ...{ allowPrivilegeEscalation: false, readOnlyRootFilesystem: true },
    capabilities: { drop: ["ALL"] },
  },
};

/** A Deployment whose pods use CPU time for each request, and its Service. */
export function burnerNamed(name: string) {
  const labels = { app: name };
  const pod = {
    securityContext: { runAsNonRoot: true, seccompProfile: { type: "RuntimeDefault" } },
    terminationGracePeriodSeconds: 5,
    containers: [container],
  };
  return {
    deployment: {
      metadata: { name, labels },
      spec: {
        replicas: 1,
        selector: { matchLabels: labels },
        template: { metadata: { labels }, spec: pod },
      },
    },
    service: {
      metadata: { name },
      spec: { selector: labels, ports: [{ port: 80, targetPort: 8080 }] },
    },
  };
}
