import type { ApiObject } from "../api.ts";
import { image } from "../../image/image.ts";
import { operatorNamespace, renderedObject } from "./chart.ts";

interface EnvironmentVariable {
  readonly name: string;
  readonly value?: string;
  readonly valueFrom?: { readonly fieldRef?: { readonly fieldPath: string } };
}

interface Probe {
  readonly httpGet: { readonly path: string; readonly port: string; readonly scheme: string };
}

export interface Container {
  readonly command?: readonly string[];
  readonly args: readonly string[];
  readonly env: readonly EnvironmentVariable[];
  readonly ports: readonly { readonly name: string; readonly containerPort: number }[];
  readonly volumeMounts?: readonly { readonly name: string; readonly mountPath: string }[];
  readonly startupProbe: Probe;
  readonly livenessProbe: Probe;
  readonly readinessProbe: Probe;
  /** `256Mi` */
  readonly resources?: { readonly limits?: { readonly memory?: string } };
  readonly securityContext: { readonly readOnlyRootFilesystem?: boolean };
}

interface PodSecurityContext {
  readonly runAsUser?: number;
  readonly runAsGroup?: number;
}

export interface RenderedDeployment extends ApiObject {
  readonly spec: {
    readonly replicas: number;
    readonly strategy: {
      readonly rollingUpdate: { readonly maxUnavailable: number; readonly maxSurge: number };
    };
    readonly template: {
      readonly spec: {
        readonly serviceAccountName: string;
        readonly securityContext?: PodSecurityContext;
        readonly containers: readonly [Container];
        readonly volumes?: readonly {
          readonly name: string;
          readonly secret: { readonly secretName: string };
        }[];
      };
    };
  };
}

/** What the kubelet would start for one pod of the chart's Deployment. */
export interface PodProcess {
  readonly serviceAccountName: string;
  /** After the image's own entrypoint. */
  readonly args: readonly string[];
  /** The image's own and the Deployment's. */
  readonly env: Readonly<Record<string, string>>;
  readonly container: Container;
  readonly uid: number;
  readonly gid: number;
  /** Secrets by their mount folders. */
  readonly secrets: Readonly<Record<string, string>>;
  readonly port: number;
}

/**
 * @param pod its name, which is also that of the replica
 * @param chart its folder; default: the one of this checkout
 */
export async function podProcess(
  pod: string,
  values?: object,
  chart?: string,
): Promise<PodProcess> {
  return processOf(await renderedObject<RenderedDeployment>("Deployment", values, chart), pod);
}

/** The same for a modified Deployment of the chart. */
export function processOf({ spec }: RenderedDeployment, pod: string): PodProcess {
  const { serviceAccountName, containers, volumes = [], securityContext = {} } = spec.template.spec;
  const [container] = containers;
  if (container.command) throw new Error("the image has an entrypoint of its own");
  const fields = { "metadata.name": pod, "metadata.namespace": operatorNamespace };
  const own = Object.fromEntries(
    container.env.map(variable => [variable.name, valueOf(variable, fields)]),
  );
  const secrets = Object.fromEntries(
    (container.volumeMounts ?? []).map(({ name, mountPath }) => {
      const volume = volumes.find(other => other.name === name);
      if (!volume) throw new Error(`the pod has no volume ${name}`);
      return [mountPath, volume.secret.secretName];
    }),
  );
  const port = container.ports.find(({ name }) => name === container.readinessProbe.httpGet.port);
  if (!port) throw new Error("the container has no port of the name that its probe has");
  const args = container.args.map(arg => expand(arg, own));
  const env = { ...image.env, ...own };
  const started = { serviceAccountName, ...userOf(securityContext), args, env, container, secrets };
  return { ...started, port: port.containerPort };
}

/** A container runtime puts a user that the image's /etc/passwd lacks in group 0. */
const userOf = ({ runAsUser, runAsGroup }: PodSecurityContext) => ({
  uid: runAsUser ?? image.user.uid,
  gid: runAsGroup ?? (runAsUser === undefined ? image.user.gid : 0),
});

function valueOf(
  { name, value, valueFrom }: EnvironmentVariable,
  fields: Readonly<Record<string, string>>,
): string {
  const field = fields[valueFrom?.fieldRef?.fieldPath ?? ""];
  const known = value ?? field;
  if (known === undefined) throw new Error(`no value is known for the variable ${name}`);
  return known;
}

/** Like the kubelet: unknown variables stay unchanged. */
const expand = (text: string, env: Readonly<Record<string, string>>): string =>
  text.replace(/\$\(([A-Za-z_][A-Za-z0-9_]*)\)/g, (whole, name: string) => env[name] ?? whole);
