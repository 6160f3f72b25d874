import { type FieldReader, type Problem, show } from "../field-reader.ts";

/** The format of a name, and the error for a malformed one. The CEL rules use the same patterns; the schema limits the length. */
export interface NameFormat {
  readonly pattern: Pick<RegExp, "test">;
  readonly refuse: (name: string) => Problem;
}

/** DNS-1123 subdomain, which the API server requires for almost every kind. */
export const objectName: NameFormat = {
  pattern: /^[a-z0-9]([-a-z0-9]*[a-z0-9])?([.][a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/,
  refuse: name => ({
    code: "NameMalformed",
    message: `${show(name)} is not an object name`,
    remedy:
      "write lower case letters, digits, - and ., beginning and ending with a letter or digit",
  }),
};

/** `version` or `group/version`. */
export const apiVersion: NameFormat = {
  pattern:
    /^([a-z0-9]([-a-z0-9]*[a-z0-9])?([.][a-z0-9]([-a-z0-9]*[a-z0-9])?)*\/)?[a-z]([-a-z0-9]*[a-z0-9])?$/,
  refuse: name => ({
    code: "ApiVersionMalformed",
    message: `${show(name)} is not an API version`,
    remedy: "write group/version, such as apps/v1",
  }),
};

export const kind: NameFormat = {
  pattern: /^[A-Za-z]([-A-Za-z0-9]*[A-Za-z0-9])?$/,
  refuse: name => ({
    code: "KindMalformed",
    message: `${show(name)} is not a kind`,
    remedy: "write the singular name in CamelCase, such as Deployment",
  }),
};

/** `name` or `prefix/name`, as for labels and resources. */
const qualifiedName = {
  pattern:
    /^([a-z0-9]([-a-z0-9]*[a-z0-9])?([.][a-z0-9]([-a-z0-9]*[a-z0-9])?)*\/)?[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?$/,
};

/** The label formats for one kind of object. */
export interface LabelFormats {
  readonly key: NameFormat;
  readonly value: NameFormat;
}

const labelsOf = (owner: string, exampleKey: string): LabelFormats => ({
  key: {
    ...qualifiedName,
    refuse: key => ({
      code: "LabelKeyMalformed",
      message: `label key ${show(key)} is malformed`,
      remedy: `write it as the ${owner} has it, such as ${exampleKey}`,
    }),
  },
  value: {
    // May be empty.
    pattern: /^([A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?)?$/,
    refuse: value => ({
      code: "LabelValueMalformed",
      message: `label value ${show(value)} is malformed: it may hold at most 63 letters, digits, -, _ and ., beginning and ending with a letter or digit`,
      remedy: `write it as the ${owner} has it`,
    }),
  },
});

export const nodeLabels = labelsOf("node", "topology.kubernetes.io/zone");
export const workloadLabels = labelsOf("workload", "app.kubernetes.io/name");

/** Any text but the empty one: a resource that is not measured only fails when it is queried. */
export const resourceName: NameFormat = {
  pattern: /[^]/,
  refuse: () => ({ code: "Required", message: "is required", remedy: "write name: cpu" }),
};

export const containerResourceName: NameFormat = {
  pattern: { test: isContainerResource },
  refuse: name => ({
    code: "ResourceNameMalformed",
    message: `${show(name)} is not a resource that a container can request`,
    remedy: "write cpu or memory",
  }),
};

/** Source  upstream pkg/apis/core/v1/validation, ValidateContainerResourceName. */
function isContainerResource(name: string): boolean {
  const slash = name.indexOf("/");
  if (slash === -1) {
    return /^(cpu|memory|ephemeral-storage|hugepages-[-A-Za-z0-9_.]{0,52}[A-Za-z0-9])$/.test(name);
  }
  if (!qualifiedName.pattern.test(name)) return false;
  // A quota puts "requests." before an extended resource, and the result must still be a name.
  return name.includes("kubernetes.io/")
    ? slash <= 253
    : slash <= 244 && !name.startsWith("requests.");
}

/** DNS-1123 label. */
export const containerName: NameFormat = {
  pattern: /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/,
  refuse: name => ({
    code: "ContainerNameMalformed",
    message: `${show(name)} is not the name of a container`,
    remedy: "write lower case letters, digits and -, beginning and ending with a letter or digit",
  }),
};

/** DNS-1123 label. */
export const thresholdName: NameFormat = {
  ...containerName,
  refuse: name => ({
    code: "ThresholdNameMalformed",
    message: `${show(name)} is not the name of a threshold`,
    remedy: "write lower case letters, digits and -, beginning and ending with a letter or digit",
  }),
};

/** One segment of a path, so that it can be queried. */
const segment = /^(?![.]{1,2}$)[^/%]+$/;

export const metricName: NameFormat = {
  pattern: segment,
  refuse: name => ({
    code: "MetricNameMalformed",
    message: `${show(name)} is not the name of a metric`,
    remedy: "write one without / and %, such as requests_per_second",
  }),
};

/** As in upstream, the empty text means v1. Stricter than upstream, because it becomes part of a request. */
export const describedApiVersion: NameFormat = {
  ...apiVersion,
  pattern: { test: text => text === "" || apiVersion.pattern.test(text) },
  refuse: name => ({
    code: "ApiVersionMalformed",
    message: `${show(name)} is not an API version`,
    remedy: "write group/version, such as networking.k8s.io/v1, or v1",
  }),
};

export const describedKind: NameFormat = {
  pattern: segment,
  refuse: name => ({
    code: "KindMalformed",
    message: `${show(name)} is not a kind`,
    remedy: "write the singular name in CamelCase, such as Ingress",
  }),
};

export const describedName: NameFormat = {
  pattern: segment,
  refuse: name => ({
    code: "NameMalformed",
    message: `${show(name)} is not an object name`,
    remedy: "write the one that kubectl get shows",
  }),
};

export const nameProblem = (name: string, { pattern, refuse }: NameFormat): Problem | undefined =>
  pattern.test(name) ? undefined : refuse(name);

/**
 * A name; undefined if it is missing or malformed. `example` shows how to write one that a rule of
 * the CRD demands.
 */
export function readName(
  reader: FieldReader,
  key: string,
  format: NameFormat,
  example?: string,
): string | undefined {
  if (example !== undefined) reader.require(key, `${key}: ${example}`);
  const name = reader.text(key);
  const problem = name === undefined ? undefined : nameProblem(name, format);
  if (problem === undefined) return name;
  reader.report(key, problem);
  return undefined;
}
