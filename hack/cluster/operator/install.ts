import { apiRequest, mustRequest, untilServed, type ApiObject, type ApiTarget } from "../api.ts";
import { operatorNamespace, renderChart, renderedObject, renderTest } from "./chart.ts";

/** What a cluster needs before the operator runs; the operator's processes start outside of the cluster. */
const installed = new Set([
  "CustomResourceDefinition",
  "ServiceAccount",
  "ClusterRole",
  "ClusterRoleBinding",
  "Role",
  "RoleBinding",
  "Secret",
  "FlowSchema",
  "ValidatingAdmissionPolicy",
  "ValidatingAdmissionPolicyBinding",
]);

/** Installs or updates the objects of the chart in a cluster. */
export async function installProduct(cluster: ApiTarget, values?: object): Promise<void> {
  await apply(cluster, {
    ...{ apiVersion: "v1", kind: "Namespace", metadata: { name: operatorNamespace } },
  });
  const objects = await renderChart(values);
  for (const object of objects) {
    if (installed.has(object.kind ?? "")) await apply(cluster, object);
  }
  for (const object of objects) {
    if (object.kind === "CustomResourceDefinition") await untilCrdServed(cluster, object);
  }
}

/** Creates what the pod of `helm test` needs, and returns that pod. */
export async function installTest(cluster: ApiTarget): Promise<RenderedTest> {
  const objects = await renderTest();
  for (const object of objects) {
    if (installed.has(object.kind ?? "")) await apply(cluster, object);
  }
  const pod = objects.find(({ kind }) => kind === "Pod");
  if (!pod) throw new Error("the chart has no test");
  return pod as RenderedTest;
}

interface RenderedTest extends ApiObject {
  readonly spec: {
    readonly serviceAccountName: string;
    readonly containers: readonly [
      {
        readonly command: readonly string[];
        readonly args: readonly string[];
        readonly env: readonly { readonly name: string; readonly value: string }[];
      },
    ];
  };
}

/** Points the product's webhook at a URL instead of a Service, because nothing routes Services here. */
export async function installWebhook(
  cluster: ApiTarget,
  url: string,
  ca: string | null,
): Promise<void> {
  const { webhooks, ...rest } = await webhookConfiguration({ webhook: { url } });
  const caBundle = ca === null ? {} : { caBundle: Buffer.from(ca).toString("base64") };
  const pointed = webhooks.map(webhook => ({ ...webhook, clientConfig: { url, ...caBundle } }));
  const configuration: WebhookConfiguration = { ...rest, webhooks: pointed };
  await apply(cluster, configuration);
}

export async function removeWebhook(cluster: ApiTarget): Promise<unknown> {
  const configuration = await webhookConfiguration();
  return apiRequest(cluster, "DELETE", pathOf(configuration));
}

interface WebhookConfiguration extends ApiObject {
  readonly webhooks: readonly object[];
}

const webhookConfiguration = (values?: object): Promise<WebhookConfiguration> =>
  renderedObject<WebhookConfiguration>("ValidatingWebhookConfiguration", values);

interface Applied {
  readonly content: string;
  readonly version: string;
}

/** By URL, as this process has applied them. */
const applied = new Map<string, Applied>();

const versionOf = ({ metadata }: ApiObject): string =>
  `${metadata?.uid ?? ""} ${metadata?.resourceVersion ?? ""}`;

/** Does nothing if no one has changed the object since: to apply all CRDs takes the API server half a second. */
async function apply(cluster: ApiTarget, object: ApiObject): Promise<void> {
  const path = pathOf(object);
  const url = `${cluster.server}${path}`;
  const content = JSON.stringify(object);
  const known = applied.get(url);
  if (known?.content === content) {
    const { body } = await apiRequest(cluster, "GET", path);
    if (versionOf(body) === known.version) return;
  }
  const query = "fieldManager=hack&force=true";
  const type = "application/apply-patch+yaml";
  const made = await mustRequest(cluster, "PATCH", `${path}?${query}`, object, type);
  applied.set(url, { content, version: versionOf(made) });
}

/** The path of an object of the chart. */
export const pathOf = (object: ApiObject): string =>
  `${collection(object)}/${object.metadata?.name ?? ""}`;

const plurals: Readonly<Record<string, string>> = {
  CustomResourceDefinition: "customresourcedefinitions",
  Namespace: "namespaces",
  ServiceAccount: "serviceaccounts",
  ClusterRole: "clusterroles",
  ClusterRoleBinding: "clusterrolebindings",
  Role: "roles",
  RoleBinding: "rolebindings",
  Secret: "secrets",
  FlowSchema: "flowschemas",
  ValidatingAdmissionPolicy: "validatingadmissionpolicies",
  ValidatingAdmissionPolicyBinding: "validatingadmissionpolicybindings",
  ValidatingWebhookConfiguration: "validatingwebhookconfigurations",
  Deployment: "deployments",
  Service: "services",
  NetworkPolicy: "networkpolicies",
  PodDisruptionBudget: "poddisruptionbudgets",
  ResourceQuota: "resourcequotas",
};

function collection({ apiVersion = "v1", kind = "", metadata }: ApiObject): string {
  const plural = plurals[kind];
  if (!plural) throw new Error(`no path is known for kind ${kind}: add it to plurals`);
  const prefix = apiVersion.includes("/") ? `/apis/${apiVersion}` : `/api/${apiVersion}`;
  const namespaced = metadata?.namespace ? `/namespaces/${metadata.namespace}` : "";
  return `${prefix}${namespaced}/${plural}`;
}

/** Each CRD is served at a different time. */
function untilCrdServed(cluster: ApiTarget, crd: ApiObject): Promise<void> {
  const { group, names, versions } = crd.spec as CrdSpec;
  const path = `/apis/${group}/${versions[0].name}/${names.plural}?limit=1`;
  return untilServed(cluster, path, 5);
}

interface CrdSpec {
  readonly group: string;
  readonly names: { readonly plural: string };
  readonly versions: readonly [{ readonly name: string }];
}
